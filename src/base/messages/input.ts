// What is said of input that no memory can be made of.

import { texts } from './message.ts'

export const inputTexts = texts('input', {
  emptyText: ['there is no text to remember', '没有要记住的文本'],
  noTextFix: ['Give the text, or pipe it in; text that starts with "-" goes after "--".', '请给出文本，或通过管道输入；以 "-" 开头的文本写在 "--" 之后。'],
  notText: ['this is not text (binary data, or not UTF-8); nothing was remembered', '这不是文本（二进制数据，或不是 UTF-8）；未记住任何内容'],
  notTextFix: ['Give text in UTF-8.', '请给出 UTF-8 文本。'],
  notAText: ['{field} must be a text', '{field} 必须是文本'],
  notAList: ['{field} must be a list of texts', '{field} 必须是文本列表'],
  textTooLarge: ['{field} is larger than {most} MB', '{field} 超过 {most} MB'],
  tooLargeForAgent: ['an agent saves at most {most} kB in one memory, and this has {size} kB; nothing was saved', '代理每条记忆最多保存 {most} kB，而此文本为 {size} kB；未保存任何内容'],
  tooLargeForAgentFix: ['Save what matters of it in a few sentences, or several memories; the person can save more with `memdir add`.', '请用几句话保存要点，或拆分为多条记忆；用户本人可用 `memdir add` 保存更多。'],
  noSuchChoice: ['there is no {field} "{value}"', '没有 “{value}” 这种 {field}'],
  noSuchChoiceFix: ['Choose one of {choices}.', '请选择以下之一：{choices}。'],
  notBetween: ['{field} must be a number from {least} to {most}, not {value}', '{field} 必须是 {least} 到 {most} 之间的数字，而不是 {value}'],
  situationsTooLong: ['`when` takes at most {phrases} phrases and {characters} characters in all', '`when` 最多 {phrases} 个短语，共 {characters} 个字符'],
  situationsTooLongFix: ['Name in a few words what somebody would be doing or asking for, for example "writing a commit message".', '请用几个词说出那时在做什么或要求什么，例如“写提交信息”。'],
  tooManyTriggers: ['`on` takes at most {most} patterns, and these are {count}', '`on` 最多 {most} 个模式，这里有 {count} 个'],
  tooManyTriggersFix: ['Keep those that matter most; `*` in a pattern means any characters.', '请保留最重要的；模式中的 `*` 表示任意字符。'],
  triggerTooWide: ['`{trigger}` matches {share} % of everyday calls, and at most {most} % make a reminder', '`{trigger}` 会匹配 {share} % 的日常调用；要起到提醒作用，最多 {most} %'],
  triggerTooWideFix: ['Narrow the pattern to the command or the files that the rule is about, or take calls out with `unless: TEXT` beside it.', '请把模式缩小到这条规则所涉及的命令或文件，或在其后加 `unless: TEXT` 排除一些调用。'],
  noTrigger: ['`on` cannot be read: {value}', '无法读取 `on`：{value}'],
  noTriggerFix: ['Write `run: GLOB`, `edit: GLOB`, `write: GLOB` or `add: TEXT` (with `in: GLOB`), and after it `unless: TEXT` if need be; for example `run: npm install*`.', '请写 `run: GLOB`、`edit: GLOB`、`write: GLOB` 或 `add: TEXT`（可加 `in: GLOB`），需要时在后面加 `unless: TEXT`；例如 `run: npm install*`。'],
  notATime: ['{field} "{value}" is not a time', '{field} “{value}” 不是时间'],
  notATimeFix: ['Give an ISO date such as 2027-01-31.', '请给出 ISO 日期，如 2027-01-31。'],
})
