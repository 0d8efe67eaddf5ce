// What people and agents read about origin, quarantine and who may do what.

const HELD_TOOL = {
  key: 'origin.held-tool',
  en: 'it came only from the output of a tool',
  zh: '仅来自工具输出',
} as const
const HELD_WEB = { key: 'origin.held-web', en: 'it came only from the web', zh: '仅来自网页' } as const
const HELD_IMPORT = {
  key: 'origin.held-import',
  en: 'it was imported and reads like instructions to an agent',
  zh: '导入的内容，读起来像给代理的指令',
} as const
const HELD_INSTRUCTIONS = {
  key: 'origin.held-instructions',
  en: 'an agent wrote it and it reads like instructions to an agent',
  zh: '由代理写入，读起来像给代理的指令',
} as const

const HELD_SAID = {
  key: 'origin.held-said',
  en: 'you typed it in a conversation, and it reads like instructions to an agent: was it you who wanted it kept?',
  zh: '您在对话中输入，读起来像给代理的指令：是您本人要保留它吗？',
} as const

const HELD_EVERYWHERE = {
  key: 'origin.held-everywhere',
  en: 'an agent proposes that it holds in all projects',
  zh: '代理提议将其用于所有项目',
} as const

/** Why a text waits in quarantine, by the code that is kept. */
export const HELD_REASONS = {
  tool: HELD_TOOL,
  web: HELD_WEB,
  import: HELD_IMPORT,
  instructions: HELD_INSTRUCTIONS,
  said: HELD_SAID,
  everywhere: HELD_EVERYWHERE,
} as const
export type HeldReason = keyof typeof HELD_REASONS

/** What kind of instruction a text looks like, by the rule that is kept. */
export const INSTRUCTION_RULES = {
  override: { key: 'origin.rule-override', en: 'override', zh: '覆盖指令' },
  impersonate: { key: 'origin.rule-impersonate', en: 'impersonate', zh: '冒充身份' },
  execute: { key: 'origin.rule-execute', en: 'execute', zh: '执行命令' },
  send: { key: 'origin.rule-send', en: 'send', zh: '外发数据' },
  conceal: { key: 'origin.rule-conceal', en: 'conceal', zh: '隐瞒用户' },
} as const
export const INSTRUCTION_AT = {
  key: 'origin.instruction-at',
  en: 'line {line} ({rule}): ',
  zh: '第 {line} 行（{rule}）：',
} as const

export const CHANGE_REFUSED = {
  key: 'origin.change-refused',
  en: 'the new text was refused: {reason}; nothing was changed',
  zh: '新文本被拒绝：{reason}；未更改任何内容',
} as const
export const CHANGE_REFUSED_FIX = {
  key: 'origin.change-refused-fix',
  en: 'The person can write it with `memdir edit` in a terminal of their own.',
  zh: '用户可在自己的终端中用 `memdir edit` 写入。',
} as const

export const ORIGIN_REFUSED = {
  key: 'origin.origin-refused',
  en: 'an agent cannot say that a memory is of origin {origin}; nothing was remembered',
  zh: '代理不能声明记忆的来源是 {origin}；未记住任何内容',
} as const
export const ORIGIN_REFUSED_FIX = {
  key: 'origin.origin-refused-fix',
  en: 'Leave --origin out, or give --origin reported for what the person said. Only a person’s own terminal makes a memory theirs ({agent} was found in the environment).',
  zh: '请去掉 --origin；用户说过的内容用 --origin reported。只有用户自己的终端能写入用户来源的记忆（环境中检测到 {agent}）。',
} as const

export const TRUST_REFUSED = {
  key: 'origin.trust-refused',
  en: 'an agent cannot vouch for an import; nothing was imported',
  zh: '代理不能为导入内容作保；未导入任何内容',
} as const
export const TRUST_REFUSED_FIX = {
  key: 'origin.trust-refused-fix',
  en: 'Leave --trust out, or let the person run this in a terminal of their own ({agent} was found in the environment).',
  zh: '请去掉 --trust，或由用户在自己的终端中运行（环境中检测到 {agent}）。',
} as const

export const CONFIRM_REFUSED = {
  key: 'origin.confirm-refused',
  en: 'an agent cannot confirm what waits in quarantine; nothing was changed',
  zh: '代理不能确认隔离区中的内容；未更改任何内容',
} as const
export const CONFIRM_REFUSED_FIX = {
  key: 'origin.confirm-refused-fix',
  en: 'The person confirms it in a terminal of their own: `memdir inbox`.',
  zh: '由用户在自己的终端中确认：`memdir inbox`。',
} as const

export const EVERYWHERE_BY_PERSON = {
  key: 'origin.everywhere-by-person',
  en: 'only the person changes what holds in all projects; nothing was changed',
  zh: '只有用户本人可以更改适用于所有项目的记忆；未更改任何内容',
} as const
export const EVERYWHERE_BY_PERSON_FIX = {
  key: 'origin.everywhere-by-person-fix',
  en: 'They can do it in a terminal of their own.',
  zh: '用户可在自己的终端中更改。',
} as const

export const TEXT_WAITS = {
  key: 'origin.text-waits',
  en: 'the text waits for the person and is no memory yet: {reason}',
  zh: '该文本在等待用户确认，尚未成为记忆：{reason}',
} as const
export const TEXT_WAITS_FIX = {
  key: 'origin.text-waits-fix',
  en: 'The person accepts it with `memdir inbox accept {id}` or refuses it with `memdir inbox refuse {id}`.',
  zh: '用户可用 `memdir inbox accept {id}` 接受，或用 `memdir inbox refuse {id}` 拒绝。',
} as const
export const TEXT_WAITS_EVERYWHERE_FIX = {
  key: 'origin.text-waits-everywhere-fix',
  en: 'The person accepts it with `memdir inbox accept {id} --everywhere` or refuses it with `memdir inbox refuse {id} --everywhere`.',
  zh: '用户可用 `memdir inbox accept {id} --everywhere` 接受，或用 `memdir inbox refuse {id} --everywhere` 拒绝。',
} as const
