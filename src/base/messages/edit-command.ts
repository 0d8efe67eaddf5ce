// What `memdir edit` says.
import { texts } from './message.ts'

export const editCommandTexts = texts('edit-command', {
  help: ['Changes a memory: in your editor ($VISUAL, $EDITOR), or with options: the text, and each field. Other fields and lines stay as they are.', '修改记忆：用编辑器（$VISUAL、$EDITOR），或用选项给出文本和各字段。其他字段和行保持不变。'],
  optionContent: ['the new text; "-" reads standard input', '新文本；"-" 表示从标准输入读取'],
  optionSet: ['set a field: the same as the options above, and confidence', '设置字段：与上面的选项相同，另有 confidence'],
  optionUnset: ['remove a field', '删除字段'],
  optionConversation: ['the conversation it came from', '来源对话'],
  changed: ['Changed', '已修改'],
  nothingChanged: ['Nothing changed.', '没有更改。'],
})
