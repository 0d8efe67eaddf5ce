// What programs are told that use memdir as a library.

export const MEMDIR_OPTIONS = {
  key: 'library.memdir-options',
  en: 'openMemdir needs `directory` (a text); `env` is an object and `agent` a name, where they are given',
  zh: 'openMemdir 需要 `directory`（字符串）；如给出 `env` 和 `agent`，前者须为对象，后者须为名称',
} as const
export const MEMDIR_OPTIONS_FIX = {
  key: 'library.memdir-options-fix',
  en: 'Give the working directory, such as process.cwd().',
  zh: '请给出工作目录，例如 process.cwd()。',
} as const

export const NO_MEMDIR = {
  key: 'library.no-memdir',
  en: 'this is not what openMemdir gives',
  zh: '这不是 openMemdir 返回的对象',
} as const
export const NO_MEMDIR_FIX = {
  key: 'library.no-memdir-fix',
  en: 'Pass on what `openMemdir` of `memdir` has returned.',
  zh: '请传入 `memdir` 的 `openMemdir` 的返回值。',
} as const

export const TEXT_FILTERED = {
  key: 'library.text-filtered',
  en: 'the text is not remembered: {reason}',
  zh: '未记住该文本：{reason}',
} as const
