// What `memdir chat` says about its arguments and commands.

export const MEMORY_ACTION_NEEDS_ID = {
  key: 'chat.memory-action-needs-id',
  en: '/memory {action} needs an id',
  zh: '/memory {action} 需要编号',
} as const

export const MEMORY_LISTS = {
  key: 'chat.memory-lists',
  en: '/memory lists them.',
  zh: '/memory 可列出它们。',
} as const

export const MEMORY_EDIT_NEEDS_TERMINAL = {
  key: 'chat.memory-edit-needs-terminal',
  en: '/memory edit needs a terminal',
  zh: '/memory edit 需要终端',
} as const

export const USE_MEMDIR_EDIT = {
  key: 'chat.use-memdir-edit',
  en: 'Use `memdir edit ID --content TEXT`.',
  zh: '请使用 `memdir edit ID --content TEXT`。',
} as const

export const SAVING_LEARNT = {
  key: 'chat.saving-learnt',
  en: 'Saving what was learnt … Ctrl-C leaves now, and the rest is done in the background.',
  zh: '正在保存所学内容…… 按 Ctrl-C 可立即退出，余下的在后台完成。',
} as const

export const NO_JSON_FOR_COMMANDS = {
  key: 'chat.no-json-for-commands',
  en: 'a /command has no JSON output',
  zh: '/命令没有 JSON 输出',
} as const

export const LEAVE_JSON_OUT = {
  key: 'chat.leave-json-out',
  en: 'Leave --output-format out, or use the command of `memdir`.',
  zh: '请去掉 --output-format，或使用 `memdir` 的相应命令。',
} as const

export const NO_ANSWER = {
  key: 'chat.no-answer',
  en: 'The model ended its turn without an answer.',
  zh: '模型结束了本轮，但没有给出回答。',
} as const

export const PRINT_ENDS = {
  key: 'chat.print-ends',
  en: '-p ends with its answer',
  zh: '-p 在回答后结束',
} as const

export const RESUME_WITH_PRINT = {
  key: 'chat.resume-with-print',
  en: 'Continue a conversation: memdir chat --resume ID -p "…".',
  zh: '继续某个对话：memdir chat --resume ID -p "…"。',
} as const

export const UNKNOWN_SLASH_COMMAND = {
  key: 'chat.unknown-slash-command',
  en: 'unknown command /{name}',
  zh: '未知命令 /{name}',
} as const

export const HELP_LISTS = {
  key: 'chat.help-lists',
  en: '/help lists the commands.',
  zh: '/help 列出所有命令。',
} as const

export const SLASH_NEEDS_TEXT = {
  key: 'chat.slash-needs-text',
  en: '/{name} needs text',
  zh: '/{name} 需要一段文本',
} as const

export const SLASH_EXAMPLE = {
  key: 'chat.slash-example',
  en: 'For example: {example}',
  zh: '例如：{example}',
} as const

export const UNKNOWN_MODE = {
  key: 'chat.unknown-mode',
  en: 'unknown mode "{name}"',
  zh: '未知模式“{name}”',
} as const

export const NO_TASKS = {
  key: 'chat.no-tasks',
  en: 'No tasks. The agent keeps a list when the work has several steps.',
  zh: '没有任务。工作分为多步时，代理会维护任务列表。',
} as const

export const PLAN_APPROVAL = {
  key: 'chat.plan-approval',
  en: '  y carry it out · n keep planning · or say what should be different > ',
  zh: '  y 执行 · n 继续计划 · 或说明应如何修改 > ',
} as const

export const PLAN_APPROVED = {
  key: 'chat.plan-approved',
  en: 'Approved. The plan is followed from the next message on.',
  zh: '已批准。从下一条消息起按计划执行。',
} as const

export const PLAN_STAYS = {
  key: 'chat.plan-stays',
  en: 'Not approved: plan mode stays on.',
  zh: '未批准：仍处于计划模式。',
} as const

export const QUOTE_MESSAGE = {
  key: 'chat.quote-message',
  en: 'Put the message in quotes after -p.',
  zh: '请把消息放在 -p 之后的引号中。',
} as const

export const JSON_NEEDS_MESSAGE = {
  key: 'chat.json-needs-message',
  en: 'JSON output needs a message',
  zh: 'JSON 输出需要一条消息',
} as const

export const ADD_MESSAGE = {
  key: 'chat.add-message',
  en: 'Add -p "…", or pipe it in.',
  zh: '请加 -p "…"，或通过管道输入。',
} as const

export const NO_MESSAGE = { key: 'chat.no-message', en: 'no message given', zh: '没有消息' } as const

export const GIVE_MESSAGE = {
  key: 'chat.give-message',
  en: 'Give one after -p, or pipe it in.',
  zh: '请在 -p 之后给出，或通过管道输入。',
} as const

export const CONTINUE_OR_RESUME = {
  key: 'chat.continue-or-resume',
  en: '--continue and --resume name two conversations',
  zh: '--continue 与 --resume 指的是两个对话',
} as const

export const NOTHING_PIPED = {
  key: 'chat.nothing-piped',
  en: 'Nothing came through the pipe within three seconds; the message is sent without it. `-p -` waits.',
  zh: '三秒内管道中没有输入；不再等待，直接发送消息。用 `-p -` 可一直等待。',
} as const

export const UNKNOWN_SERVER = {
  key: 'chat.unknown-server',
  en: 'there is no MCP server "{name}"',
  zh: '没有 MCP 服务器“{name}”',
} as const

export const SERVERS_LISTED = {
  key: 'chat.servers-listed',
  en: '/mcp lists them.',
  zh: '/mcp 可列出它们。',
} as const

export const AGENTS_NOT_JSON = {
  key: 'chat.agents-not-json',
  en: '--agents takes a JSON object: agents by name.',
  zh: '--agents 需要一个 JSON 对象：按名称列出代理。',
} as const
export const AGENTS_EXAMPLE = {
  key: 'chat.agents-example',
  en: 'For example: --agents {example}',
  zh: '例如：--agents {example}',
} as const
