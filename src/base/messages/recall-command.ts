// What `memdir recall` says.
import { texts } from './message.ts'

export const recallCommandTexts = texts('recall-command', {
  help: [
    'Prints exactly what an agent would be given for a prompt, and nothing when nothing fits. --explain adds why, on standard error, and what came nearest when nothing fits. With --session, what that conversation was shown is left out; --record counts this as shown.',
    '输出代理针对某个提示会得到的全部内容；没有合适的就什么也不输出。--explain 在标准错误中说明原因，没有合适的时列出最接近的。加 --session 时略去该对话已看过的内容；--record 记为已显示。',
  ],
  optionPrompt: ['the message; without it or as "-" it is read from standard input', '消息；省略或为“-”时从标准输入读取'],
  optionSession: ['the conversation', '对话'],
  optionRecord: ['count it as shown', '记为已显示'],
  optionBudget: ['at most N characters', '最多 N 个字符'],
  optionExplain: ['say why', '说明原因'],
  nearestWhereNeededSearch: ['Nearest, as chances to be what the message needs; {least} is needed to be attached, {line} for a line (memdir search shows more):', '最接近的记忆及其正合所需的可能；达到 {least} 才附上，达到 {line} 才附一行（memdir search 可查看更多）：'],
  inLine: ['in a line (from {least} on)', '附一行（达到 {least}）'],
  saidNotMemory: ['said on {modified}, not a memory:', '{modified} 说过，不是记忆：'],
  searchedWordsOnly: ['Searched by words only: {reason}', '仅按词搜索：{reason}'],
})
