// Dreams: why one does not begin, what was not done, and what a person should decide.

export const DREAM_REASONS = {
  unreadable: {
    key: 'dream.unreadable',
    en: 'the answer cannot be read as an operation',
    zh: '无法把回答读作一项操作',
  },
  unknown_statement: {
    key: 'dream.unknown-statement',
    en: 'there is no such statement',
    zh: '没有这条陈述',
  },
  twice: { key: 'dream.twice', en: 'the statement was decided already', zh: '该陈述已有决定' },
  target_goes: {
    key: 'dream.target-goes',
    en: 'what should say it from then on goes itself',
    zh: '本应保留其内容的陈述自身也被移除',
  },
  itself: { key: 'dream.itself', en: 'it points to itself', zh: '指向了自身' },
  no_reason: { key: 'dream.no-reason', en: 'no reason is given', zh: '没有给出理由' },
  different_type: {
    key: 'dream.different-type',
    en: 'the two are of different types',
    zh: '两者类型不同',
  },
  different_origin: {
    key: 'dream.different-origin',
    en: 'the two come from different sources',
    zh: '两者来源不同',
  },
  persons_words: {
    key: 'dream.persons-words',
    en: 'these are the person’s own words',
    zh: '这是用户本人的原话',
  },
  differs: {
    key: 'dream.differs',
    en: 'they differ in a number, a name or a negation',
    zh: '两者在数字、名称或否定上不同',
  },
  doubtful: {
    key: 'dream.doubtful',
    en: 'it is not plain that the two say the same',
    zh: '无法确定两者说的是同一件事',
  },
  unrelated: {
    key: 'dream.unrelated',
    en: 'the two are about different things',
    zh: '两者说的不是同一件事',
  },
  not_newer: {
    key: 'dream.not-newer',
    en: 'what would take its place is older',
    zh: '要取代它的陈述更旧',
  },
  new_words: {
    key: 'dream.new-words',
    en: 'the new text says more, less or something else',
    zh: '新文本的内容有增减或改变',
  },
  quotation: { key: 'dream.quotation', en: 'it is a quotation or code', zh: '这是引文或代码' },
  too_much_lost: {
    key: 'dream.too-much-lost',
    en: 'more than a quarter of the statements would be lost',
    zh: '将失去超过四分之一的陈述',
  },
  not_proven: {
    key: 'dream.not-proven',
    en: 'the result is not exactly what was decided',
    zh: '结果与所作决定不完全一致',
  },
  not_editable: {
    key: 'dream.not-editable',
    en: 'the file cannot be changed without losing something',
    zh: '该文件无法在不丢失内容的情况下更改',
  },
} as const

export type DreamReason = keyof typeof DREAM_REASONS

export const DREAM_GATES = {
  off: { key: 'dream.off', en: 'dreams are switched off (dream.enabled)', zh: '整理已关闭（dream.enabled）' },
  memory_off: { key: 'dream.memory-off', en: 'memory is switched off', zh: '记忆已关闭' },
  daily_log: {
    key: 'dream.daily-log',
    en: 'in daily-log mode the logs are distilled instead',
    zh: '每日日志模式下改为提炼日志',
  },
  remote: {
    key: 'dream.remote',
    en: 'the memories are kept in remote storage',
    zh: '记忆保存在远程存储中',
  },
  too_soon: {
    key: 'dream.too-soon',
    en: 'the last dream is not long enough ago',
    zh: '距上次整理时间不足',
  },
  scanned: {
    key: 'dream.scanned',
    en: 'it was looked for a few minutes ago',
    zh: '几分钟前刚检查过',
  },
  few_conversations: {
    key: 'dream.few-conversations',
    en: 'too few conversations since the last dream',
    zh: '上次整理以来的对话太少',
  },
  other_dream: {
    key: 'dream.other-dream',
    en: 'another agent consolidates this directory right now',
    zh: '另一个代理正在整理此目录',
  },
} as const

export type DreamGateReason = keyof typeof DREAM_GATES

export const DREAM_ANSWER_UNREADABLE = {
  key: 'dream.answer-unreadable',
  en: 'the model’s answer is no list of operations',
  zh: '模型的回答不是操作列表',
} as const

export const DREAM_HELD_MISSING = {
  key: 'dream.held-missing',
  en: 'no proposal of a dream has the id "{id}", or its memories have changed since',
  zh: '没有编号为“{id}”的整理建议，或其记忆此后已更改',
} as const

