// Errors of the commands that find memories: list, search, recall, eval.

import { texts } from './message.ts'

export const searchCommandsTexts = texts('search-commands', {
  evalNeedsMine: ['eval needs --mine: it measures search on your own memories', 'eval 需要 --mine：它用您自己的记忆衡量搜索'],
  chooseSort: ['Choose newest, importance or name.', '可选：newest、importance 或 name。'],
  recallNeedsPrompt: ['recall needs a prompt', 'recall 需要一个提示'],
  recallExample: ['For example: memdir recall --prompt "how do we deploy?".', '例如：memdir recall --prompt "怎么部署？"。'],
  recordNeedsSession: ['--record needs --session', '--record 需要 --session'],
  giveSession: ['Give the conversation it was shown to.', '请说明显示给了哪个对话。'],
  queryRequired: ['missing argument: the query', '需要查询内容'],
  searchExample: ['For example: memdir search how do we deploy.', '例如：memdir search 怎么部署。'],
})
