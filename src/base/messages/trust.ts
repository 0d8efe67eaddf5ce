// What hooks and settings say about what a project asks for and is not approved.

import { texts } from './message.ts'

export const trustTexts = texts('trust', {
  trustWaits: ['This project asks for things that need your approval, and they are ignored until then ({parts}). Look at them and decide, in a terminal: memdir trust', '此项目要求的一些内容需要您批准，在此之前不会生效（{parts}）。请在终端中查看并决定：memdir trust'],
  trustDamaged: ['{path} cannot be understood, so nothing that projects ask for counts as approved. Approve it again with memdir trust.', '无法理解 {path}，因此任何项目要求的内容都不算已批准。请用 memdir trust 重新批准。'],
  fileRefused: ['{path} is not read: {reason}', '未读取 {path}：{reason}'],
  isLink: ['its path contains a symbolic link, which could lead anywhere', '其路径中有符号链接，可能指向任何位置'],
  inSubmodule: ['it belongs to a submodule, which is another repository', '它属于子模块，即另一个仓库'],
  isNoFile: ['it is not a regular file', '它不是普通文件'],
  isTooLarge: ['it is too large', '文件过大'],
  isUnreadable: ['it cannot be read', '无法读取'],
  notWritten: ['{path} was not changed, because {reason}', '未更改 {path}：{reason}'],
  leadsElsewhere: ['{at} is a symbolic link to {target}', '{at} 是指向 {target} 的符号链接'],
  hasOtherNames: ['it has another name elsewhere (a hard link)', '它在别处还有另一个名称（硬链接）'],
  notWrittenFix: ['A repository must not lead memdir to other files. See what is there (ls -ld {at}), put a plain file or directory in its place, or nothing, and try again.', '仓库不得将 memdir 引向其他文件。请查看该处内容（ls -ld {at}），换成普通文件或目录，或将其删除，然后重试。'],
})
