// What people read about the MCP servers that a conversation uses.

import { texts } from './message.ts'

export const mcpClientTexts = texts('mcp-client', {
  notStarted: ['MCP server {name} is not used: {problem}', '未使用 MCP 服务器 {name}：{problem}'],
  agentServerUnknown: [
    'The agent {agent} works without the MCP server {name} of its mcpServers: there is none by this name ({known}). Put it into .mcp.json (memdir trust approves it) or into the setting mcpServers, or correct the agent.',
    '代理 {agent} 的 mcpServers 中的 MCP 服务器 {name} 不可用：没有这个名称的服务器（{known}）。请将其写入 .mcp.json（用 memdir trust 批准）或设置 mcpServers，或修改该代理。',
  ],
  agentServerUnreadable: ['The agent {agent} has an entry in mcpServers that is neither a name nor a server: {entry}. It is left out.', '代理 {agent} 的 mcpServers 中有一项既不是名称也不是服务器：{entry}，已略过。'],
  serversKnown: ['configured: {names}', '已配置：{names}'],
  serversNone: ['none is configured', '未配置任何服务器'],
  ended: ['MCP server {name} has ended ({problem}); its tools are gone. /mcp restart {name} starts it again.', 'MCP 服务器 {name} 已结束（{problem}），其工具不再可用。可用 /mcp restart {name} 重新启动。'],
  late: ['MCP server {name} has not answered yet; its tools come with a later message.', 'MCP 服务器 {name} 尚未应答；其工具将在之后的消息中可用。'],
  toolLeftOut: ['MCP server {name}: its tool {tool} is left out: {problem}', 'MCP 服务器 {name}：未使用其工具 {tool}：{problem}'],
  toolTwice: ['it is listed more than once; the first one counts', '它被列出多次；以第一个为准'],
  toolTooLarge: ['its description and schema have more than {most} characters', '其说明和模式超过 {most} 个字符'],
  configNotObject: ['its configuration is no object', '其配置不是对象'],
  configNoTarget: ['it has neither a "command" nor a "url"', '既没有 "command" 也没有 "url"'],
  configType: ['the type "{type}" is not supported; stdio and http are', '不支持类型“{type}”；支持 stdio 和 http'],
  wrongField: ['"{field}" is not of the right form', '"{field}" 的格式不正确'],
  configUrl: ['its "url" is no http or https address', '其 "url" 不是 http 或 https 地址'],
  configVariables: ['it needs environment variables that are not set: {names}', '需要未设置的环境变量：{names}'],
  tooManyServers: ['at most {most} servers are used', '最多使用 {most} 个服务器'],
  cannotStart: ['{command} could not be started ({reason})', '无法启动 {command}（{reason}）'],
  noAnswer: ['it did not answer within {seconds} s', '{seconds} 秒内没有应答'],
  exited: ['its process ended with {how}', '其进程以 {how} 结束'],
  speaksNoMcp: ['what it writes is no MCP', '其输出不是 MCP'],
  lineTooLong: ['it sent a message of more than {most} MB', '它发送了超过 {most} MB 的消息'],
  needsSignIn: ['it asks for a sign-in (HTTP {status}); give it a token in "headers"', '它要求登录（HTTP {status}）；请在 "headers" 中提供令牌'],
  connectFailed: ['it could not be connected to ({reason})', '无法连接（{reason}）'],
  closed: ['the connection was closed', '连接已关闭'],
  cancelled: ['it was stopped', '已停止'],
})
