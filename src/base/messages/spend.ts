// Limits on spending.

import { texts } from './message.ts'

export const spendTexts = texts('spend', {
  spendCapReached: ['The spend cap for {period} is reached ({used} of {limit}): memdir continues without a model.', '{period}的花费上限已到（{used}，上限 {limit}）：memdir 将不使用模型继续工作。'],
  /** `period`: of the cap that was reached. */
  learningStopped: [
    'learning by the model stops for today: the cap for {period} is reached ({used} of {limit}). What rules can learn is still learnt. It goes on at {until}; to go on now: {command}',
    '模型学习今天已停止：{period}的上限已到（{used}，上限 {limit}）。按规则能学到的仍会学习。{until} 恢复；要立即继续：{command}',
  ],
  /** Where a model is set up. */
  learningLimit: ['What memdir learns by itself with {model} ends for the day at {limit} in each project; then rules go on without it (setting spend.caps).', 'memdir 自行用 {model} 学习，每个项目每天以 {limit} 为限，之后仅按规则继续（设置 spend.caps）。'],
  unknownPriceLimit: ['{tokens} (its price is not known: with it in spend.prices the limit is {money})', '{tokens}（其价格未知；在 spend.prices 中给出价格后以 {money} 为限）'],
  thisTurn: ['this turn', '本轮'],
  today: ['today', '今天'],
  projectToday: ['this project today', '此项目今天'],
  backgroundToday: ['background work in this project today', '此项目今天后台工作'],
  tokens: ['{count} tokens', '{count} 个 token'],
  unpricedTokens: ['{count} tokens of models whose price is not known', '{count} 个价格未知的模型的 token'],
  spendSettingWrong: ['{at}: {why}.', '{at}：{why}。'],
  notKnownHere: ['unknown setting', '此处没有该项'],
  mustBePositive: ['it must be a number of at least 0', '必须是不小于 0 的数字'],
  amountsMustBeObject: ['it must be an object', '必须是对象'],
  amountMissing: ['"{name}" is missing', '缺少“{name}”'],
  correctSettings: ['Correct it in the settings.', '请在设置中修正。'],
  knownCaps: ['known are {known}', '可用的有 {known}'],
  /** A cap holds only if every call is counted. */
  ledgerUnwritable: ['no model is asked, because what it takes could not be recorded, and no cap on spending would hold: {problem}', '未请求模型：花费无法记账，上限将失效：{problem}'],
})
