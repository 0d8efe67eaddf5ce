// Search data that is missing or being made.

export const SEARCH_DATA_BEHIND = {
  key: 'search.search-data-behind',
  en: 'the search data of {files} memory files is being made in the background; until then they are not recalled',
  zh: '正在后台为 {files} 个记忆文件生成搜索数据；完成之前不会召回这些记忆',
} as const

export const SEARCH_DATA_BEHIND_OFF = {
  key: 'search.search-data-behind-off',
  en: '{files} memory files have no search data yet, so they are not recalled, and background work is off: run `memdir reindex`',
  zh: '{files} 个记忆文件尚无搜索数据，不会被召回，且后台工作已关闭：请运行 `memdir reindex`',
} as const
