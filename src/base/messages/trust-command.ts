// What `memdir trust` and those who ask like it say.

import { texts } from './message.ts'

export const trustCommandTexts = texts('trust-command', {
  nothingWaits: ['Nothing in {root} waits for your approval.', '{root} 中没有等待您批准的内容。'],
  nothingApproved: ['Nothing is approved for {root}.', '{root} 没有已批准的内容。'],
  /** The kinds of parts, each with what it would mean to approve it. */
  settingsAsk: ['{name} wants to change what memdir runs, sends, reads, spends or deletes:', '{name} 要更改 memdir 运行、发送、读取、花费或删除的内容：'],
  includeAsks: ['{from} wants conversations to include {name}, which is outside the project:', '{from} 要在对话中引入项目之外的 {name}：'],
  mcpAsks: ['{name} wants to start programs or connect to addresses as MCP servers:', '{name} 要启动程序或连接地址作为 MCP 服务器：'],
  agentAsks: ['{name} defines an agent that asks for more than words:', '{name} 定义的代理要求的不只是文字：'],
  skillAsks: ['{name} defines a skill that wants to use tools without asking:', '{name} 定义的技能要在不询问的情况下使用工具：'],
  styleAsks: ['{name} is an output style, which becomes a part of the system prompt:', '{name} 是一种输出风格，将成为系统提示的一部分：'],
  changedSince: ['You approved another content on {day}; this has changed since:', '您于 {day} 批准过另一内容；此后的更改：'],
  secretHidden: ['Something that looks like a secret is not shown, and what cannot be seen cannot be approved. Take it out of {name} (use an environment variable) and try again.', '其中疑似密钥的内容未显示；看不到的内容不能批准。请将其从 {name} 中移除（改用环境变量）后重试。'],
  approveQuestion: ['Allow exactly this, in {root}? [y/N] ', '在 {root} 中仅允许以上内容吗？[y/N] '],
  approved: ['approved: {name}', '已批准：{name}'],
  stillWaits: ['not approved, so it stays ignored: {name}', '未批准，因此仍不生效：{name}'],
  howToApprove: ['Nobody can be asked here. In a terminal `memdir trust` asks; a script of yours says which content it means: memdir trust --accept HASH', '此处无法询问。在终端中 `memdir trust` 会询问；您的脚本须指明内容：memdir trust --accept HASH'],
  notByAgent: ['only a person can approve this, and this command was started by {agent}', '只有人可以批准，而此命令由 {agent} 启动'],
  notByAgentFix: ['Run it in a terminal of your own.', '请在您自己的终端中运行。'],
  notTogether: ['--{one} and --{other} cannot go together', '--{one} 与 --{other} 不能同时使用'],
  giveOne: ['Give one of them.', '请只给出其中一个。'],
  noSuchHash: ['nothing that waits here has the hash "{hash}"', '此处等待批准的内容中没有哈希为“{hash}”的'],
  noSuchHashFix: ['See what waits, each with its whole hash: memdir trust --json', '查看等待批准的内容及其完整哈希：memdir trust --json'],
  revoked: ['Approvals taken back: {count}. What they were for is ignored from now on.', '已撤回 {count} 项批准。相关内容从现在起不再生效。'],
  noSuchApproval: ['nothing called "{name}" is approved for {root}', '{root} 没有名为“{name}”的已批准内容'],
  noSuchApprovalFix: ['See what is approved: memdir trust --list', '查看已批准的内容：memdir trust --list'],
  needsTrust: ['It counts for you once you have approved it, as for everybody who works on the project: memdir trust', '与项目的其他参与者一样，您批准之后它才会生效：memdir trust'],
  help: [
    'Shows what the files of this project ask for that needs your approval (what runs, sends, reads elsewhere, spends or deletes) and asks about each. An approval is for exactly this content; when it changes, you are asked again and shown the difference.',
    '显示此项目的文件要求的、需要您批准的内容（运行、发送、读取别处、花费或删除），并逐一询问。批准仅针对该内容；内容更改后会再次询问并显示差异。',
  ],
  optionList: ['show what is approved', '显示已批准的内容'],
  optionRevoke: ['take approvals back: all of this project, or those of NAME', '撤回批准：此项目的全部，或 NAME 的批准'],
  optionAccept: ['for your scripts: approve the content with this whole hash', '用于您的脚本：批准具有此完整哈希的内容'],
  file: ['FILE', '文件'],
  what: ['WHAT', '种类'],
  approved2: ['APPROVED', '批准时间'],
  state: ['STATE', '状态'],
  changedWaits: ['changed, waits', '已更改，等待批准'],
  approved3: ['approved', '已批准'],
})
