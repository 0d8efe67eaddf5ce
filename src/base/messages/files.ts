// Files of the memory directory and what is made of them, as `list` and `doctor` name them.

import { texts } from './message.ts'

export const filesTexts = texts('files', {
  notSearched: ['is {size} MB: over {most} MB a file is left out of search and recall; split it', '大小为 {size} MB：超过 {most} MB 的文件不参与搜索和召回；请拆分'],
  fieldsLost: ['its frontmatter cannot be read any more, so its id, type and other fields do not count. To take the edit back: memdir undo {change}', '其 frontmatter 已无法读取，编号、类型等字段不再生效。撤销此次编辑：memdir undo {change}'],
  notSearchedMark: ['{size} MB, not searched', '{size} MB，不参与搜索'],
  searchDataOff: ['the search data was behind the files ({missing} missing, {changed} out of date, {gone} of files that are gone)', '搜索数据落后于文件（缺少 {missing}，过时 {changed}，文件已不存在 {gone}）'],
  searchDataDamaged: ['the search data was damaged ({problem})', '搜索数据已损坏（{problem}）'],
  searchDataNone: ['there was no search data (memory files: {missing})', '没有搜索数据（记忆文件：{missing}）'],
  notCompared: ['{missing} of {documents} memories have no vectors yet and were not compared', '{documents} 条记忆中 {missing} 条还没有向量，未参与比较'],
  vectorsOff: ['{having} of {documents} memories have vectors, the others are found by their words alone', '{documents} 条记忆中 {having} 条有向量，其余暂时只能按词查找'],
  snapshotDamaged: ['the snapshot of the memories was damaged; removed, it is made again when needed', '记忆快照已损坏；已删除，需要时会重建'],
  searchDataUnwritable: ['the search data cannot be kept ({problem}), so every search reads all files; make the directory writable', '搜索数据无法保存（{problem}），每次搜索都会读取所有文件；请使该目录可写'],
  madeAgain: ['{what}; made again', '{what}；已重建'],
  beingMade: ['{what}; the worker is at it (`memdir jobs`)', '{what}；后台正在处理（`memdir jobs`）'],
  makeIt: ['{what}; run `memdir reindex`', '{what}；请运行 `memdir reindex`'],
})
