// What is said about the notes of conversations.

export const NO_NOTES = {
  key: 'notes.none',
  en: 'there are no notes of conversation {id}',
  zh: '没有对话 {id} 的笔记',
} as const

export const NO_NOTES_YET = {
  key: 'notes.none-yet',
  en: 'there are no conversations with notes in this project yet',
  zh: '此项目还没有带笔记的对话',
} as const

export const NO_NOTES_FIX = {
  key: 'notes.none-fix',
  en: 'List them with `memdir notes`, or give the log of a conversation as a file.',
  zh: '用 `memdir notes` 列出，或给出对话日志文件。',
} as const

export const NOTES_AMBIGUOUS = {
  key: 'notes.ambiguous',
  en: '{count} conversations begin with {id}',
  zh: '有 {count} 个对话以 {id} 开头',
} as const

export const NOTES_EMPTY_ID = {
  key: 'notes.empty-id',
  en: 'an empty text names no conversation',
  zh: '空文本不能指定对话',
} as const

export const NOTES_LONGER_ID = {
  key: 'notes.longer-id',
  en: 'Give more of its id.',
  zh: '请给出更长的编号。',
} as const

export const NOTES_UNKNOWN_LOG = {
  key: 'notes.unknown-log',
  en: '{path} is not the log of an agent that memdir knows',
  zh: '{path} 不是 memdir 认识的代理日志',
} as const

export const NOTES_EMPTY_LOG = {
  key: 'notes.empty-log',
  en: 'nothing was said in {path}',
  zh: '{path} 中没有任何对话',
} as const

export const NOTES_OFF = {
  key: 'notes.off',
  en: 'notes of conversations are switched off (sessionMemory.enabled, autoCompactEnabled)',
  zh: '对话笔记已关闭（sessionMemory.enabled、autoCompactEnabled）',
} as const

export const NOTES_NOT_MADE = {
  key: 'notes.not-made',
  en: 'There are no notes of this conversation yet: the first come at {tokens} tokens. /notes update makes them now.',
  zh: '此对话还没有笔记：达到 {tokens} 令牌时首次写入。/notes update 可立即生成。',
} as const

export const NOTES_FAILED_NOW = {
  key: 'notes.failed-now',
  en: 'the notes could not be brought up to date',
  zh: '无法更新笔记',
} as const
