// What `memdir path` says.
import { texts } from './message.ts'

export const pathCommandTexts = texts('path-command', {
  help: ['Prints the memory directory of this project.', '输出此项目的记忆目录。'],
  optionState: ['the directory of history and search data instead', '改为历史与搜索数据目录'],
})
