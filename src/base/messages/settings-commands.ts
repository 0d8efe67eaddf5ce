// Errors of the commands about settings, costs and the shell.

import { texts } from './message.ts'

export const settingsCommandsTexts = texts('settings-commands', {
  shellRequired: ['missing argument: the shell', '需要指定 shell'],
  unknownShell: ['there is no completion for the shell "{shell}"', '没有“{shell}”的补全脚本'],
  chooseShell: ['Choose bash, zsh or fish.', '可选：bash、zsh 或 fish。'],
  configNeedsName: ['config {action} needs a name', 'config {action} 需要名称'],
  chooseConfigAction: ['Choose get, set or unset.', '可选：get、set 或 unset。'],
  configNeedsValue: ['config set needs a value', 'config set 需要一个值'],
  localAndProject: ['--local and --in-project cannot be combined', '--local 和 --in-project 不能同时使用'],
  memoryDirectoryRefused: ['autoMemoryDirectory cannot be "{value}": {problem}', 'autoMemoryDirectory 不能是“{value}”：{problem}'],
  giveOwnDirectory: ['Give the full path of a directory of its own.', '请给出独立目录的完整路径。'],
  cannotGroupBy: ['cannot group cost by "{by}"', '无法按“{by}”分组'],
  staysOn: ['saved, but memory stays on: {reason} decides', '已保存，但记忆仍为开：由 {reason} 决定'],
  seeConfigSources: ['Change that, or see `memdir config` for where each value comes from.', '请更改该项，或用 `memdir config` 查看各值的来源。'],
  staysOff: ['saved, but memory stays off: {reason} decides', '已保存，但记忆仍为关：由 {reason} 决定'],
})
