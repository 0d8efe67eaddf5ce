// Files of the memory directory and what is made of them, as `list` and `doctor` name them.

export const NOT_SEARCHED = {
  key: 'files.not-searched',
  en: 'is {size} MB: over {most} MB a file is left out of search and recall; split it',
  zh: '大小为 {size} MB：超过 {most} MB 的文件不参与搜索和召回；请拆分',
} as const

export const FIELDS_LOST = {
  key: 'files.fields-lost',
  en: 'its frontmatter cannot be read any more, so its id, type and other fields do not count. To take the edit back: memdir undo {change}',
  zh: '其 frontmatter 已无法读取，编号、类型等字段不再生效。撤销此次编辑：memdir undo {change}',
} as const

export const NOT_SEARCHED_MARK = {
  key: 'files.not-searched-mark',
  en: '{size} MB, not searched',
  zh: '{size} MB，不参与搜索',
} as const

export const SEARCH_DATA_OFF = {
  key: 'files.search-data-off',
  en: 'the search data was behind the files ({missing} missing, {changed} out of date, {gone} of files that are gone)',
  zh: '搜索数据落后于文件（缺少 {missing}，过时 {changed}，文件已不存在 {gone}）',
} as const

export const SEARCH_DATA_DAMAGED = {
  key: 'files.search-data-damaged',
  en: 'the search data was damaged ({problem})',
  zh: '搜索数据已损坏（{problem}）',
} as const

export const SEARCH_DATA_NONE = {
  key: 'files.search-data-none',
  en: 'there was no search data (memory files: {missing})',
  zh: '没有搜索数据（记忆文件：{missing}）',
} as const

export const NOT_COMPARED = {
  key: 'files.not-compared',
  en: '{missing} of {documents} memories have no vectors yet and were not compared',
  zh: '{documents} 条记忆中 {missing} 条还没有向量，未参与比较',
} as const

export const VECTORS_OFF = {
  key: 'files.vectors-off',
  en: '{having} of {documents} memories have vectors, the others are found by their words alone',
  zh: '{documents} 条记忆中 {having} 条有向量，其余暂时只能按词查找',
} as const

export const SNAPSHOT_DAMAGED = {
  key: 'files.snapshot-damaged',
  en: 'the snapshot of the memories was damaged; removed, it is made again when needed',
  zh: '记忆快照已损坏；已删除，需要时会重建',
} as const

export const SEARCH_DATA_UNWRITABLE = {
  key: 'files.search-data-unwritable',
  en: 'the search data cannot be kept ({problem}), so every search reads all files; make the directory writable',
  zh: '搜索数据无法保存（{problem}），每次搜索都会读取所有文件；请使该目录可写',
} as const

export const MADE_AGAIN = { key: 'files.made-again', en: '{what}; made again', zh: '{what}；已重建' } as const

export const BEING_MADE = {
  key: 'files.being-made',
  en: '{what}; the worker is at it (`memdir jobs`)',
  zh: '{what}；后台正在处理（`memdir jobs`）',
} as const

export const MAKE_IT = {
  key: 'files.make-it',
  en: '{what}; run `memdir reindex`',
  zh: '{what}；请运行 `memdir reindex`',
} as const
