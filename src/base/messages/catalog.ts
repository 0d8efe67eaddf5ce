// The search data.

export const OTHER_CATALOG_VERSION = {
  key: 'catalog.other-catalog-version',
  en: 'The catalog was written by another version of memdir.',
  zh: '搜索数据由另一版本的 memdir 写入。',
} as const

export const CALIBRATION_CANCELLED = {
  key: 'catalog.calibration-cancelled',
  en: 'Calibration was cancelled.',
  zh: '校准已取消。',
} as const

export const CATALOG_CORRUPT = {
  key: 'catalog.catalog-corrupt',
  en: 'the catalog is corrupt: its tables do not agree',
  zh: '搜索数据已损坏：其中的表不一致',
} as const

export const VECTORS_UNUSABLE = {
  key: 'catalog.vectors-unusable',
  en: 'the vectors cannot be used ({reason})',
  zh: '无法使用向量（{reason}）',
} as const

export const REMAKE_SEARCH_DATA = {
  key: 'catalog.remake-search-data',
  en: 'Run `memdir reindex --all`.',
  zh: '请运行 `memdir reindex --all`。',
} as const
