import { texts } from './message.ts'

export const dreamTexts = texts('dream', {
  unreadable: ['the answer cannot be read as an operation', '无法把回答读作一项操作'],
  unknownStatement: ['there is no such statement', '没有这条陈述'],
  twice: ['the statement was decided already', '该陈述已有决定'],
  targetGoes: ['what should say it from then on goes itself', '本应保留其内容的陈述自身也被移除'],
  itself: ['it points to itself', '指向了自身'],
  noReason: ['no reason is given', '没有给出理由'],
  differentType: ['the two are of different types', '两者类型不同'],
  differentOrigin: ['the two come from different sources', '两者来源不同'],
  personsWords: ['these are the person’s own words', '这是用户本人的原话'],
  differs: ['they differ in a number, a name or a negation', '两者在数字、名称或否定上不同'],
  doubtful: ['it is not plain that the two say the same', '无法确定两者说的是同一件事'],
  unrelated: ['the two are about different things', '两者说的不是同一件事'],
  notNewer: ['what would take its place is older', '要取代它的陈述更旧'],
  newWords: ['the new text says more, less or something else', '新文本的内容有增减或改变'],
  quotation: ['it is a quotation or code', '这是引文或代码'],
  tooMuchLost: ['more than a quarter of the statements would be lost', '将失去超过四分之一的陈述'],
  notProven: ['the result is not exactly what was decided', '结果与所作决定不完全一致'],
  notEditable: ['the file cannot be changed without losing something', '该文件无法在不丢失内容的情况下更改'],
  off: ['dreams are switched off (dream.enabled)', '整理已关闭（dream.enabled）'],
  memoryOff: ['memory is switched off', '记忆已关闭'],
  dailyLog: ['in daily-log mode the logs are distilled instead', '每日日志模式下改为提炼日志'],
  remote: ['the memories are kept in remote storage', '记忆保存在远程存储中'],
  tooSoon: ['the last dream is not long enough ago', '距上次整理时间不足'],
  scanned: ['it was looked for a few minutes ago', '几分钟前刚检查过'],
  fewConversations: ['too few conversations since the last dream', '上次整理以来的对话太少'],
  otherDream: ['another agent consolidates this directory right now', '另一个代理正在整理此目录'],
  answerUnreadable: ['the model’s answer is no list of operations', '模型的回答不是操作列表'],
  heldMissing: ['no proposal of a dream has the id "{id}", or its memories have changed since', '没有编号为“{id}”的整理建议，或其记忆此后已更改'],
  heldMissingFix: ['See `memdir dream --held` for what waits.', '用 `memdir dream --held` 查看待决定的建议。'],
  noAnswer: ['the model gave no answer', '模型没有给出回答'],
  answerFix: ['What needs no model was done. `memdir dream` tries again.', '无需模型的部分已完成。可用 `memdir dream` 重试。'],
  oneOf: ['--dry-run, --held, --accept, --refuse and --logs are used one at a time', '--dry-run、--held、--accept、--refuse 和 --logs 每次只能用一个'],
  logNoteOff: ['daily-log mode is off (dailyLog.enabled): a line in a log would never be found', '每日日志模式未开启（dailyLog.enabled）：日志中的内容不会被找到'],
  logNoteOffFix: ['Switch it on with `memdir config set dailyLog.enabled true`, or store a memory with `memdir add`.', '用 `memdir config set dailyLog.enabled true` 开启，或用 `memdir add` 添加记忆。'],
  logNoteEmpty: ['there is nothing to note', '没有要记录的内容'],
  logNoteFix: ['Give the text: memdir log-note "The release moved to 2026-04-16".', '请给出文本：memdir log-note "发布改到 2026-04-16"。'],
  personDecides: ['what a dream left to the person is decided by the person, not by an agent', '整理时留给用户决定的内容由用户决定，而非代理'],
  proposesMerge: ['a dream proposes to merge it away from {file}: {because}', '整理建议将其从 {file} 合并到另一条：{because}'],
  proposesSupersede: ['a dream proposes that it no longer counts ({file}): {because}', '整理建议将其视为已被取代（{file}）：{because}'],
  proposesMove: ['a dream proposes to move it out of {file}: {because}', '整理建议将其移出 {file}：{because}'],
  proposesDrop: ['a dream proposes to drop it from {file}: {because}', '整理建议将其从 {file} 移除：{because}'],
  becauseSameText: ['the same text', '文本相同'],
  becauseMerge: ['another says it, too', '另一条已说明'],
  becauseSupersede: ['a newer one takes its place', '已被更新的一条取代'],
  becauseMove: ['it belongs to that topic', '属于那个主题'],
  becauseDrop: ['of no further use', '不再有用'],
  becauseRewrite: ['a date that can be read later', '改为日后可读的日期'],
  becauseExpired: ['it has expired: no longer in the index', '已过期：不再列入索引'],
  writtenOn: ['written on {day}', '写于 {day}'],
  pointerRemoved: ['pointer to {file} removed', '移除指向 {file} 的条目'],
  pointerAdded: ['pointer to {file} added', '新增指向 {file} 的条目'],
  indexSorted: ['sorted by topic (lines: {lines})', '按主题排序（{lines} 行）'],
})
// Dreams: why one does not begin, what was not done, and what a person should decide.

export const DREAM_REASONS = {
  unreadable: dreamTexts.unreadable,
  unknown_statement: dreamTexts.unknownStatement,
  twice: dreamTexts.twice,
  target_goes: dreamTexts.targetGoes,
  itself: dreamTexts.itself,
  no_reason: dreamTexts.noReason,
  different_type: dreamTexts.differentType,
  different_origin: dreamTexts.differentOrigin,
  persons_words: dreamTexts.personsWords,
  differs: dreamTexts.differs,
  doubtful: dreamTexts.doubtful,
  unrelated: dreamTexts.unrelated,
  not_newer: dreamTexts.notNewer,
  new_words: dreamTexts.newWords,
  quotation: dreamTexts.quotation,
  too_much_lost: dreamTexts.tooMuchLost,
  not_proven: dreamTexts.notProven,
  not_editable: dreamTexts.notEditable,
} as const

export type DreamReason = keyof typeof DREAM_REASONS

export const DREAM_GATES = {
  off: dreamTexts.off,
  memory_off: dreamTexts.memoryOff,
  daily_log: dreamTexts.dailyLog,
  remote: dreamTexts.remote,
  too_soon: dreamTexts.tooSoon,
  scanned: dreamTexts.scanned,
  few_conversations: dreamTexts.fewConversations,
  other_dream: dreamTexts.otherDream,
} as const

export type DreamGateReason = keyof typeof DREAM_GATES

export const DREAM_PROPOSES = {
  merge: dreamTexts.proposesMerge,
  supersede: dreamTexts.proposesSupersede,
  move: dreamTexts.proposesMove,
  drop: dreamTexts.proposesDrop,
} as const

/** Why a dream did something: in its report and, in English, in the history. */
export const DREAM_BECAUSE = {
  same_text: dreamTexts.becauseSameText,
  merge: dreamTexts.becauseMerge,
  supersede: dreamTexts.becauseSupersede,
  move: dreamTexts.becauseMove,
  drop: dreamTexts.becauseDrop,
  rewrite: dreamTexts.becauseRewrite,
  expired: dreamTexts.becauseExpired,
} as const