export const DREAM_HELD_MISSING_FIX = {
  key: 'dream.held-missing-fix',
  en: 'See `memdir dream --held` for what waits.',
  zh: '用 `memdir dream --held` 查看待决定的建议。',
} as const

export const DREAM_NO_ANSWER = {
  key: 'dream.no-answer',
  en: 'the model gave no answer',
  zh: '模型没有给出回答',
} as const

export const DREAM_ANSWER_FIX = {
  key: 'dream.answer-fix',
  en: 'What needs no model was done. `memdir dream` tries again.',
  zh: '无需模型的部分已完成。可用 `memdir dream` 重试。',
} as const

export const DREAM_ONE_OF = {
  key: 'dream.one-of',
  en: '--dry-run, --held, --accept, --refuse and --logs are used one at a time',
  zh: '--dry-run、--held、--accept、--refuse 和 --logs 每次只能用一个',
} as const

export const LOG_NOTE_OFF = {
  key: 'dream.log-note-off',
  en: 'daily-log mode is off (dailyLog.enabled): a line in a log would never be found',
  zh: '每日日志模式未开启（dailyLog.enabled）：日志中的内容不会被找到',
} as const

export const LOG_NOTE_OFF_FIX = {
  key: 'dream.log-note-off-fix',
  en: 'Switch it on with `memdir config set dailyLog.enabled true`, or store a memory with `memdir add`.',
  zh: '用 `memdir config set dailyLog.enabled true` 开启，或用 `memdir add` 添加记忆。',
} as const

export const LOG_NOTE_EMPTY = {
  key: 'dream.log-note-empty',
  en: 'there is nothing to note',
  zh: '没有要记录的内容',
} as const

export const LOG_NOTE_FIX = {
  key: 'dream.log-note-fix',
  en: 'Give the text: memdir log-note "The release moved to 2026-04-16".',
  zh: '请给出文本：memdir log-note "发布改到 2026-04-16"。',
} as const

export const DREAM_PERSON_DECIDES = {
  key: 'dream.person-decides',
  en: 'what a dream left to the person is decided by the person, not by an agent',
  zh: '整理时留给用户决定的内容由用户决定，而非代理',
} as const

export const DREAM_PROPOSES = {
  merge: {
    key: 'dream.proposes-merge',
    en: 'a dream proposes to merge it away from {file}: {because}',
    zh: '整理建议将其从 {file} 合并到另一条：{because}',
  },
  supersede: {
    key: 'dream.proposes-supersede',
    en: 'a dream proposes that it no longer counts ({file}): {because}',
    zh: '整理建议将其视为已被取代（{file}）：{because}',
  },
  move: {
    key: 'dream.proposes-move',
    en: 'a dream proposes to move it out of {file}: {because}',
    zh: '整理建议将其移出 {file}：{because}',
  },
  drop: {
    key: 'dream.proposes-drop',
    en: 'a dream proposes to drop it from {file}: {because}',
    zh: '整理建议将其从 {file} 移除：{because}',
  },
} as const

/** Why a dream did something: in its report and, in English, in the history. */
export const DREAM_BECAUSE = {
  same_text: { key: 'dream.because-same-text', en: 'the same text', zh: '文本相同' },
  merge: { key: 'dream.because-merge', en: 'another says it, too', zh: '另一条已说明' },
  supersede: { key: 'dream.because-supersede', en: 'a newer one takes its place', zh: '已被更新的一条取代' },
  move: { key: 'dream.because-move', en: 'it belongs to that topic', zh: '属于那个主题' },
  drop: { key: 'dream.because-drop', en: 'of no further use', zh: '不再有用' },
  rewrite: { key: 'dream.because-rewrite', en: 'a date that can be read later', zh: '改为日后可读的日期' },
  expired: {
    key: 'dream.because-expired',
    en: 'it has expired: no longer in the index',
    zh: '已过期：不再列入索引',
  },
} as const

export const DREAM_WRITTEN_ON = {
  key: 'dream.written-on',
  en: 'written on {day}',
  zh: '写于 {day}',
} as const

export const DREAM_POINTER_REMOVED = {
  key: 'dream.pointer-removed',
  en: 'pointer to {file} removed',
  zh: '移除指向 {file} 的条目',
} as const

export const DREAM_POINTER_ADDED = {
  key: 'dream.pointer-added',
  en: 'pointer to {file} added',
  zh: '新增指向 {file} 的条目',
} as const

export const DREAM_INDEX_SORTED = {
  key: 'dream.index-sorted',
  en: 'sorted by topic (lines: {lines})',
  zh: '按主题排序（{lines} 行）',
} as const
