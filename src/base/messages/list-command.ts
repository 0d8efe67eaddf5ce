// What `memdir list` says.
import { texts } from './message.ts'

export const listCommandTexts = texts('list-command', {
  help: ['Lists memories, newest first.', '列出记忆，最新的在前。'],
  optionLimit: ['at most N ({shown}; JSON: all)', '最多 N 条（默认 {shown}；JSON：全部）'],
  optionAll: ['all of them', '全部'],
  optionWithoutWhen: ['only those that do not say when they matter', '只列出没有说明何时有用的记忆'],
  optionSort: ['newest, importance or name', '排序：newest、importance 或 name'],
})
