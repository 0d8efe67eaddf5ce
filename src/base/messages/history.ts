// What the command line says of the history: changes that were cut off, groups, erasing.
import { type Message, message } from './message.ts'

export const BRING_BACK = {
  key: 'history.bring-back',
  en: 'To bring it back: memdir undo {id}',
  zh: '恢复：memdir undo {id}',
} as const
export const BRING_ALL_BACK = {
  key: 'history.bring-all-back',
  en: 'To bring all of them back: memdir undo {id}',
  zh: '全部恢复：memdir undo {id}',
} as const

export const TAKE_IT_BACK = {
  key: 'history.take-it-back',
  en: 'To take it back: {how}',
  zh: '撤回：{how}',
} as const
export const IF_BOTH_HOLD = {
  key: 'history.if-both-hold',
  en: 'If both hold: {how}, then add it with --separate',
  zh: '若两者都成立：{how}，再用 --separate 添加',
} as const
export const UNDONE = { key: 'history.undone', en: '{action} (undone)', zh: '{action}（已撤销）' } as const
export const UNDONE_IN_PART = {
  key: 'history.undone-in-part',
  en: '{action} ({undone} of {all} undone)',
  zh: '{action}（{all} 个中已撤销 {undone} 个）',
} as const
export const AND_MORE_FILES = {
  key: 'history.and-more-files',
  en: '{file} and {more} more',
  zh: '{file} 及另外 {more} 个文件',
} as const

export const TAKEN_BACK = {
  key: 'history.taken-back',
  en: '{files}: a change was cut off and has been taken back as a whole',
  zh: '{files}：一次被中断的更改已全部撤回',
} as const
export const COMPLETED = {
  key: 'history.completed',
  en: '{files}: a change was cut off and has been completed',
  zh: '{files}：一次被中断的更改已完成',
} as const
export const LEFT_EDITED = {
  key: 'history.left-edited',
  en: '{file} was edited since and was left as it is',
  zh: '{file} 此后被编辑过，保持原样',
} as const
export const UNFINISHED_CHANGE = {
  key: 'history.unfinished-change',
  en: 'a change of {files} was cut off; the next write takes it back or completes it',
  zh: '对 {files} 的更改被中断；下次写入时会撤回或完成',
} as const

const ONE_FILE = { key: 'history.one-file', en: '1 file', zh: '1 个文件' } as const
const SEVERAL_FILES = { key: 'history.several-files', en: '{count} files', zh: '{count} 个文件' } as const

export function fileCount(count: number): Message {
  return count === 1 ? message(ONE_FILE) : message(SEVERAL_FILES, { count })
}

export const PURGE_COMPLETED = {
  key: 'history.purge-completed',
  en: '{files}: a purge was cut off and has been completed',
  zh: '{files}：一次被中断的清除已完成',
} as const
export const PURGE_FAILED = {
  key: 'history.purge-failed',
  en: '{files}: a purge was cut off and still cannot be completed; the next write tries again',
  zh: '{files}：一次被中断的清除仍无法完成；下次写入时会再试',
} as const
export const UNFINISHED_PURGE = {
  key: 'history.unfinished-purge',
  en: 'a purge was cut off; the next write completes it',
  zh: '有一次清除被中断；下次写入时会完成',
} as const
export const PURGE_CLEANED = {
  key: 'history.purge-cleaned',
  en: 'What memdir itself quoted of it is covered, in {files}.',
  zh: 'memdir 自身的引用已遮盖：{files}。',
} as const
export const PURGE_QUOTED = {
  key: 'history.purge-quoted',
  en: 'Another program still has it, and only you can remove it there: {file}',
  zh: '其他程序仍保存着它，只能由您删除：{file}',
} as const
export const PURGE_UNREACHED = {
  key: 'history.purge-unreached',
  en: 'Could not be looked through or cleaned: {file}',
  zh: '无法检查或清理：{file}',
} as const
export const PURGE_LIMITS = {
  key: 'history.purge-limits',
  en: 'Out of reach: exports, backups, copies in version control, and what was sent to a model.',
  zh: '无法触及：导出、备份、版本控制中的副本，以及已发送给模型的内容。',
} as const

export const UNDO_OF = { key: 'history.undo-of', en: 'undo of {changes}', zh: '撤销 {changes}' } as const
