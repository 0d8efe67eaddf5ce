// Errors of the commands about the history: diff, undo.

import { texts } from './message.ts'

export const historyCommandsTexts = texts('history-commands', {
  nothingChangedYet: ['nothing has changed yet', '还没有任何更改'],
  addFirst: ['Add a memory first: `memdir add "…"`.', '请先添加记忆：`memdir add "…"`。'],
  noHistory: ['{file} has no history', '{file} 没有历史'],
  historyFromNow: ['It was written by another program; changes by memdir are kept from now on.', '它由其他程序写入；memdir 的更改从现在起会保留历史。'],
  changeAndRange: ['a change and a range cannot be undone together', '不能同时撤销单个更改和一个范围'],
  nothingUndone: ['nothing was undone: {reason}', '未撤销任何更改：{reason}'],
  nothingUndoneMore: ['nothing was undone: {reason} (and {more} more)', '未撤销任何更改：{reason}（另有 {more} 个）'],
  seeDiff: ['`memdir diff {change}` shows what it did; `memdir log` what came after.', '用 `memdir diff {change}` 查看它的内容，用 `memdir log` 查看之后的更改。'],
  nothingToUndo: ['nothing to undo', '没有可撤销的更改'],
  seeLog: ['See `memdir log`.', '请看 `memdir log`。'],
  notUndone: ['Not undone: {file}: {reason}', '未撤销：{file}：{reason}'],
})
