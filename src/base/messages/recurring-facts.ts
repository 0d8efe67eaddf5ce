// What a memory says that was written because something recurred in what the person typed; in the person's language.

export const COMMAND_IN_USE = {
  key: 'recurring-facts.command-in-use',
  en: 'A command in regular use here: `{form}`',
  zh: '这里经常使用的命令：`{form}`',
} as const

export const ISSUES_IN_PROJECT = {
  key: 'recurring-facts.issues-in-project',
  en: 'Issues go into the {tracker} project “{form}”',
  zh: '任务记在 {tracker} 的项目“{form}”里',
} as const

export const ISSUE_KEYS = {
  key: 'recurring-facts.issue-keys',
  en: 'Issue keys here begin with {form} ({tracker})',
  zh: '这里的任务编号以 {form} 开头（{tracker}）',
} as const

export const BRANCH_PREFIX = {
  key: 'recurring-facts.branch-prefix',
  en: 'Branch names here begin with {subject}, as in {form}',
  zh: '这里的分支名以 {subject} 开头，例如 {form}',
} as const
