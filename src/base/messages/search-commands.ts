// Errors of the commands that find memories: list, search, recall, eval.

export const EVAL_NEEDS_MINE = {
  key: 'search-commands.eval-needs-mine',
  en: 'eval needs --mine: it measures search on your own memories',
  zh: 'eval 需要 --mine：它用您自己的记忆衡量搜索',
} as const

export const CHOOSE_SORT = {
  key: 'search-commands.choose-sort',
  en: 'Choose newest, importance or name.',
  zh: '可选：newest、importance 或 name。',
} as const

export const RECALL_NEEDS_PROMPT = {
  key: 'search-commands.recall-needs-prompt',
  en: 'recall needs a prompt',
  zh: 'recall 需要一个提示',
} as const

export const RECALL_EXAMPLE = {
  key: 'search-commands.recall-example',
  en: 'For example: memdir recall --prompt "how do we deploy?".',
  zh: '例如：memdir recall --prompt "怎么部署？"。',
} as const

export const RECORD_NEEDS_SESSION = {
  key: 'search-commands.record-needs-session',
  en: '--record needs --session',
  zh: '--record 需要 --session',
} as const

export const GIVE_SESSION = {
  key: 'search-commands.give-session',
  en: 'Give the conversation it was shown to.',
  zh: '请说明显示给了哪个对话。',
} as const

export const QUERY_REQUIRED = {
  key: 'search-commands.query-required',
  en: 'missing argument: the query',
  zh: '需要查询内容',
} as const

export const SEARCH_EXAMPLE = {
  key: 'search-commands.search-example',
  en: 'For example: memdir search how do we deploy.',
  zh: '例如：memdir search 怎么部署。',
} as const
