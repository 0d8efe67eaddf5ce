// What the writer says when it fails. Apart from what only the command line says: hooks load the writer.

export const NOT_RESTORED = {
  key: 'writing.not-restored',
  en: 'writing the memory failed ({code}); some files may have been changed: the next write puts them back or finishes the change',
  zh: '写入记忆失败（{code}）；部分文件可能已更改：下次写入时会恢复或完成这次更改',
} as const
export const NOT_RESTORED_FIX = {
  key: 'writing.not-restored-fix',
  en: 'Once the disk works again, run `memdir doctor --fix`.',
  zh: '磁盘恢复正常后，请运行 `memdir doctor --fix`。',
} as const

export const PURGE_CUT_OFF = {
  key: 'writing.purge-cut-off',
  en: 'the purge failed ({code}) and is not complete',
  zh: '清除失败（{code}），尚未完成',
} as const
export const PURGE_CUT_OFF_FIX = {
  key: 'writing.purge-cut-off-fix',
  en: 'The next write completes it; `memdir doctor --fix` does so at once.',
  zh: '下次写入时会完成；`memdir doctor --fix` 可立即完成。',
} as const
