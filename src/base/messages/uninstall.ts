// What `memdir uninstall` keeps, removes and could not do.

/** A place that stays, with what is in it. */
export const KEPT = {
  key: 'uninstall.kept',
  en: 'kept: {path} ({what})',
  zh: '保留：{path}（{what}）',
} as const

export const KEPT_ONE = {
  memories: { key: 'uninstall.one-memory', en: '{count} memory', zh: '{count} 条记忆' },
  logs: { key: 'uninstall.one-log', en: '{count} daily log', zh: '{count} 份每日日志' },
  changes: { key: 'uninstall.one-change', en: '{count} change in the history', zh: '{count} 次历史更改' },
  inbox: { key: 'uninstall.one-in-inbox', en: '{count} entry in the inbox', zh: '收件箱 {count} 条' },
  episodes: {
    key: 'uninstall.one-episode',
    en: 'what you said in {count} conversation',
    zh: '您在 {count} 次对话中所说的话',
  },
  conversations: { key: 'uninstall.one-conversation', en: '{count} conversation', zh: '{count} 次对话' },
} as const

export const KEPT_MANY = {
  memories: { key: 'uninstall.memories', en: '{count} memories', zh: '{count} 条记忆' },
  logs: { key: 'uninstall.logs', en: '{count} daily logs', zh: '{count} 份每日日志' },
  changes: { key: 'uninstall.changes', en: '{count} changes in the history', zh: '{count} 次历史更改' },
  inbox: { key: 'uninstall.in-inbox', en: '{count} entries in the inbox', zh: '收件箱 {count} 条' },
  episodes: {
    key: 'uninstall.episodes',
    en: 'what you said in {count} conversations',
    zh: '您在 {count} 次对话中所说的话',
  },
  conversations: { key: 'uninstall.conversations', en: '{count} conversations', zh: '{count} 次对话' },
} as const

export const KEPT_REST = {
  key: 'uninstall.kept-rest',
  en: 'Your settings and everything else in {home} stay as well; --memories removes all of it.',
  zh: '{home} 中的设置及其他内容也会保留；--memories 可全部删除。',
} as const

export const REMOVE_CACHES = {
  key: 'uninstall.remove-caches',
  en: 'Remove all of this?',
  zh: '删除以上全部内容？',
} as const

export const REMOVE_MEMORIES = {
  key: 'uninstall.remove-memories',
  en: 'Remove all of this, with the memories and their history, for good?',
  zh: '彻底删除以上全部内容（包括记忆及其历史）？',
} as const

export const MEMDIR_IS_OUT = {
  key: 'uninstall.memdir-is-out',
  en: 'memdir is out. To remove the program: npm uninstall -g memdir',
  zh: 'memdir 已移除。删除程序：npm uninstall -g memdir',
} as const

export const STILL_WRITING = {
  key: 'uninstall.still-writing',
  en: 'process {pid} is still writing below {path}; nothing was changed',
  zh: '进程 {pid} 仍在写入 {path}；未作任何更改',
} as const

export const END_IT = {
  key: 'uninstall.end-it',
  en: 'End that process, then run memdir uninstall again.',
  zh: '请结束该进程，再运行 memdir uninstall。',
} as const

export const NOT_DONE = {
  key: 'uninstall.not-done',
  en: 'not done: {path} ({reason})',
  zh: '未完成：{path}（{reason}）',
} as const

export const MOVED_ASIDE = {
  key: 'uninstall.moved-aside',
  en: 'moved aside and not deleted: {path} ({reason})',
  zh: '已移到一旁但未删除：{path}（{reason}）',
} as const

export const PARTLY_OUT = {
  key: 'uninstall.partly-out',
  en: '{done} of {all} done, {left} not; no memory was touched. Run memdir uninstall again for the rest.',
  zh: '{all} 项中已完成 {done} 项，{left} 项未完成；记忆未受影响。请再次运行 memdir uninstall 完成其余部分。',
} as const

export const PARTLY_REMOVED = {
  key: 'uninstall.partly-removed',
  en: '{done} of {all} done, {left} not. Run memdir uninstall --memories again for the rest.',
  zh: '{all} 项中已完成 {done} 项，{left} 项未完成。请再次运行 memdir uninstall --memories 完成其余部分。',
} as const
