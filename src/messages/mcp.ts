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
