// What the MCP server refuses.

export const UNKNOWN_PROMPT = {
  key: 'mcp.unknown-prompt',
  en: 'unknown prompt "{name}"',
  zh: '未知提示“{name}”',
} as const

export const UNKNOWN_RESOURCE = {
  key: 'mcp.unknown-resource',
  en: 'unknown resource {uri}',
  zh: '未知资源 {uri}',
} as const

export const SERVER_MEMORY_OFF = {
  key: 'mcp.server-memory-off',
  en: 'memory is off ({reason})',
  zh: '记忆已关闭（{reason}）',
} as const

export const UNKNOWN_TOOL_AMONG = {
  key: 'mcp.unknown-tool',
  en: 'unknown tool "{name}"; known are: {known}',
  zh: '未知工具“{name}”；已有：{known}',
} as const

export const PROMPT_LACKS = {
  key: 'mcp.prompt-lacks',
  en: 'the prompt "{name}" needs the argument "{argument}"',
  zh: '提示“{name}”需要参数“{argument}”',
} as const

export const UNKNOWN_CURSOR = {
  key: 'mcp.unknown-cursor',
  en: 'unknown cursor "{cursor}"; begin again without one',
  zh: '未知游标“{cursor}”；请不带游标重新开始',
} as const
