// What the person is told, once in a conversation, when a hook could not do its work.

export const NO_MEMORIES_ATTACHED = {
  key: 'hook-faults.no-memories',
  en: 'memdir: no memories could be attached ({reason}). The conversation goes on without them; `memdir doctor` says more.',
  zh: 'memdir：无法附上记忆（{reason}）。对话将在没有记忆的情况下继续；运行 `memdir doctor` 了解详情。',
} as const

export const TOOK_TOO_LONG = {
  key: 'hook-faults.too-long',
  en: 'it took longer than {ms} ms',
  zh: '用时超过 {ms} 毫秒',
} as const

export const MEMORY_UNREADABLE = {
  key: 'hook-faults.memory-unreadable',
  en: '{directory} cannot be read as a directory',
  zh: '无法将 {directory} 作为目录读取',
} as const

export const DISK_SILENT = {
  key: 'hook-faults.disk-silent',
  en: 'the disk with {directory} does not answer',
  zh: '{directory} 所在的磁盘没有响应',
} as const
