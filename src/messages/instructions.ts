// What people read about instruction files.

export const INSTRUCTIONS_LONG = {
  key: 'instructions.long',
  en: '{file} has {count} characters, more than {limit}: it is read whole, and costs tokens in every conversation',
  zh: '{file} 有 {count} 个字符，超过 {limit}：仍会全部读入，每次对话都会消耗令牌',
} as const
