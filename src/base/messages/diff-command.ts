// What `memdir diff` says.
import { texts } from './message.ts'

export const diffCommandTexts = texts('diff-command', {
  help: ['Shows what a change did; for a memory, what its last change did. Without an argument: the newest change.', '显示某次更改的内容；对记忆则显示其最近一次更改。不给参数时为最新更改。'],
})
