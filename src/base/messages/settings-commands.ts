// Errors of the commands about settings, costs and the shell.

export const SHELL_REQUIRED = {
  key: 'settings-commands.shell-required',
  en: 'missing argument: the shell',
  zh: '需要指定 shell',
} as const

export const UNKNOWN_SHELL = {
  key: 'settings-commands.unknown-shell',
  en: 'there is no completion for the shell "{shell}"',
  zh: '没有“{shell}”的补全脚本',
} as const

export const CHOOSE_SHELL = {
  key: 'settings-commands.choose-shell',
  en: 'Choose bash, zsh or fish.',
  zh: '可选：bash、zsh 或 fish。',
} as const

export const CONFIG_NEEDS_NAME = {
  key: 'settings-commands.config-needs-name',
  en: 'config {action} needs a name',
  zh: 'config {action} 需要名称',
} as const

export const CHOOSE_CONFIG_ACTION = {
  key: 'settings-commands.choose-config-action',
  en: 'Choose get, set or unset.',
  zh: '可选：get、set 或 unset。',
} as const

export const CONFIG_NEEDS_VALUE = {
  key: 'settings-commands.config-needs-value',
  en: 'config set needs a value',
  zh: 'config set 需要一个值',
} as const

export const LOCAL_AND_PROJECT = {
  key: 'settings-commands.local-and-project',
  en: '--local and --in-project cannot be combined',
  zh: '--local 和 --in-project 不能同时使用',
} as const

export const MEMORY_DIRECTORY_REFUSED = {
  key: 'settings-commands.memory-directory-refused',
  en: 'autoMemoryDirectory cannot be "{value}": {problem}',
  zh: 'autoMemoryDirectory 不能是“{value}”：{problem}',
} as const

export const GIVE_OWN_DIRECTORY = {
  key: 'settings-commands.give-own-directory',
  en: 'Give the full path of a directory of its own.',
  zh: '请给出独立目录的完整路径。',
} as const

export const CANNOT_GROUP_BY = {
  key: 'settings-commands.cannot-group-by',
  en: 'cannot group cost by "{by}"',
  zh: '无法按“{by}”分组',
} as const

export const STAYS_ON = {
  key: 'settings-commands.stays-on',
  en: 'saved, but memory stays on: {reason} decides',
  zh: '已保存，但记忆仍为开：由 {reason} 决定',
} as const

export const SEE_CONFIG_SOURCES = {
  key: 'settings-commands.see-config-sources',
  en: 'Change that, or see `memdir config` for where each value comes from.',
  zh: '请更改该项，或用 `memdir config` 查看各值的来源。',
} as const

export const STAYS_OFF = {
  key: 'settings-commands.stays-off',
  en: 'saved, but memory stays off: {reason} decides',
  zh: '已保存，但记忆仍为关：由 {reason} 决定',
} as const
