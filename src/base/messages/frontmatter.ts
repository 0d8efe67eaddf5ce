// Frontmatter that cannot be read or changed.

export const FRONTMATTER_UNREADABLE = {
  key: 'frontmatter.frontmatter-unreadable',
  en: 'the frontmatter cannot be read: {problem}',
  zh: '无法读取 frontmatter：{problem}',
} as const

export const CORRECT_FRONTMATTER = {
  key: 'frontmatter.correct-frontmatter',
  en: 'Correct it in an editor (`memdir edit`), or let `memdir doctor --fix` set it aside.',
  zh: '请在编辑器中修正（`memdir edit`），或运行 `memdir doctor --fix`。',
} as const

export const FRONTMATTER_UNCHANGEABLE = {
  key: 'frontmatter.frontmatter-unchangeable',
  en: 'the frontmatter is written in a form that cannot be changed safely',
  zh: 'frontmatter 的写法无法安全修改',
} as const

export const CHANGE_IN_EDITOR = {
  key: 'frontmatter.change-in-editor',
  en: 'Change it in an editor: `memdir edit`.',
  zh: '请在编辑器中修改：`memdir edit`。',
} as const

export const NO_CLOSING_LINE = {
  key: 'frontmatter.no-closing-line',
  en: 'the frontmatter has no closing "---" line',
  zh: 'frontmatter 缺少结尾的“---”行',
} as const

export const FRONTMATTER_TOO_LONG = {
  key: 'frontmatter.frontmatter-too-long',
  en: 'the frontmatter is longer than 16 KB',
  zh: 'frontmatter 超过 16 KB',
} as const

export const TOO_MANY_BRACKETS = {
  key: 'frontmatter.too-many-brackets',
  en: 'the frontmatter has too many brackets, quotes or nested lists',
  zh: 'frontmatter 中括号、引号或嵌套列表过多',
} as const

export const NOT_FIELDS = {
  key: 'frontmatter.not-fields',
  en: 'the frontmatter is not a list of fields',
  zh: 'frontmatter 不是字段列表',
} as const

export const NESTED_TOO_DEEPLY = {
  key: 'frontmatter.nested-too-deeply',
  en: 'the frontmatter is nested too deeply or refers to itself',
  zh: 'frontmatter 嵌套过深或引用自身',
} as const
