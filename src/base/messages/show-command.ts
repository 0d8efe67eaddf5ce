// What `memdir show` says.
import { texts } from './message.ts'

export const showCommandTexts = texts('show-command', {
  help: ['Shows one memory. MEMORY is an id, a unique beginning of one, or a file name.', '显示一条记忆。MEMORY 是编号、编号的唯一开头或文件名。'],
  optionRaw: ['the file as it is', '原样输出文件'],
  expired: ['expired', '已过期'],
  separator: [', ', '、'],
  id: ['id', '编号'],
  type: ['type', '类型'],
  importance: ['importance', '重要性'],
  tags: ['tags', '标签'],
  when: ['when', '何时'],
  on: ['at calls', '调用时'],
  between: ['; ', '；'],
  from: ['from', '来源'],
  changed: ['changed', '更改'],
  expires: ['expires', '到期'],
  superseded: ['superseded by', '状态'],
  related: ['related', '相关'],
  file: ['file', '文件'],
  frontmatterCannotReadSee: ['its frontmatter cannot be read; see memdir doctor', 'frontmatter 无法读取，请运行 memdir doctor'],
  successor: ['{successor}', '已被 {successor} 取代'],
})
