// Messages for when a tool asks for permission.

import { texts } from './message.ts'

export const permissionTexts = texts('permission', {
  credentialsAsked: ['{path} contains credentials (keys, tokens or passwords); what is read goes to the model', '{path} 含有凭据（密钥、令牌或密码）；读取的内容会发送给模型'],
  allowedToolUnclear: ['--allowed-tools does not understand "{rule}"', '--allowed-tools 无法理解“{rule}”'],
  allowedToolExample: ['Name tools, and for Bash a command or how it begins: --allowed-tools "Edit,Bash(npm test),Bash(git log:*)".', '请列出工具名；Bash 可限定为某个命令或其开头：--allowed-tools "Edit,Bash(npm test),Bash(git log:*)"。'],
  allowedToolUnknown: ['--allowed-tools: there is no tool {tools} here', '--allowed-tools：此处没有工具 {tools}'],
})
