// Changes of the history: which one is meant, and why it cannot be undone.

export const EMPTY_CHANGE_ID = {
  key: 'changes.empty-change-id',
  en: 'the id of the change is empty',
  zh: '更改的编号为空',
} as const

export const SEE_LOG_IDS = {
  key: 'changes.see-log-ids',
  en: 'See `memdir log` for the ids.',
  zh: '用 `memdir log` 查看编号。',
} as const

export const NO_SUCH_CHANGE = {
  key: 'changes.no-such-change',
  en: 'no such change: "{id}"',
  zh: '没有更改“{id}”',
} as const

export const AMBIGUOUS_CHANGE = {
  key: 'changes.ambiguous-change',
  en: '"{id}" matches {count} changes',
  zh: '有 {count} 个更改以“{id}”开头',
} as const

export const GIVE_LONGER_ID = {
  key: 'changes.give-longer-id',
  en: 'Give more characters of the id.',
  zh: '请给出更长的编号。',
} as const

export const UNDONE_ALREADY = {
  key: 'changes.undone-already',
  en: 'it was undone already ({by})',
  zh: '已被撤销（{by}）',
} as const

export const PURGE_IS_FINAL = {
  key: 'changes.purge-is-final',
  en: 'a purge is final',
  zh: '清除无法撤销',
} as const

export const CHANGED_AGAIN = {
  key: 'changes.changed-again',
  en: '{file} was changed again after it',
  zh: '{file} 此后又被更改',
} as const
