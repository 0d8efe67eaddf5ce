// Errors of the commands about projects and agents: init, projects.

import { texts } from './message.ts'

export const projectCommandsTexts = texts('project-commands', {
  unknownAgent: ['unknown agent "{name}"', '未知代理“{name}”'],
  didYouMeanAgent: ['Did you mean {near}? There are: {choices}.', '您是否指 {near}？可选：{choices}。'],
  noMcpHooks: ['{agent} has no hooks that ask an MCP server', '{agent} 没有可询问 MCP 服务器的钩子'],
  leaveMcpHookOut: ['Leave --mcp-hook out.', '请去掉 --mcp-hook。'],
  chooseProjectsAction: ['Choose link, unlink or move.', '可选：link、unlink 或 move。'],
  moveNeedsTarget: ['missing argument: the new directory', '需要指定项目的新目录'],
  pathDoesNotExist: ['{path} does not exist', '{path} 不存在'],
  giveCurrentDirectory: ['Give the directory where the project is now.', '请给出项目现在所在的目录。'],
  projectRequired: ['missing argument: the path or name of a project', '需要指定项目'],
  giveProject: ['Give its path or name; `memdir projects` shows them.', '请给出路径或名称；用 `memdir projects` 查看。'],
  ambiguousProject: ['"{reference}" matches {count} projects', '“{reference}”不唯一：{count} 个项目'],
  giveWholePath: ['Give the whole path.', '请给出完整路径。'],
  noSuchProject: ['no such project: "{reference}"', '没有项目“{reference}”'],
  seeProjects: ['`memdir projects` shows them.', '用 `memdir projects` 查看。'],
  memoryShareOrOwn: ['invalid value "{value}" for --memory', '--memory 只能是 share、own 或 project，而不是“{value}”'],
  stillShared: [
    'The memories of {root} stay in the directory of an agent ({memory}), and memdir goes on using it there. For memdir’s own directory, run in the project: memdir init {name} --undo --memory own',
    '{root} 的记忆保留在代理的目录（{memory}）中，memdir 在该项目中仍使用它。如需改回 memdir 自己的目录，请在项目中运行：memdir init {name} --undo --memory own',
  ],
})
