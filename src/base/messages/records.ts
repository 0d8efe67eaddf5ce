// What people and agents read about what became of a record.

import { texts } from './message.ts'

export const recordsTexts = texts('records', {
  filteredConfidence: ['confidence {value} is below {least}', '置信度 {value} 低于 {least}'],
  filteredImportance: ['importance {value} is below {least}', '重要性 {value} 低于 {least}'],
  likelyDoubles: ['pairs of memories that may say the same: {count}; `memdir merge --near` shows them', '可能重复的记忆：{count} 对；用 `memdir merge --near` 查看'],
  /** Reasons that the history keeps, in English. */
  expired: ['expired memories leave the index', '过期的记忆移出索引'],
  expiredLongAgo: ['expired more than {days} days ago', '过期已超过 {days} 天'],
  mergeSuperseded: ['{id} was superseded by {successor}; nothing was merged', '{id} 已被 {successor} 取代；未合并任何内容'],
  mergeExpired: ['{id} has expired; nothing was merged', '{id} 已过期；未合并任何内容'],
  mergeLiveFix: ['Give two memories that are still recalled; `memdir list` marks the others.', '请给出两条仍会被召回的记忆；`memdir list` 会标出其他记忆。'],
  recordAddedSince: ['{file} was stored in the meantime and says the same', '{file} 在此期间已保存，内容相同'],
  recordRemovedSince: ['{file} was removed by another program; nothing was changed', '{file} 已被其他程序删除；未更改任何内容'],
  quarantineAmbiguous: ['"{reference}" may mean {ids}', '“{reference}” 可能指 {ids}'],
  quarantineAmbiguousFix: ['Give more characters of the id.', '请给出更多 id 字符。'],
  quarantineMissing: ['nothing in quarantine is called "{reference}"', '隔离区中没有 “{reference}”'],
  quarantineMissingFix: ['See `memdir inbox` for the ids.', '用 `memdir inbox` 查看 id。'],
  badBudget: ['the budget must be a number of tokens, or an object with conversation and, if need be, total, system and tools, in tokens', '预算必须是 token 数，或含有 conversation（以及可选的 total、system、tools）的对象，均以 token 计'],
  badMessages: ['messages must be an array of objects with role and content', 'messages 必须是由含 role 和 content 的对象组成的数组'],
})
