// What `memdir status` says.
import { texts } from './message.ts'

export const statusCommandTexts = texts('status-command', {
  help: ['Says whether memory is on, where it is and how much there is.', '显示记忆是否打开、位置和数量。'],
  text: [' ({text})', '（{text}）'],
  on: ['on', '开'],
  off: ['off', '关'],
  memory: ['memory', '记忆'],
  project: ['project', '项目'],
  directory: ['directory', '目录'],
  notMadeYet: [' (not made yet)', '（尚未创建）'],
  memories: ['memories', '数量'],
  changed: ['changed', '最近更改'],
  index: ['index', '索引'],
  line: ['{lines line}', '{lines} 行'],
  cut: [', cut', '，已截断'],
})
