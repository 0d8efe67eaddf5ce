// What waits in the inbox, by kind.
import { texts } from './message.ts'

export const inboxListsTexts = texts('inbox-lists', {
  titlesCandidates: ['Perhaps worth keeping', '可能值得保留'],
  titlesConflicts: ['Likely conflicts', '疑似冲突'],
  titlesDoubles: ['Likely doubles', '疑似重复'],
  titlesQuarantine: ['Quarantine', '隔离区'],
  titlesImports: ['Imports', '导入'],
  titlesProposals: ['Proposals', '提议'],
  nothingWaits: ['Nothing waits for you.', '没有等待处理的内容。'],
  separator: [', ', '，'],
  olderOnesJsonLists: ['  and {older} older ones (--json lists all)', '  另有 {older} 条更早的（--json 列出全部）'],
  lessLikelyOnesThey: ['  and {rest} less likely ones; they come when these are answered', '  另有 {rest} 条可能性较低的，处理完上述条目后列出'],
  inboxAcceptIdEdit: ['memdir inbox accept ID{flag}, edit ID TEXT{flag}, refuse ID{flag}, show ID{flag}', 'memdir inbox accept 编号{flag}，edit 编号 文本{flag}，refuse 编号{flag}，show 编号{flag}'],
  refused: ['{count} refused.', '已拒绝 {count} 条。'],
})
