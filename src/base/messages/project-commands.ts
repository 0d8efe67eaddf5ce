// Errors of the commands about projects and agents: init, projects.

export const UNKNOWN_AGENT = {
  key: 'project-commands.unknown-agent',
  en: 'unknown agent "{name}"',
  zh: '未知代理“{name}”',
} as const

export const DID_YOU_MEAN_AGENT = {
  key: 'project-commands.did-you-mean-agent',
  en: 'Did you mean {near}? There are: {choices}.',
  zh: '您是否指 {near}？可选：{choices}。',
} as const

export const NO_MCP_HOOKS = {
  key: 'project-commands.no-mcp-hooks',
  en: '{agent} has no hooks that ask an MCP server',
  zh: '{agent} 没有可询问 MCP 服务器的钩子',
} as const

export const LEAVE_MCP_HOOK_OUT = {
  key: 'project-commands.leave-mcp-hook-out',
  en: 'Leave --mcp-hook out.',
  zh: '请去掉 --mcp-hook。',
} as const

export const CHOOSE_PROJECTS_ACTION = {
  key: 'project-commands.choose-projects-action',
  en: 'Choose link, unlink or move.',
  zh: '可选：link、unlink 或 move。',
} as const

export const MOVE_NEEDS_TARGET = {
  key: 'project-commands.move-needs-target',
  en: 'missing argument: the new directory',
  zh: '需要指定项目的新目录',
} as const

export const PATH_DOES_NOT_EXIST = {
  key: 'project-commands.path-does-not-exist',
  en: '{path} does not exist',
  zh: '{path} 不存在',
} as const

export const GIVE_CURRENT_DIRECTORY = {
  key: 'project-commands.give-current-directory',
  en: 'Give the directory where the project is now.',
  zh: '请给出项目现在所在的目录。',
} as const

export const PROJECT_REQUIRED = {
  key: 'project-commands.project-required',
  en: 'missing argument: the path or name of a project',
  zh: '需要指定项目',
} as const

export const GIVE_PROJECT = {
  key: 'project-commands.give-project',
  en: 'Give its path or name; `memdir projects` shows them.',
  zh: '请给出路径或名称；用 `memdir projects` 查看。',
} as const

export const AMBIGUOUS_PROJECT = {
  key: 'project-commands.ambiguous-project',
  en: '"{reference}" matches {count} projects',
  zh: '“{reference}”不唯一：{count} 个项目',
} as const

export const GIVE_WHOLE_PATH = {
  key: 'project-commands.give-whole-path',
  en: 'Give the whole path.',
  zh: '请给出完整路径。',
} as const

export const NO_SUCH_PROJECT = {
  key: 'project-commands.no-such-project',
  en: 'no such project: "{reference}"',
  zh: '没有项目“{reference}”',
} as const

export const SEE_PROJECTS = {
  key: 'project-commands.see-projects',
  en: '`memdir projects` shows them.',
  zh: '用 `memdir projects` 查看。',
} as const

export const MEMORY_SHARE_OR_OWN = {
  key: 'project-commands.memory-share-or-own',
  en: 'invalid value "{value}" for --memory',
  zh: '--memory 只能是 share 或 own，而不是“{value}”',
} as const

export const STILL_SHARED = {
  key: 'project-commands.still-shared',
  en: 'The memories of {root} stay in the directory of an agent ({memory}), and memdir goes on using it there. For memdir’s own directory, run in the project: memdir init {name} --undo --memory own',
  zh: '{root} 的记忆保留在代理的目录（{memory}）中，memdir 在该项目中仍使用它。如需改回 memdir 自己的目录，请在项目中运行：memdir init {name} --undo --memory own',
} as const
