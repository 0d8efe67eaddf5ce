// Choices of which one excludes the others, where nothing but the words says that they belong together: "British
// spelling" and "US English". A short list of what people settle once; everything else needs the same words around it.

interface Choice {
  readonly of: string
  readonly options: Readonly<Record<string, RegExp>>
}

const LANGUAGES = {
  english: /\bin english\b|[用说讲以](?:英文|英语)/giu,
  chinese: /\bin (?:simplified )?chinese\b|[用说讲以](?:简体)?(?:中文|汉语)/giu,
  german: /\bin german\b|[用说讲以](?:德文|德语)/giu,
  french: /\bin french\b|[用说讲以](?:法文|法语)/giu,
  spanish: /\bin spanish\b|[用说讲以](?:西班牙文|西班牙语)/giu,
  japanese: /\bin japanese\b|[用说讲以](?:日文|日语)/giu,
}

/** In this order: a spelling before the language that it is of. */
const CHOICES: readonly Choice[] = [
  {
    of: 'spelling',
    options: {
      british:
        /\b(?:british|uk|commonwealth)(?: english)?(?: spellings?)?\b(?! pounds?)|英式(?:英语|英文)?(?:的?拼写)?/giu,
      american:
        /\b(?:american|us|u\.s\.)(?: english(?: spellings?)?| spellings?)|美式(?:英语|英文)?(?:的?拼写)?/giu,
    },
  },
  { of: 'language', options: LANGUAGES },
  { of: 'indentation', options: { tabs: /\btabs\b|制表符/giu, spaces: /\bspaces\b|空格/giu } },
  {
    of: 'quotes',
    options: {
      single: /\bsingle[- ]quotes?\b|\bsingle[- ]quoted\b|单引号/giu,
      double: /\bdouble[- ]quotes?\b|\bdouble[- ]quoted\b|双引号/giu,
    },
  },
  {
    of: 'length',
    options: {
      short: /\b(?:short|brief|concise|terse|succinct)\b|简短|简洁|精简/giu,
      long: /\b(?:long|detailed|verbose|thorough|lengthy)\b|详细|详尽|长篇/giu,
    },
  },
  {
    of: 'package manager',
    options: { npm: /\bnpm\b/giu, pnpm: /\bpnpm\b/giu, yarn: /\byarn\b/giu, bun: /\bbun\b/giu },
  },
  { of: 'line ends', options: { lf: /\blf\b/giu, crlf: /\bcrlf\b/giu } },
  { of: 'units', options: { metric: /\bmetric\b|公制/giu, imperial: /\bimperial\b|英制/giu } },
  {
    of: 'theme',
    options: {
      dark: /\bdark (?:theme|mode)\b|(?:深色|暗色)(?:主题|模式)?/giu,
      light: /\blight (?:theme|mode)\b|(?:浅色|亮色)(?:主题|模式)?/giu,
    },
  },
  {
    of: 'switch',
    options: {
      on: /\b(?:enabled?|(?:turned|switched) on)\b|启用|开启/giu,
      off: /\b(?:disabled?|(?:turned|switched) off)\b|禁用|停用|关闭/giu,
    },
  },
  {
    of: 'liking',
    options: {
      dislikes: /\b(?:dislikes?|hates?|can't stand|(?:do not|don't|doesn't|does not) like)\b|不喜欢|讨厌/giu,
      likes: /\b(?:likes?|loves?|enjoys?)\b|喜欢/giu,
    },
  },
]

interface Chosen {
  /** What there is one of. */
  readonly of: string
  readonly option: string
}

/** What is chosen, and the text without the words for it. Two options of one choice are none: "tabs, not spaces". */
export function takeChoices(text: string): { chosen: Chosen[]; rest: string } {
  let rest = text
  const chosen: Chosen[] = []
  for (const { of, options } of CHOICES) {
    let left = rest
    const named = Object.entries(options).filter(([, pattern]) => {
      const without = left.replace(pattern, ' ')
      const isNamed = without !== left
      left = without
      return isNamed
    })
    const [only] = named
    if (!only || named.length > 1) continue
    chosen.push({ of, option: only[0] })
    rest = left
  }
  return { chosen, rest }
}
