// What the sandbox of agents that work for memdir decides.

export const ONLY_READS = { key: 'sandbox.only-reads', en: 'it only reads', zh: '它只读取' } as const
export const PROVEN = {
  key: 'sandbox.proven',
  en: 'the command is proven to only read',
  zh: '已确认该命令只读',
} as const
export const NOT_PROVEN = {
  key: 'sandbox.not-proven',
  en: 'the command is not proven to only read: {reason}',
  zh: '无法确认该命令只读：{reason}',
} as const
export const IN_MEMORY = {
  key: 'sandbox.in-memory',
  en: 'the path is inside the memory directory',
  zh: '路径在记忆目录内',
} as const
export const NOT_OPENED = {
  key: 'sandbox.not-opened',
  en: 'the path cannot be opened',
  zh: '无法打开该路径',
} as const
export const COMMAND_NOT_TEXT = {
  key: 'sandbox.command-not-text',
  en: 'the command is not text',
  zh: '命令不是文本',
} as const
export const TOOL_UNAVAILABLE = {
  key: 'sandbox.tool-unavailable',
  en: 'the tool {tool} is not available here',
  zh: '此处不提供工具 {tool}',
} as const
export const CALL_NOT_JSON = {
  key: 'sandbox.call-not-json',
  en: 'the line is not a JSON object with tool and input',
  zh: '该行不是含有 tool 和 input 的 JSON 对象',
} as const
