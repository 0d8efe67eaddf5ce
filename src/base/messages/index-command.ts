// What `memdir index` says.
import { texts } from './message.ts'

export const indexCommandTexts = texts('index-command', {
  help: ['Shows MEMORY.md as an agent gets it at the start of a conversation, cut at its limits. With --rules, also the rules that go into the system prompt.', '显示代理在对话开始时得到的 MEMORY.md（按上限截断）。加 --rules 同时显示系统提示中的规则。'],
  optionRules: ['the rules for the system prompt too', '同时显示系统提示中的规则'],
  memoryOff: ['Memory is off ({reason}).', '记忆已关闭（{reason}）。'],
  indexSwitchedOffIndex: ['The index is switched off (index.enabled).', '索引已关闭（index.enabled）。'],
  indexEmpty: ['The index is empty.', '索引为空。'],
})
