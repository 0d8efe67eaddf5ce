// Limits on spending.

export const SPEND_CAP_REACHED = {
  key: 'spend.cap-reached',
  en: 'The spend cap for {period} is reached ({used} of {limit}): memdir goes on without a model.',
  zh: '{period}的花费上限已到（{used}，上限 {limit}）：memdir 将不使用模型继续工作。',
} as const

export const THIS_TURN = { key: 'spend.this-turn', en: 'this turn', zh: '本轮' } as const
export const TODAY = { key: 'spend.today', en: 'today', zh: '今天' } as const
export const PROJECT_TODAY = {
  key: 'spend.project-today',
  en: 'this project today',
  zh: '此项目今天',
} as const

export const TOKENS = { key: 'spend.tokens', en: '{count} tokens', zh: '{count} 个 token' } as const
