// What `memdir rm` says.
import { texts } from './message.ts'

export const rmCommandTexts = texts('rm-command', {
  help: ['Removes memories, several as one change: all or none. `memdir undo` brings them back; `memdir purge` erases for good.', '删除记忆；多条作为一次更改：全部或全不。`memdir undo` 可以恢复；`memdir purge` 彻底清除。'],
  optionYes: ['do not ask', '不询问'],
  optionConversation: ['the conversation it came from', '来源对话'],
  remove: ['Remove {quoted}?', '删除{quoted}？'],
  removed: ['Removed: ', '已删除：'],
  quoted: ['"{name}"', '“{name}”'],
})
