// What the command line says of the history: changes that were cut off, groups, erasing.
import { type Message, message, texts } from './message.ts'
export const historyTexts = texts('history', {
  bringBack: ['To bring it back: memdir undo {id}', '恢复：memdir undo {id}'],
  bringAllBack: ['To bring all of them back: memdir undo {id}', '全部恢复：memdir undo {id}'],
  takeItBack: ['To take it back: {how}', '撤回：{how}'],
  ifBothHold: ['If both hold: {how}, then add it with --separate', '若两者都成立：{how}，再用 --separate 添加'],
  undone: ['{action} (undone)', '{action}（已撤销）'],
  undoneInPart: ['{action} ({undone} of {all} undone)', '{action}（{all} 个中已撤销 {undone} 个）'],
  andMoreFiles: ['{file} and {more} more', '{file} 及另外 {more} 个文件'],
  takenBack: ['{files}: a change was cut off and has been taken back as a whole', '{files}：一次被中断的更改已全部撤回'],
  completed: ['{files}: a change was cut off and has been completed', '{files}：一次被中断的更改已完成'],
  leftEdited: ['{file} was edited since and was left as it is', '{file} 此后被编辑过，保持原样'],
  unfinishedChange: ['a change of {files} was cut off; the next write takes it back or completes it', '对 {files} 的更改被中断；下次写入时会撤回或完成'],
  oneFile: ['1 file', '1 个文件'],
  severalFiles: ['{count} files', '{count} 个文件'],
  purgeCompleted: ['{files}: a purge was cut off and has been completed', '{files}：一次被中断的清除已完成'],
  purgeFailed: ['{files}: a purge was cut off and still cannot be completed; the next write tries again', '{files}：一次被中断的清除仍无法完成；下次写入时会再试'],
  unfinishedPurge: ['a purge was cut off; the next write completes it', '有一次清除被中断；下次写入时会完成'],
  purgeCleaned: ['What memdir itself quoted of it is covered, in {files}.', 'memdir 自身的引用已遮盖：{files}。'],
  purgeQuoted: ['Another program still has it, and only you can remove it there: {file}', '其他程序仍保存着它，只能由您删除：{file}'],
  purgeUnreached: ['Could not be looked through or cleaned: {file}', '无法检查或清理：{file}'],
  purgeLimits: ['Out of reach: exports, backups, copies in version control, and what was sent to a model.', '无法触及：导出、备份、版本控制中的副本，以及已发送给模型的内容。'],
  undoOf: ['undo of {changes}', '撤销 {changes}'],
})

export function fileCount(count: number): Message {
  return count === 1 ? message(historyTexts.oneFile) : message(historyTexts.severalFiles, { count })
}
