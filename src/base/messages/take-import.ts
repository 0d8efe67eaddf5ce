// Taking an import that waits in the inbox.
import { texts } from './message.ts'

export const takeImportTexts = texts('take-import', {
  more: ['and {left} more', '另有 {left} 条'],
  knownAlready: ['; {known} known already', '；{known} 条已存在'],
  memoryMemoriesTakenImport: ['{imported memory|memories} taken from import {id}{besides}.', '已从导入 {id} 接受 {imported} 条记忆{besides}。'],
  takeIt: ['Take it? [y/N/s = show all] ', '接受这一条？[y/N/s = 全部显示] '],
  takeAll: ['Take all {count}? [y/N/s = show all] ', '全部接受（{count} 条）？[y/N/s = 全部显示] '],
})
