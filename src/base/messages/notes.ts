// What is said about the notes of conversations.

import { texts } from './message.ts'

export const notesTexts = texts('notes', {
  none: ['there are no notes of conversation {id}', '没有对话 {id} 的笔记'],
  noneYet: ['there are no conversations with notes in this project yet', '此项目还没有带笔记的对话'],
  noneFix: ['List them with `memdir notes`, or give the log of a conversation as a file.', '用 `memdir notes` 列出，或给出对话日志文件。'],
  ambiguous: ['{count} conversations begin with {id}', '有 {count} 个对话以 {id} 开头'],
  emptyId: ['an empty text names no conversation', '空文本不能指定对话'],
  longerId: ['Give more of its id.', '请给出更长的编号。'],
  unknownLog: ['{path} is not the log of an agent that memdir knows', '{path} 不是 memdir 认识的代理日志'],
  emptyLog: ['nothing was said in {path}', '{path} 中没有任何对话'],
  off: ['notes of conversations are switched off (sessionMemory.enabled, autoCompactEnabled)', '对话笔记已关闭（sessionMemory.enabled、autoCompactEnabled）'],
  notMade: ['There are no notes of this conversation yet: the first come at {tokens} tokens. /notes update makes them now.', '此对话还没有笔记：达到 {tokens} 令牌时首次写入。/notes update 可立即生成。'],
  failedNow: ['the notes could not be brought up to date', '无法更新笔记'],
})
