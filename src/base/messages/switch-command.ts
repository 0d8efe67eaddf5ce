// What `memdir on` and `memdir off` say.
import { texts } from './message.ts'

export const switchCommandTexts = texts('switch-command', {
  optionAll: ['for all projects', '用于所有项目'],
  allProjects: ['all projects', '所有项目'],
  memory: ['Memory is on for {where}.', '已为 {where} 打开记忆。'],
  memoryOffNothingDeleted: ['Memory is off for {where}. Nothing was deleted.', '已为 {where} 关闭记忆。未删除任何内容。'],
  help: ['Switches memory off for this project, or for all. Memories stay where they are.', '为此项目或所有项目关闭记忆。已有记忆保持不变。'],
  help2: ['Switches memory on for this project, or for all. Memories stay where they are.', '为此项目或所有项目打开记忆。已有记忆保持不变。'],
})
