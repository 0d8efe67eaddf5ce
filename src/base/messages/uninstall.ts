// What `memdir uninstall` keeps, removes and could not do.

/** A place that stays, with what is in it. */

import { texts } from './message.ts'

export const uninstallTexts = texts('uninstall', {
  kept: ['kept: {path} ({what})', '保留：{path}（{what}）'],
  oneMemory: ['{count} memory', '{count} 条记忆'],
  oneLog: ['{count} daily log', '{count} 份每日日志'],
  oneChange: ['{count} change in the history', '{count} 次历史更改'],
  oneInInbox: ['{count} entry in the inbox', '收件箱 {count} 条'],
  oneEpisode: ['what you said in {count} conversation', '您在 {count} 次对话中所说的话'],
  oneConversation: ['{count} conversation', '{count} 次对话'],
  memories: ['{count} memories', '{count} 条记忆'],
  logs: ['{count} daily logs', '{count} 份每日日志'],
  changes: ['{count} changes in the history', '{count} 次历史更改'],
  inInbox: ['{count} entries in the inbox', '收件箱 {count} 条'],
  episodes: ['what you said in {count} conversations', '您在 {count} 次对话中所说的话'],
  conversations: ['{count} conversations', '{count} 次对话'],
  keptRest: ['Your settings and everything else in {home} stay as well; --memories removes all of it.', '{home} 中的设置及其他内容也会保留；--memories 可全部删除。'],
  removeCaches: ['Remove all of this?', '删除以上全部内容？'],
  removeMemories: ['Remove all of this, with the memories and their history, for good?', '彻底删除以上全部内容（包括记忆及其历史）？'],
  memdirIsOut: ['memdir is out. To remove the program: npm uninstall -g memdir', 'memdir 已移除。删除程序：npm uninstall -g memdir'],
  stillWriting: ['process {pid} is still writing below {path}; nothing was changed', '进程 {pid} 仍在写入 {path}；未作任何更改'],
  endIt: ['End that process, then run memdir uninstall again.', '请结束该进程，再运行 memdir uninstall。'],
  notDone: ['not done: {path} ({reason})', '未完成：{path}（{reason}）'],
  movedAside: ['moved aside and not deleted: {path} ({reason})', '已移到一旁但未删除：{path}（{reason}）'],
  partlyOut: ['{done} of {all} done, {left} not; no memory was touched. Run memdir uninstall again for the rest.', '{all} 项中已完成 {done} 项，{left} 项未完成；记忆未受影响。请再次运行 memdir uninstall 完成其余部分。'],
  partlyRemoved: ['{done} of {all} done, {left} not. Run memdir uninstall --memories again for the rest.', '{all} 项中已完成 {done} 项，{left} 项未完成。请再次运行 memdir uninstall --memories 完成其余部分。'],
})

export const KEPT_ONE = {
  memories: uninstallTexts.oneMemory,
  logs: uninstallTexts.oneLog,
  changes: uninstallTexts.oneChange,
  inbox: uninstallTexts.oneInInbox,
  episodes: uninstallTexts.oneEpisode,
  conversations: uninstallTexts.oneConversation,
} as const

export const KEPT_MANY = {
  memories: uninstallTexts.memories,
  logs: uninstallTexts.logs,
  changes: uninstallTexts.changes,
  inbox: uninstallTexts.inInbox,
  episodes: uninstallTexts.episodes,
  conversations: uninstallTexts.conversations,
} as const
