// What the memory tool answers to wrong input.

import { texts } from './message.ts'

export const memoryActionsTexts = texts('memory-actions', {
  updateNeedsChange: ['update needs content, type, tags or importance', 'update 需要 content、type、tags 或 importance'],
  giveAChange: ['Say what to change.', '请说明要更改什么。'],
  emptyContent: ['the new text is empty', '新文本为空'],
  useDelete: ['To remove a memory use action delete.', '删除记忆请用操作 delete。'],
  noFilesWritten: ['files may not be written here', '此处不能写入文件'],
  leaveOutputOut: ['Leave output out: the document is returned.', '请去掉 output：文档会直接返回。'],
  importNeedsData: ['import needs file or data', 'import 需要 file 或 data'],
  giveData: ['Say what to import.', '请说明要导入什么。'],
  noFilesRead: ['files may not be read here', '此处不能读取文件'],
  giveDocument: ['Give the document as data.', '请用 data 给出文档。'],
  findWithTools: ['The tool `search` gives ids.', '工具 `search` 会给出 id。'],
  unknownTool: ['unknown tool "{name}"', '未知工具“{name}”'],
  memoryIsOff: ['memory is off ({reason})', '记忆已关闭（{reason}）'],
  correctTheCall: ['Correct the call and try again.', '请修正调用后重试。'],
  explainNeeds: ['explain needs query or id', 'explain 需要 query 或 id'],
  giveQueryOrId: ['Give the message as query, the memory as id, or both.', '请用 query 给出消息、用 id 给出记忆，或两者都给。'],
  parameterMissing: ['{name} is missing', '缺少 {name}'],
  giveParameter: ['Give {name}.', '请给出 {name}。'],
})
