// The search data.

import { texts } from './message.ts'

export const catalogTexts = texts('catalog', {
  otherCatalogVersion: ['The catalog was written by another version of memdir.', '搜索数据由另一版本的 memdir 写入。'],
  catalogCorrupt: ['the catalog is corrupt: its tables do not agree', '搜索数据已损坏：其中的表不一致'],
  vectorsUnusable: ['the vectors cannot be used ({reason})', '无法使用向量（{reason}）'],
  remakeSearchData: ['Run `memdir reindex --all`.', '请运行 `memdir reindex --all`。'],
})
