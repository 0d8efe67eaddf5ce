// Search data that is missing or being made.

export const EPISODES_OFF = {
  key: 'search.episodes-off',
  en: 'What you said in earlier conversations is not kept.',
  zh: '未保留您在以往对话中说过的话。',
} as const

export const EPISODES_OFF_FIX = {
  key: 'search.episodes-off-fix',
  en: '`memdir config set episodes.enabled true` keeps it from now on (docs/recall.md).',
  zh: '运行 `memdir config set episodes.enabled true` 从现在起保留（见 docs/recall.md）。',
} as const

export const VECTORS_BEING_MADE = {
  key: 'search.vectors-being-made',
  en: 'the vectors are being made in the background; on first use the models are prepared for that, which takes about half a minute.',
  zh: '正在后台生成向量；首次使用时还要准备模型，约需半分钟。',
} as const

export const VECTORS_BEING_MADE_FIX = {
  key: 'search.vectors-being-made-fix',
  en: 'Try again then; `memdir jobs` shows how far it is.',
  zh: '请稍后再试；`memdir jobs` 显示进度。',
} as const

export const NO_VECTORS_YET = {
  key: 'search.no-vectors-yet',
  en: 'there are no vectors yet.',
  zh: '尚无向量。',
} as const

export const MAKE_VECTORS = {
  key: 'search.make-vectors',
  en: '`memdir reindex` makes them.',
  zh: '运行 `memdir reindex` 生成。',
} as const

export const VECTORS_DO_NOT_FIT = {
  key: 'search.vectors-do-not-fit',
  en: 'no vector can be compared with this question; the models inside read English and Chinese.',
  zh: '没有向量可与此问题比较；内置模型只读中文和英文。',
} as const

export const VECTORS_DO_NOT_FIT_FIX = {
  key: 'search.vectors-do-not-fit-fix',
  en: 'Ask in the language of the memories.',
  zh: '请用记忆所用的语言提问。',
} as const

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
