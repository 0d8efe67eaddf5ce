// What `memdir reindex` says.
import { texts } from './message.ts'

export const reindexCommandTexts = texts('reindex-command', {
  help: ['Brings the search data up to date: reads what changed, embeds what has no vector yet. --all rebuilds everything. The memories themselves are only read.', '更新搜索数据：读取更改、为缺少向量的记忆生成向量。加 --all 则全部重建。记忆本身只被读取。'],
  optionAll: ['rebuild everything', '全部重建'],
  embedding: ['embedding', '生成向量'],
  searchDataNotUp: ['The search data is not up to date: ', '搜索数据未能更新：'],
  timeRanOutEmbedded: ['Time ran out: {embedded} embedded, others are left. `memdir reindex` continues from there.', '时间已到：生成向量 {embedded}，尚有剩余。运行 `memdir reindex` 即可继续。'],
  searchDataUpDate: ['Search data is up to date: {added} new, {changed} changed and {removed} removed since the last look; {embedded} embedded.', '搜索数据已更新：自上次以来新增 {added}，更改 {changed}，删除 {removed}；生成向量 {embedded}。'],
})
