// What is said of input that no memory can be made of.

export const EMPTY_TEXT = {
  key: 'input.empty-text',
  en: 'there is no text to remember',
  zh: '没有要记住的文本',
} as const
export const NO_TEXT_FIX = {
  key: 'input.no-text-fix',
  en: 'Give the text, or pipe it in; text that starts with "-" goes after "--".',
  zh: '请给出文本，或通过管道输入；以 "-" 开头的文本写在 "--" 之后。',
} as const
export const NOT_TEXT = {
  key: 'input.not-text',
  en: 'this is not text (binary data, or not UTF-8); nothing was remembered',
  zh: '这不是文本（二进制数据，或不是 UTF-8）；未记住任何内容',
} as const
export const NOT_TEXT_FIX = {
  key: 'input.not-text-fix',
  en: 'Give text in UTF-8.',
  zh: '请给出 UTF-8 文本。',
} as const
export const NOT_A_TEXT = {
  key: 'input.not-a-text',
  en: '{field} must be a text',
  zh: '{field} 必须是文本',
} as const
export const NOT_A_LIST = {
  key: 'input.not-a-list',
  en: '{field} must be a list of texts',
  zh: '{field} 必须是文本列表',
} as const
export const TEXT_TOO_LARGE = {
  key: 'input.text-too-large',
  en: '{field} is larger than {most} MB',
  zh: '{field} 超过 {most} MB',
} as const
export const TOO_LARGE_FOR_AGENT = {
  key: 'input.too-large-for-agent',
  en: 'an agent saves at most {most} kB in one memory, and this has {size} kB; nothing was saved',
  zh: '代理每条记忆最多保存 {most} kB，而此文本为 {size} kB；未保存任何内容',
} as const
export const TOO_LARGE_FOR_AGENT_FIX = {
  key: 'input.too-large-for-agent-fix',
  en: 'Save what matters of it in a few sentences, or several memories; the person can save more with `memdir add`.',
  zh: '请用几句话保存要点，或拆分为多条记忆；用户本人可用 `memdir add` 保存更多。',
} as const
export const NO_SUCH_CHOICE = {
  key: 'input.no-such-choice',
  en: 'there is no {field} "{value}"',
  zh: '没有 “{value}” 这种 {field}',
} as const
export const NO_SUCH_CHOICE_FIX = {
  key: 'input.no-such-choice-fix',
  en: 'Choose one of {choices}.',
  zh: '请选择以下之一：{choices}。',
} as const
export const NOT_BETWEEN = {
  key: 'input.not-between',
  en: '{field} must be a number from {least} to {most}, not {value}',
  zh: '{field} 必须是 {least} 到 {most} 之间的数字，而不是 {value}',
} as const
export const NOT_A_TIME = {
  key: 'input.not-a-time',
  en: '{field} "{value}" is not a time',
  zh: '{field} “{value}” 不是时间',
} as const
export const NOT_A_TIME_FIX = {
  key: 'input.not-a-time-fix',
  en: 'Give an ISO date such as 2027-01-31.',
  zh: '请给出 ISO 日期，如 2027-01-31。',
} as const
