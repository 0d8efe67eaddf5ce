// Messages for when a tool asks for permission.

export const CREDENTIALS_ASKED = {
  key: 'permission.credentials-asked',
  en: '{path} contains credentials (keys, tokens or passwords); what is read goes to the model',
  zh: '{path} 含有凭据（密钥、令牌或密码）；读取的内容会发送给模型',
} as const

export const ALLOWED_TOOL_UNCLEAR = {
  key: 'permission.allowed-tool-unclear',
  en: '--allowed-tools does not understand "{rule}"',
  zh: '--allowed-tools 无法理解“{rule}”',
} as const

export const ALLOWED_TOOL_EXAMPLE = {
  key: 'permission.allowed-tool-example',
  en: 'Name tools, and for Bash a command or how it begins: --allowed-tools "Edit,Bash(npm test),Bash(git log:*)".',
  zh: '请列出工具名；Bash 可限定为某个命令或其开头：--allowed-tools "Edit,Bash(npm test),Bash(git log:*)"。',
} as const

export const ALLOWED_TOOL_UNKNOWN = {
  key: 'permission.allowed-tool-unknown',
  en: '--allowed-tools: there is no tool {tools} here',
  zh: '--allowed-tools：此处没有工具 {tools}',
} as const
