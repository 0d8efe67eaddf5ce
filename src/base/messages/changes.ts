// Changes of the history: which one is meant, and why it cannot be undone.

import { texts } from './message.ts'

export const changesTexts = texts('changes', {
  emptyChangeId: ['the id of the change is empty', '更改的编号为空'],
  seeLogIds: ['See `memdir log` for the ids.', '用 `memdir log` 查看编号。'],
  noSuchChange: ['no such change: "{id}"', '没有更改“{id}”'],
  ambiguousChange: ['"{id}" matches {count} changes', '有 {count} 个更改以“{id}”开头'],
  giveLongerId: ['Give more characters of the id.', '请给出更长的编号。'],
  undoneAlready: ['it was undone already ({by})', '已被撤销（{by}）'],
  purgeIsFinal: ['a purge is final', '清除无法撤销'],
  changedAgain: ['{file} was changed again after it', '{file} 此后又被更改'],
})
