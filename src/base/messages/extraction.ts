// What extraction saved, and what waits for the person.

export const SAVED_FROM_CONVERSATION = {
  key: 'extraction.saved',
  en: 'saved from what you said: {memories}',
  zh: '已从您的话中保存：{memories}',
} as const

/** What one of them says, and where it is. */
export const SAVED_MEMORY = {
  key: 'extraction.saved-memory',
  en: '“{name}” ({file})',
  zh: '“{name}”（{file}）',
} as const

export const SAVED_MORE = {
  key: 'extraction.saved-more',
  en: 'and {count} more',
  zh: '另有 {count} 条',
} as const

export const TAKE_BACK_ONE = {
  key: 'extraction.take-back-one',
  en: 'not what you meant? `memdir rm {file}`',
  zh: '并非您的本意？`memdir rm {file}`',
} as const

export const TAKE_BACK = {
  key: 'extraction.take-back',
  en: 'not what you meant? `memdir rm FILE` removes one',
  zh: '并非您的本意？`memdir rm 文件` 可删除其中一条',
} as const

export const WAITING_FOR_YOU = {
  key: 'extraction.waiting',
  en: 'waiting for you in `memdir inbox`: {kinds}',
  zh: '`memdir inbox` 中等待您处理：{kinds}',
} as const

/** By group of the inbox. */
export const WAITING_COUNTS = {
  candidates: {
    key: 'extraction.waiting-candidates',
    en: 'perhaps worth keeping {count}',
    zh: '可能值得保留 {count}',
  },
  conflicts: { key: 'extraction.waiting-conflicts', en: 'likely conflicts {count}', zh: '疑似冲突 {count}' },
  doubles: { key: 'extraction.waiting-doubles', en: 'likely doubles {count}', zh: '疑似重复 {count}' },
  quarantine: { key: 'extraction.waiting-quarantine', en: 'held back {count}', zh: '隔离 {count}' },
  imports: { key: 'extraction.waiting-imports', en: 'imports {count}', zh: '导入 {count}' },
  proposals: { key: 'extraction.waiting-proposals', en: 'proposals {count}', zh: '提议 {count}' },
} as const

export const NOT_SAVED_SECRET = {
  key: 'extraction.not-saved-secret',
  en: 'nothing was learnt from a message with a secret in it ({rules})',
  zh: '有消息含密钥（{rules}），未从中学习任何内容',
} as const

export const EXTRACTION_GIVEN_UP = {
  key: 'extraction.given-up',
  en: 'the model could not look through what was said, {tries} times: only what rules find in it was learnt: {problem}',
  zh: '模型 {tries} 次未能处理这些对话，只学到了按规则找到的内容：{problem}',
} as const

export const EXTRACTION_FAILED = {
  key: 'extraction.failed',
  en: 'what was said could not be looked through for memories, and is looked at again: {problem}',
  zh: '未能从对话中提取记忆，稍后重试：{problem}',
} as const
