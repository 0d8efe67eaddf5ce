// What `memdir doctor` finds wrong with files in a memory directory.

import { texts } from './message.ts'

export const doctorTexts = texts('doctor', {
  memoryOff: ['memory is off here ({reason}): nothing is recalled or learnt until that is changed', '此处记忆已关闭（{reason}）：改变之前不会召回也不会学习'],
  findingLink: ['is a symbolic link, so it is not read; put an ordinary file in its place', '是符号链接，不会读取；请换成普通文件'],
  findingNotRegular: ['is a pipe, a socket or a device, so it is not read; remove it', '是管道、套接字或设备，不会读取；请删除'],
  findingTooLarge: ['is larger than {most} MB, so it is not read; split it', '超过 {most} MB，不会读取；请拆分'],
  findingNotText: ['is not text (binary data, or not UTF-8); convert it to UTF-8 or remove it', '不是文本（二进制数据，或不是 UTF-8）；请转换为 UTF-8 或删除'],
  findingField: ['{problem}, so the field is ignored; correct it with `memdir edit`', '{problem}，该字段被忽略；请用 `memdir edit` 改正'],
  findingFuture: ['says `{field}: {value}`, a time that is still to come, so the time of the file counts instead; correct or delete that line in the file', '写着 `{field}: {value}`，该时间尚未到来，因此改按文件的时间计算；请在文件中改正或删除此行'],
  findingHardLink: ['has a second name elsewhere (a hard link); a change here replaces it, and the other keeps its old text', '在别处还有另一个名称（硬链接）；在此更改会替换它，另一个保留旧内容'],
  findingNameCollision: ['is taken for {of} on systems that fold case or accents; rename one of them', '在不区分大小写或重音写法的系统上会与 {of} 视为同一文件；请重命名其一'],
  findingSecret: ['line {line} of the file contains a secret ({rule}); treat it as leaked, and remove the memory with every former version: `memdir purge {id}`', '文件第 {line} 行含有密钥（{rule}）；请视为已泄露，并连同所有历史版本一起删除：`memdir purge {id}`'],
  findingSecretInIndex: ['line {line} of the file contains a secret ({rule}); treat it as leaked, and remove it from the file', '文件第 {line} 行含有密钥（{rule}）；请视为已泄露，并从文件中删除'],
})
