// What people read about instruction files.

export const INSTRUCTIONS_LONG = {
  key: 'instructions.long',
  en: '{file} has {count} characters, more than {limit}: it is read whole, and costs tokens in every conversation',
  zh: '{file} 有 {count} 个字符，超过 {limit}：仍会全部读入，每次对话都会消耗令牌',
} as const

export const INSTRUCTIONS_LONG_MARK = {
  key: 'instructions.long-mark',
  en: 'long: it costs tokens in every conversation',
  zh: '过长：每次对话都会消耗令牌',
} as const

/** From where it comes. */
export const LEVELS = {
  Managed: { en: 'this machine', zh: '本机' },
  User: { en: 'yours', zh: '个人' },
  Project: { en: 'project', zh: '项目' },
  Local: { en: 'yours, for this project', zh: '个人（本项目）' },
} as const

export const STATES = {
  for_paths: {
    key: 'instructions.for-paths',
    en: 'comes with the files that it is meant for',
    zh: '随其适用的文件载入',
  },
  waiting: {
    key: 'instructions.waiting',
    en: 'waits for your approval: memdir trust',
    zh: '等待您批准：memdir trust',
  },
} as const
