// What `memdir trust` and those who ask like it say.

export const NOTHING_WAITS = {
  key: 'trust-command.nothing-waits',
  en: 'Nothing in {root} waits for your approval.',
  zh: '{root} 中没有等待您批准的内容。',
} as const

export const NOTHING_APPROVED = {
  key: 'trust-command.nothing-approved',
  en: 'Nothing is approved for {root}.',
  zh: '{root} 没有已批准的内容。',
} as const

/** The kinds of parts, each with what it would mean to approve it. */
export const SETTINGS_ASK = {
  key: 'trust-command.settings-ask',
  en: '{name} wants to change what memdir runs, sends, reads, spends or deletes:',
  zh: '{name} 要更改 memdir 运行、发送、读取、花费或删除的内容：',
} as const

export const INCLUDE_ASKS = {
  key: 'trust-command.include-asks',
  en: '{from} wants conversations to include {name}, which is outside the project:',
  zh: '{from} 要在对话中引入项目之外的 {name}：',
} as const

export const MCP_ASKS = {
  key: 'trust-command.mcp-asks',
  en: '{name} wants to start programs or connect to addresses as MCP servers:',
  zh: '{name} 要启动程序或连接地址作为 MCP 服务器：',
} as const

export const AGENT_ASKS = {
  key: 'trust-command.agent-asks',
  en: '{name} defines an agent that asks for more than words:',
  zh: '{name} 定义的代理要求的不只是文字：',
} as const

export const SKILL_ASKS = {
  key: 'trust-command.skill-asks',
  en: '{name} defines a skill that wants to use tools without asking:',
  zh: '{name} 定义的技能要在不询问的情况下使用工具：',
} as const

export const STYLE_ASKS = {
  key: 'trust-command.style-asks',
  en: '{name} is an output style, which becomes a part of the system prompt:',
  zh: '{name} 是一种输出风格，将成为系统提示的一部分：',
} as const

export const CHANGED_SINCE = {
  key: 'trust-command.changed-since',
  en: 'You approved another content on {day}; this has changed since:',
  zh: '您于 {day} 批准过另一内容；此后的更改：',
} as const

export const SECRET_HIDDEN = {
  key: 'trust-command.secret-hidden',
  en: 'Something that looks like a secret is not shown, and what cannot be seen cannot be approved. Take it out of {name} (use an environment variable) and try again.',
  zh: '其中疑似密钥的内容未显示；看不到的内容不能批准。请将其从 {name} 中移除（改用环境变量）后重试。',
} as const

export const APPROVE_QUESTION = {
  key: 'trust-command.approve-question',
  en: 'Allow exactly this, in {root}? [y/N] ',
  zh: '在 {root} 中仅允许以上内容吗？[y/N] ',
} as const

export const APPROVED = {
  key: 'trust-command.approved',
  en: 'approved: {name}',
  zh: '已批准：{name}',
} as const

export const STILL_WAITS = {
  key: 'trust-command.still-waits',
  en: 'not approved, so it stays ignored: {name}',
  zh: '未批准，因此仍不生效：{name}',
} as const

export const HOW_TO_APPROVE = {
  key: 'trust-command.how-to-approve',
  en: 'Nobody can be asked here. In a terminal `memdir trust` asks; a script of yours says which content it means: memdir trust --accept HASH',
  zh: '此处无法询问。在终端中 `memdir trust` 会询问；您的脚本须指明内容：memdir trust --accept HASH',
} as const

export const NOT_BY_AGENT = {
  key: 'trust-command.not-by-agent',
  en: 'only a person can approve this, and this command was started by {agent}',
  zh: '只有人可以批准，而此命令由 {agent} 启动',
} as const

export const NOT_BY_AGENT_FIX = {
  key: 'trust-command.not-by-agent-fix',
  en: 'Run it in a terminal of your own.',
  zh: '请在您自己的终端中运行。',
} as const

export const NOT_TOGETHER = {
  key: 'trust-command.not-together',
  en: '--{one} and --{other} cannot go together',
  zh: '--{one} 与 --{other} 不能同时使用',
} as const

export const GIVE_ONE = {
  key: 'trust-command.give-one',
  en: 'Give one of them.',
  zh: '请只给出其中一个。',
} as const

export const NO_SUCH_HASH = {
  key: 'trust-command.no-such-hash',
  en: 'nothing that waits here has the hash "{hash}"',
  zh: '此处等待批准的内容中没有哈希为“{hash}”的',
} as const

export const NO_SUCH_HASH_FIX = {
  key: 'trust-command.no-such-hash-fix',
  en: 'See what waits, each with its whole hash: memdir trust --json',
  zh: '查看等待批准的内容及其完整哈希：memdir trust --json',
} as const

export const REVOKED = {
  key: 'trust-command.revoked',
  en: 'Approvals taken back: {count}. What they were for is ignored from now on.',
  zh: '已撤回 {count} 项批准。相关内容从现在起不再生效。',
} as const

export const NO_SUCH_APPROVAL = {
  key: 'trust-command.no-such-approval',
  en: 'nothing called "{name}" is approved for {root}',
  zh: '{root} 没有名为“{name}”的已批准内容',
} as const

export const NO_SUCH_APPROVAL_FIX = {
  key: 'trust-command.no-such-approval-fix',
  en: 'See what is approved: memdir trust --list',
  zh: '查看已批准的内容：memdir trust --list',
} as const

export const NEEDS_TRUST = {
  key: 'trust-command.needs-trust',
  en: 'It counts for you once you have approved it, as for everybody who works on the project: memdir trust',
  zh: '与项目的其他参与者一样，您批准之后它才会生效：memdir trust',
} as const
