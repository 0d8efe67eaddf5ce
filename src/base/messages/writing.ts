// What the writer says when it fails. Apart from what only the command line says: hooks load the writer.

import { texts } from './message.ts'

export const writingTexts = texts('writing', {
  notRestored: ['writing the memory failed: {reason}; some files may have been changed: the next write puts them back or finishes the change', '写入记忆失败：{reason}；部分文件可能已更改：下次写入时会恢复或完成这次更改'],
  notRestoredFix: ['Once the disk works again, run `memdir doctor --fix`.', '磁盘恢复正常后，请运行 `memdir doctor --fix`。'],
  purgeCutOff: ['the purge failed ({code}) and is not complete', '清除失败（{code}），尚未完成'],
  purgeCutOffFix: ['The next write completes it; `memdir doctor --fix` does so at once.', '下次写入时会完成；`memdir doctor --fix` 可立即完成。'],
})
