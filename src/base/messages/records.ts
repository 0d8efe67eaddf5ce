// What people and agents read about what became of a record.

export const FILTERED_CONFIDENCE = {
  key: 'records.filtered-confidence',
  en: 'confidence {value} is below {least}',
  zh: '置信度 {value} 低于 {least}',
} as const
export const FILTERED_IMPORTANCE = {
  key: 'records.filtered-importance',
  en: 'importance {value} is below {least}',
  zh: '重要性 {value} 低于 {least}',
} as const

export const LIKELY_DOUBLES = {
  key: 'records.likely-doubles',
  en: 'pairs of memories that may say the same: {count}; `memdir merge --near` shows them',
  zh: '可能重复的记忆：{count} 对；用 `memdir merge --near` 查看',
} as const

/** Reasons that the history keeps, in English. */
export const EXPIRED = {
  key: 'records.expired',
  en: 'expired memories leave the index',
  zh: '过期的记忆移出索引',
} as const
export const EXPIRED_LONG_AGO = {
  key: 'records.expired-long-ago',
  en: 'expired more than {days} days ago',
  zh: '过期已超过 {days} 天',
} as const

export const MERGE_SUPERSEDED = {
  key: 'records.merge-superseded',
  en: '{id} was superseded by {successor}; nothing was merged',
  zh: '{id} 已被 {successor} 取代；未合并任何内容',
} as const
export const MERGE_EXPIRED = {
  key: 'records.merge-expired',
  en: '{id} has expired; nothing was merged',
  zh: '{id} 已过期；未合并任何内容',
} as const
export const MERGE_LIVE_FIX = {
  key: 'records.merge-live-fix',
  en: 'Give two memories that are still recalled; `memdir list` marks the others.',
  zh: '请给出两条仍会被召回的记忆；`memdir list` 会标出其他记忆。',
} as const
export const RECORD_ADDED_SINCE = {
  key: 'records.record-added-since',
  en: '{file} was stored in the meantime and says the same',
  zh: '{file} 在此期间已保存，内容相同',
} as const

export const RECORD_REMOVED_SINCE = {
  key: 'records.record-removed-since',
  en: '{file} was removed by another program; nothing was changed',
  zh: '{file} 已被其他程序删除；未更改任何内容',
} as const

export const QUARANTINE_AMBIGUOUS = {
  key: 'records.quarantine-ambiguous',
  en: '"{reference}" may mean {ids}',
  zh: '“{reference}” 可能指 {ids}',
} as const
export const QUARANTINE_AMBIGUOUS_FIX = {
  key: 'records.quarantine-ambiguous-fix',
  en: 'Give more characters of the id.',
  zh: '请给出更多 id 字符。',
} as const
export const QUARANTINE_MISSING = {
  key: 'records.quarantine-missing',
  en: 'nothing in quarantine is called "{reference}"',
  zh: '隔离区中没有 “{reference}”',
} as const
export const QUARANTINE_MISSING_FIX = {
  key: 'records.quarantine-missing-fix',
  en: 'See `memdir inbox` for the ids.',
  zh: '用 `memdir inbox` 查看 id。',
} as const

export const BAD_BUDGET = {
  key: 'records.bad-budget',
  en: 'the budget must be a number of tokens, or an object with conversation and, if need be, total, system and tools, in tokens',
  zh: '预算必须是 token 数，或含有 conversation（以及可选的 total、system、tools）的对象，均以 token 计',
} as const
export const BAD_MESSAGES = {
  key: 'records.bad-messages',
  en: 'messages must be an array of objects with role and content',
  zh: 'messages 必须是由含 role 和 content 的对象组成的数组',
} as const
