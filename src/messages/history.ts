// What is said of the history: changes that were cut off, groups, erasing.

export const NOT_RESTORED = {
  key: 'history-not-restored',
  en: 'writing the memory failed ({code}); some files may have been changed: the next write puts them back or finishes the change',
  zh: '写入记忆失败（{code}）；部分文件可能已更改：下次写入时会恢复或完成这次更改',
} as const
export const NOT_RESTORED_FIX = {
  key: 'history-not-restored-fix',
  en: 'Once the disk works again, run `memdir doctor --fix`.',
  zh: '磁盘恢复正常后，请运行 `memdir doctor --fix`。',
} as const

export const BRING_BACK = {
  key: 'history-bring-back',
  en: 'To bring it back: memdir undo {id}',
  zh: '恢复：memdir undo {id}',
} as const
export const BRING_ALL_BACK = {
  key: 'history-bring-all-back',
  en: 'To bring all of them back: memdir undo {id}',
  zh: '全部恢复：memdir undo {id}',
} as const

export const UNDONE = { key: 'history-undone', en: '(undone)', zh: '（已撤销）' } as const
export const UNDONE_IN_PART = {
  key: 'history-undone-in-part',
  en: '({undone} of {all} undone)',
  zh: '（{all} 个中已撤销 {undone} 个）',
} as const
export const AND_MORE_FILES = {
  key: 'history-and-more-files',
  en: '{file} and {more} more',
  zh: '{file} 及另外 {more} 个文件',
} as const
