// Errors of the commands about the history: diff, undo.

export const NOTHING_CHANGED_YET = {
  key: 'history-commands.nothing-changed-yet',
  en: 'nothing has changed yet',
  zh: '还没有任何更改',
} as const

export const ADD_FIRST = {
  key: 'history-commands.add-first',
  en: 'Add a memory first: `memdir add "…"`.',
  zh: '请先添加记忆：`memdir add "…"`。',
} as const

export const NO_HISTORY = {
  key: 'history-commands.no-history',
  en: '{file} has no history',
  zh: '{file} 没有历史',
} as const

export const HISTORY_FROM_NOW = {
  key: 'history-commands.history-from-now',
  en: 'It was written by another program; changes by memdir are kept from now on.',
  zh: '它由其他程序写入；memdir 的更改从现在起会保留历史。',
} as const

export const CHANGE_AND_RANGE = {
  key: 'history-commands.change-and-range',
  en: 'a change and a range cannot be undone together',
  zh: '不能同时撤销单个更改和一个范围',
} as const

export const NOTHING_UNDONE = {
  key: 'history-commands.nothing-undone',
  en: 'nothing was undone: {reason}',
  zh: '未撤销任何更改：{reason}',
} as const

export const NOTHING_UNDONE_MORE = {
  key: 'history-commands.nothing-undone-more',
  en: 'nothing was undone: {reason} (and {more} more)',
  zh: '未撤销任何更改：{reason}（另有 {more} 个）',
} as const

export const SEE_DIFF = {
  key: 'history-commands.see-diff',
  en: '`memdir diff {change}` shows what it did; `memdir log` what came after.',
  zh: '用 `memdir diff {change}` 查看它的内容，用 `memdir log` 查看之后的更改。',
} as const

export const NOTHING_TO_UNDO = {
  key: 'history-commands.nothing-to-undo',
  en: 'nothing to undo',
  zh: '没有可撤销的更改',
} as const

export const SEE_LOG = {
  key: 'history-commands.see-log',
  en: 'See `memdir log`.',
  zh: '请看 `memdir log`。',
} as const

export const NOT_UNDONE = {
  key: 'history-commands.not-undone',
  en: 'Not undone: {file}: {reason}',
  zh: '未撤销：{file}：{reason}',
} as const
