// What a memory says that was written because something recurred in what the person typed; in the person's language.

import { texts } from './message.ts'

export const recurringFactsTexts = texts('recurring-facts', {
  commandInUse: ['A command in regular use here: `{form}`', '这里经常使用的命令：`{form}`'],
  issuesInProject: ['Issues go into the {tracker} project “{form}”', '任务记在 {tracker} 的项目“{form}”里'],
  issueKeys: ['Issue keys here begin with {form} ({tracker})', '这里的任务编号以 {form} 开头（{tracker}）'],
  branchPrefix: ['Branch names here begin with {subject}, as in {form}', '这里的分支名以 {subject} 开头，例如 {form}'],
})
