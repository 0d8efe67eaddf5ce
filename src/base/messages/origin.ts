// What people and agents read about origin, quarantine and who may do what.

import { texts } from './message.ts'

export const originTexts = texts('origin', {
  heldTool: ['it came only from the output of a tool', '仅来自工具输出'],
  heldWeb: ['it came only from the web', '仅来自网页'],
  heldImport: ['it was imported and reads like instructions to an agent', '导入的内容，读起来像给代理的指令'],
  heldInstructions: ['an agent wrote it and it reads like instructions to an agent', '由代理写入，读起来像给代理的指令'],
  heldSaid: ['you typed it in a conversation, and it reads like instructions to an agent: was it you who wanted it kept?', '您在对话中输入，读起来像给代理的指令：是您本人要保留它吗？'],
  heldEverywhere: ['an agent proposes that it holds in all projects', '代理提议将其用于所有项目'],
  ruleOverride: ['override', '覆盖指令'],
  ruleImpersonate: ['impersonate', '冒充身份'],
  ruleExecute: ['execute', '执行命令'],
  ruleSend: ['send', '外发数据'],
  ruleConceal: ['conceal', '隐瞒用户'],
  instructionAt: ['line {line} ({rule}): ', '第 {line} 行（{rule}）：'],
  changeRefused: ['the new text was refused: {reason}; nothing was changed', '新文本被拒绝：{reason}；未更改任何内容'],
  changeRefusedFix: ['The person can write it with `memdir edit` in a terminal of their own.', '用户可在自己的终端中用 `memdir edit` 写入。'],
  originRefused: ['an agent cannot say that a memory is of origin {origin}; nothing was remembered', '代理不能声明记忆的来源是 {origin}；未记住任何内容'],
  originRefusedFix: ['Leave --origin out, or give --origin reported for what the person said. Only a person’s own terminal makes a memory theirs ({agent} was found in the environment).', '请去掉 --origin；用户说过的内容用 --origin reported。只有用户自己的终端能写入用户来源的记忆（环境中检测到 {agent}）。'],
  trustRefused: ['an agent cannot vouch for an import; nothing was imported', '代理不能为导入内容作保；未导入任何内容'],
  trustRefusedFix: ['Leave --trust out, or let the person run this in a terminal of their own ({agent} was found in the environment).', '请去掉 --trust，或由用户在自己的终端中运行（环境中检测到 {agent}）。'],
  confirmRefused: ['an agent cannot confirm what waits in quarantine; nothing was changed', '代理不能确认隔离区中的内容；未更改任何内容'],
  confirmRefusedFix: ['The person confirms it in a terminal of their own: `memdir inbox`.', '由用户在自己的终端中确认：`memdir inbox`。'],
  personsPlace: ['only the person changes what holds in all projects; nothing was changed', '只有用户本人可以更改适用于所有项目的记忆；未更改任何内容'],
  personsPlaceFix: ['They can do it in a terminal of their own.', '用户可在自己的终端中更改。'],
  textWaits: ['the text waits for the person and is no memory yet: {reason}', '该文本在等待用户确认，尚未成为记忆：{reason}'],
  textWaitsFix: ['The person accepts it with `memdir inbox accept {id}` or refuses it with `memdir inbox refuse {id}`.', '用户可用 `memdir inbox accept {id}` 接受，或用 `memdir inbox refuse {id}` 拒绝。'],
})

/** Why a text waits in quarantine, by the code that is kept. */
export const HELD_REASONS = {
  tool: originTexts.heldTool,
  web: originTexts.heldWeb,
  import: originTexts.heldImport,
  instructions: originTexts.heldInstructions,
  said: originTexts.heldSaid,
  everywhere: originTexts.heldEverywhere,
} as const
export type HeldReason = keyof typeof HELD_REASONS

/** What kind of instruction a text looks like, by the rule that is kept. */
export const INSTRUCTION_RULES = {
  override: originTexts.ruleOverride,
  impersonate: originTexts.ruleImpersonate,
  execute: originTexts.ruleExecute,
  send: originTexts.ruleSend,
  conceal: originTexts.ruleConceal,
} as const
