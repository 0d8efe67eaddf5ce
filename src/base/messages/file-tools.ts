// What goes wrong when a tool reads or writes a file.

import { texts } from './message.ts'

export const fileToolsTexts = texts('file-tools', {
  fileChanged: ['{file} was changed in the meantime; nothing was written', '{file} 在此期间已被更改；未写入任何内容'],
  fileChangedFix: ['Read it again and repeat the change.', '请重新读取后再修改。'],
  notOrdinary: ['{file} is not an ordinary file that can be read', '{file} 不是可读取的普通文件'],
  notOrdinaryFix: ['Choose another file.', '请选择其他文件。'],
})
