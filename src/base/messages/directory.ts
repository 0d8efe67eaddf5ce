// What people and agents read where a memory directory is not the one it was.

import { texts } from './message.ts'

export const directoryTexts = texts('directory', {
  directoryReplaced: ['the memory directory {path} is not the one it was when this program started; nothing was read or written', '记忆目录 {path} 已不是本程序启动时的那一个；未读取也未写入任何内容'],
  directoryReplacedFix: ['If you replaced it yourself, start the program (or the agent that runs it) again; otherwise find out who did.', '如果是您自己替换的，请重新启动本程序（或运行它的代理）；否则请查明是谁替换的。'],
})
