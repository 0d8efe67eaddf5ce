// What people read about the MCP servers that a conversation uses.

export const SERVER_NOT_STARTED = {
  key: 'mcp-client.not-started',
  en: 'MCP server {name} is not used: {problem}',
  zh: '未使用 MCP 服务器 {name}：{problem}',
} as const
export const AGENT_SERVER_UNKNOWN = {
  key: 'mcp-client.agent-server-unknown',
  en: 'The agent {agent} works without the MCP server {name} of its mcpServers: there is none by this name ({known}). Put it into .mcp.json (memdir trust approves it) or into the setting mcpServers, or correct the agent.',
  zh: '代理 {agent} 的 mcpServers 中的 MCP 服务器 {name} 不可用：没有这个名称的服务器（{known}）。请将其写入 .mcp.json（用 memdir trust 批准）或设置 mcpServers，或修改该代理。',
} as const
export const AGENT_SERVER_UNREADABLE = {
  key: 'mcp-client.agent-server-unreadable',
  en: 'The agent {agent} has an entry in mcpServers that is neither a name nor a server: {entry}. It is left out.',
  zh: '代理 {agent} 的 mcpServers 中有一项既不是名称也不是服务器：{entry}，已略过。',
} as const
export const SERVERS_KNOWN = {
  key: 'mcp-client.servers-known',
  en: 'configured: {names}',
  zh: '已配置：{names}',
} as const
export const SERVERS_NONE = {
  key: 'mcp-client.servers-none',
  en: 'none is configured',
  zh: '未配置任何服务器',
} as const
export const SERVER_ENDED = {
  key: 'mcp-client.ended',
  en: 'MCP server {name} has ended ({problem}); its tools are gone. /mcp restart {name} starts it again.',
  zh: 'MCP 服务器 {name} 已结束（{problem}），其工具不再可用。可用 /mcp restart {name} 重新启动。',
} as const
export const SERVER_LATE = {
  key: 'mcp-client.late',
  en: 'MCP server {name} has not answered yet; its tools come with a later message.',
  zh: 'MCP 服务器 {name} 尚未应答；其工具将在之后的消息中可用。',
} as const
export const TOOL_LEFT_OUT = {
  key: 'mcp-client.tool-left-out',
  en: 'MCP server {name}: its tool {tool} is left out: {problem}',
  zh: 'MCP 服务器 {name}：未使用其工具 {tool}：{problem}',
} as const
export const TOOL_TWICE = {
  key: 'mcp-client.tool-twice',
  en: 'it is listed more than once; the first one counts',
  zh: '它被列出多次；以第一个为准',
} as const
export const TOOL_TOO_LARGE = {
  key: 'mcp-client.tool-too-large',
  en: 'its description and schema have more than {most} characters',
  zh: '其说明和模式超过 {most} 个字符',
} as const
export const CONFIG_NOT_OBJECT = {
  key: 'mcp-client.config-not-object',
  en: 'its configuration is no object',
  zh: '其配置不是对象',
} as const
export const CONFIG_NO_TARGET = {
  key: 'mcp-client.config-no-target',
  en: 'it has neither a "command" nor a "url"',
  zh: '既没有 "command" 也没有 "url"',
} as const
export const CONFIG_TYPE = {
  key: 'mcp-client.config-type',
  en: 'the type "{type}" is not supported; stdio and http are',
  zh: '不支持类型“{type}”；支持 stdio 和 http',
} as const
export const WRONG_FIELD = {
  key: 'mcp-client.wrong-field',
  en: '"{field}" is not of the right form',
  zh: '"{field}" 的格式不正确',
} as const
export const CONFIG_URL = {
  key: 'mcp-client.config-url',
  en: 'its "url" is no http or https address',
  zh: '其 "url" 不是 http 或 https 地址',
} as const
export const CONFIG_VARIABLES = {
  key: 'mcp-client.config-variables',
  en: 'it needs environment variables that are not set: {names}',
  zh: '需要未设置的环境变量：{names}',
} as const
export const TOO_MANY_SERVERS = {
  key: 'mcp-client.too-many-servers',
  en: 'at most {most} servers are used',
  zh: '最多使用 {most} 个服务器',
} as const

export const CANNOT_START = {
  key: 'mcp-client.cannot-start',
  en: '{command} could not be started ({reason})',
  zh: '无法启动 {command}（{reason}）',
} as const
export const NO_ANSWER = {
  key: 'mcp-client.no-answer',
  en: 'it did not answer within {seconds} s',
  zh: '{seconds} 秒内没有应答',
} as const
export const EXITED = {
  key: 'mcp-client.exited',
  en: 'its process ended with {how}',
  zh: '其进程以 {how} 结束',
} as const
export const SPEAKS_NO_MCP = {
  key: 'mcp-client.speaks-no-mcp',
  en: 'what it writes is no MCP',
  zh: '其输出不是 MCP',
} as const
export const LINE_TOO_LONG = {
  key: 'mcp-client.line-too-long',
  en: 'it sent a message of more than {most} MB',
  zh: '它发送了超过 {most} MB 的消息',
} as const
export const NEEDS_SIGN_IN = {
  key: 'mcp-client.needs-sign-in',
  en: 'it asks for a sign-in (HTTP {status}); give it a token in "headers"',
  zh: '它要求登录（HTTP {status}）；请在 "headers" 中提供令牌',
} as const
export const CONNECT_FAILED = {
  key: 'mcp-client.connect-failed',
  en: 'it could not be connected to ({reason})',
  zh: '无法连接（{reason}）',
} as const
export const CLOSED = {
  key: 'mcp-client.closed',
  en: 'the connection was closed',
  zh: '连接已关闭',
} as const
export const CANCELLED = {
  key: 'mcp-client.cancelled',
  en: 'it was stopped',
  zh: '已停止',
} as const
