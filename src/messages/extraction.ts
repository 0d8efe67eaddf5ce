// What extraction saved, and what waits for the person.

export const SAVED_FROM_CONVERSATION = {
  key: 'extraction.saved',
  en: 'saved from what you said: {files}',
  zh: '已从您的话中保存：{files}',
} as const

export const NOT_SAVED_SECRET = {
  key: 'extraction.not-saved-secret',
  en: 'not saved, because a secret is in it ({rules})',
  zh: '未保存，因为其中含有密钥（{rules}）',
} as const

export const EXTRACTION_FAILED = {
  key: 'extraction.failed',
  en: 'what was said could not be looked through for memories, and is looked at again: {problem}',
  zh: '未能从对话中提取记忆，稍后重试：{problem}',
} as const
