// What the sandbox of agents that work for memdir decides.

import { texts } from './message.ts'

export const sandboxTexts = texts('sandbox', {
  onlyReads: ['it only reads', '它只读取'],
  proven: ['the command is proven to only read', '已确认该命令只读'],
  notProven: ['the command is not proven to only read: {reason}', '无法确认该命令只读：{reason}'],
  inMemory: ['the path is inside the memory directory', '路径在记忆目录内'],
  notOpened: ['the path cannot be opened', '无法打开该路径'],
  commandNotText: ['the command is not text', '命令不是文本'],
  toolUnavailable: ['the tool {tool} is not available here', '此处不提供工具 {tool}'],
  callNotJson: ['the line is not a JSON object with tool and input', '该行不是含有 tool 和 input 的 JSON 对象'],
})
