// Ten cues a language with which people say that something is to stand. Alone they say little ("always show the banner
// on this page"): they count together with the fitted point.

type Cue = 'remember' | 'instruction'

interface StandingCue {
  readonly cue: Cue
  readonly pattern: RegExp
  /** What opens the sentence and is no part of the statement. */
  readonly isOpening?: boolean
}

const VERB =
  '(?!mind\\b|again\\b|been\\b|had\\b|was\\b|is\\b|the\\b|an?\\b|in\\b|on\\b|here\\b|give up\\b|\\w+(?:ed|ing)\\b)[a-z]+'

const CUES: readonly StandingCue[] = [
  {
    cue: 'remember',
    pattern:
      /\bremember(?: that\b(?! (?:time|day|one|bug)\b)|(?: this)?\s?:|,? (?=(?:we|i|i'm|our|my|all|the|never|always|not)\b))/i,
    isOpening: true,
  },
  { cue: 'remember', pattern: /\b(?:keep|bear) in mind(?: that\b|:|,)?/i, isOpening: true },
  {
    cue: 'remember',
    pattern: /\b(?:make|take) a note(?: that\b|:|,)?|\bnote for (?:the future|later)(?: that\b|:|,)?/i,
    isOpening: true,
  },
  { cue: 'remember', pattern: /\bfor (?:future|later) reference\b[:,]?/i, isOpening: true },
  { cue: 'instruction', pattern: /\bfrom (?:now|here) on\b/i },
  { cue: 'instruction', pattern: /\bgoing forward\b/i },
  { cue: 'instruction', pattern: /\bas a rule\b/i },
  { cue: 'instruction', pattern: /\b(?:in|for) (?:the )?future\b/i },
  {
    cue: 'instruction',
    pattern: new RegExp(`^(?:please |and |also |so |but |btw,? |just )?always ${VERB}`, 'i'),
  },
  {
    cue: 'instruction',
    pattern: new RegExp(`^(?:please |and |also |so |but |btw,? |just )?never(?: ever)? ${VERB}`, 'i'),
  },
  {
    cue: 'remember',
    pattern:
      /(?<![还没能])(?:请|务必|你要?|一定要?)*(?:记住|牢记)(?![吗没了])(?:了|一下|这一?点|以下几?点)?[：:，,、\s]*/u,
    isOpening: true,
  },
  { cue: 'remember', pattern: /(?:请您?|麻烦|帮我)?记(?:一下|下来?)[：:，,、\s]*/u, isOpening: true },
  { cue: 'instruction', pattern: /(?<![三两几天年周月])以后(?!再[说看聊]|会|的话)/u },
  { cue: 'instruction', pattern: /今后|往后/u },
  { cue: 'instruction', pattern: /从(?:现在|今天|今)(?:起|开始|以后|往后)?/u },
  { cue: 'instruction', pattern: /一律/u },
  { cue: 'instruction', pattern: /千万(?:别|不要|不能)/u },
  { cue: 'instruction', pattern: /永远(?:别|不要|不准|用|要|都)/u },
  { cue: 'instruction', pattern: /任何时候都?|凡是/u },
  { cue: 'instruction', pattern: /每次都?(?:要|得|先|必须)/u },
]

export function cueOf(text: string): Cue | undefined {
  return CUES.find(({ pattern }) => pattern.test(text))?.cue
}

/** "Remember that …": the statement is what follows. Undefined: nothing of the kind opens it. */
export function behindOpening(text: string): { text: string; isOutright: boolean } | undefined {
  for (const { pattern, isOpening } of CUES) {
    const found = isOpening ? pattern.exec(text) : null
    if (found && OPENS.test(text.slice(0, found.index))) {
      const cut = found.index + found[0].length
      return { text: text.slice(cut), isOutright: OUTRIGHT.test(found[0]) }
    }
  }
  return undefined
}

/** "Remember that", "remember:", 记住：: asked for in so many words. */
const OUTRIGHT = /that$|[:：，,]\s*$/iu

/** What may stand before it. */
const OPENS =
  /^(?:(?:please|pls|just|always|and|also|so|oh|ok|btw|you (?:must|should)|另外|还有|对了|哦|嗯|请|麻烦|您|你)[,，:：\s]*){0,4}$/i

/** "Remember this PR list", 记住本周的 PR 列表: names what is to be kept without saying what it is. */
const POINTER =
  /^(?:(?:please|pls|and|also|just|can you|could you) )*(?:remember|save|note|keep|memori[sz]e|store|don't forget) (?:down )?(?:(?:this|that|these|those|the|my|our|all)(?: \S+){0,3}?(?: (?:above|below|list|lists|prs?|links?|notes?|table|results?|numbers|figures|names|ids|tickets|summary|thread|conversation|output|log|steps|points?|stuff|things?|files?))?|it|this|that|everything)(?: (?:for (?:me|later|next time|now)|please|pls|somewhere))*[.!]*$/i
const CHINESE_POINTER =
  /^(?:请|麻烦|帮我|把|你|先|顺便|另外)*(?:把)?(?:记住|记下来?|记一下|保存|存一下|存下来?)(?:一下)?[：:，,\s]*(?:这|那|本|上面|以上|下面|刚才|今天|这些|所有)[^，。,]{0,14}[。.!！]*$/u
const SAYS =
  /\b(?:is|are|was|has|have|uses?|runs?|lives?|goes|must|should|needs?|never|always|don't|not)\b|[是用在有要不别归叫为]/iu

/** Asks to keep what it only points at. */
export function isPointer(sentence: string): boolean {
  const text = sentence.trim().replace(/[’‘]/g, "'")
  if (/[?？]$/.test(text)) return false
  if (CHINESE_POINTER.test(text)) return true
  return (
    POINTER.test(text) &&
    !SAYS.test(text.replace(/^.{0,40}?\b(?:remember|save|note|keep|don't forget)\b/i, ''))
  )
}
