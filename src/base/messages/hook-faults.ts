// What the person is told, once in a conversation, when a hook could not do its work.

import { texts } from './message.ts'

export const hookFaultsTexts = texts('hook-faults', {
  noMemories: ['memdir: no memories could be attached ({reason}). The conversation goes on without them; `memdir doctor` says more.', 'memdir：无法附上记忆（{reason}）。对话将在没有记忆的情况下继续；运行 `memdir doctor` 了解详情。'],
  tooLong: ['it took longer than {ms} ms', '用时超过 {ms} 毫秒'],
  memoryUnreadable: ['{directory} cannot be read as a directory', '无法将 {directory} 作为目录读取'],
  diskSilent: ['the disk with {directory} does not answer', '{directory} 所在的磁盘没有响应'],
})
