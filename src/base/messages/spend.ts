// Limits on spending.

export const SPEND_CAP_REACHED = {
  key: 'spend.spend-cap-reached',
  en: 'The spend cap for {period} is reached ({used} of {limit}): memdir continues without a model.',
  zh: '{period}的花费上限已到（{used}，上限 {limit}）：memdir 将不使用模型继续工作。',
} as const

/** `period`: of the cap that was reached. */
export const LEARNING_STOPPED = {
  key: 'spend.learning-stopped',
  en: 'learning by the model stops for today: the cap for {period} is reached ({used} of {limit}). What rules can learn is still learnt. It goes on at {until}; to go on now: {command}',
  zh: '模型学习今天已停止：{period}的上限已到（{used}，上限 {limit}）。按规则能学到的仍会学习。{until} 恢复；要立即继续：{command}',
} as const

/** Where a model is set up. */
export const LEARNING_LIMIT = {
  key: 'spend.learning-limit',
  en: 'What memdir learns by itself with {model} ends for the day at {limit} in each project; then rules go on without it (setting spend.caps).',
  zh: 'memdir 自行用 {model} 学习，每个项目每天以 {limit} 为限，之后仅按规则继续（设置 spend.caps）。',
} as const

export const UNKNOWN_PRICE_LIMIT = {
  key: 'spend.unknown-price-limit',
  en: '{tokens} (its price is not known: with it in spend.prices the limit is {money})',
  zh: '{tokens}（其价格未知；在 spend.prices 中给出价格后以 {money} 为限）',
} as const

export const THIS_TURN = { key: 'spend.this-turn', en: 'this turn', zh: '本轮' } as const
export const TODAY = { key: 'spend.today', en: 'today', zh: '今天' } as const
export const PROJECT_TODAY = {
  key: 'spend.project-today',
  en: 'this project today',
  zh: '此项目今天',
} as const

export const BACKGROUND_TODAY = {
  key: 'spend.background-today',
  en: 'background work in this project today',
  zh: '此项目今天后台工作',
} as const

export const TOKENS = { key: 'spend.tokens', en: '{count} tokens', zh: '{count} 个 token' } as const

export const UNPRICED_TOKENS = {
  key: 'spend.unpriced-tokens',
  en: '{count} tokens of models whose price is not known',
  zh: '{count} 个价格未知的模型的 token',
} as const

export const SPEND_SETTING_WRONG = {
  key: 'spend.spend-setting-wrong',
  en: '{at}: {why}.',
  zh: '{at}：{why}。',
} as const

export const NOT_KNOWN_HERE = {
  key: 'spend.not-known-here',
  en: 'unknown setting',
  zh: '此处没有该项',
} as const

export const MUST_BE_POSITIVE = {
  key: 'spend.must-be-positive',
  en: 'it must be a number of at least 0',
  zh: '必须是不小于 0 的数字',
} as const

export const AMOUNTS_MUST_BE_OBJECT = {
  key: 'spend.amounts-must-be-object',
  en: 'it must be an object',
  zh: '必须是对象',
} as const

export const AMOUNT_MISSING = {
  key: 'spend.amount-missing',
  en: '"{name}" is missing',
  zh: '缺少“{name}”',
} as const

export const CORRECT_SETTINGS = {
  key: 'spend.correct-settings',
  en: 'Correct it in the settings.',
  zh: '请在设置中修正。',
} as const

export const KNOWN_CAPS = {
  key: 'spend.known-caps',
  en: 'known are {known}',
  zh: '可用的有 {known}',
} as const

/** A cap holds only if every call is counted. */
export const LEDGER_UNWRITABLE = {
  key: 'spend.ledger-unwritable',
  en: 'no model is asked, because what it takes could not be recorded, and no cap on spending would hold: {problem}',
  zh: '未请求模型：花费无法记账，上限将失效：{problem}',
} as const
