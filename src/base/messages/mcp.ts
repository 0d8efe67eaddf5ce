// What the MCP server refuses.

import { texts } from './message.ts'

export const mcpTexts = texts('mcp', {
  unknownPrompt: ['unknown prompt "{name}"', '未知提示“{name}”'],
  unknownResource: ['unknown resource {uri}', '未知资源 {uri}'],
  serverMemoryOff: ['memory is off ({reason})', '记忆已关闭（{reason}）'],
  unknownTool: ['unknown tool "{name}"; known are: {known}', '未知工具“{name}”；已有：{known}'],
  promptLacks: ['the prompt "{name}" needs the argument "{argument}"', '提示“{name}”需要参数“{argument}”'],
  unknownCursor: ['unknown cursor "{cursor}"; begin again without one', '未知游标“{cursor}”；请不带游标重新开始'],
})
