// What extraction saved, and what waits for the person.

export const CANDIDATE_MISSING = {
  key: 'extraction.candidate-missing',
  en: 'nothing in the inbox has the id "{reference}"',
  zh: '收件箱中没有编号为“{reference}”的条目',
} as const

export const CANDIDATE_AMBIGUOUS = {
  key: 'extraction.candidate-ambiguous',
  en: '"{reference}" fits several: {ids}',
  zh: '“{reference}”对应多个条目：{ids}',
} as const

export const SEE_INBOX = {
  key: 'extraction.see-inbox',
  en: 'See `memdir inbox`.',
  zh: '请查看 `memdir inbox`。',
} as const
