// What `memdir init` says.
import { texts } from './message.ts'

export const initCommandTexts = texts('init-command', {
  help: [
    'Makes the memory directory of this project and shows the agents on this machine; at a terminal it offers to put memdir into each. With an agent: puts memdir into that agent, after showing every file that changes. --undo takes it out again.',
    '创建此项目的记忆目录，并列出本机的代理；在终端中会逐个询问是否接入。给出代理名时：先展示要修改的每个文件，再把 memdir 接入该代理。--undo 可撤销接入。',
  ],
  optionDryRun: ['only show what would change', '只显示将要修改的内容'],
  optionUndo: ['take memdir out of the agent', '将 memdir 从代理中移除'],
  optionYes: ['do not ask', '不询问'],
  optionMemory: [
    'Claude Code, Qwen Code: share its memory directory (default), or copy its memories to memdir’s (own); project: Claude Code uses the directory that the project has; with --undo: own',
    'Claude Code、Qwen Code：共享其记忆目录（默认），或将其记忆复制到 memdir 自己的目录（own）；project：Claude Code 使用项目现有的目录；与 --undo 合用时为 own',
  ],
  optionMcpHook: ['Claude Code: prompts ask the running MCP server, no process each; instead of the plugin', 'Claude Code：由运行中的 MCP 服务器回应提示，不为每次提示启动进程；代替插件'],
  memoryReady: ['Memory for {root} is ready:', '{root} 的记忆已就绪：'],
  memorySetUpBefore: ['Memory for {root} was set up before:', '{root} 的记忆先前已启用：'],
  nextAddHowWe: ['Next:  memdir add "how we work here"   ·   memdir list', '接下来：memdir add "我们的做法"   ·   memdir list'],
  already: ['memdir is in {title} already.', 'memdir 已接入 {title}。'],
  nothingChangedDryRun: ['Nothing was changed (--dry-run).', '未做任何修改（--dry-run）。'],
  makeChanges: ['Make these changes?', '确认修改？'],
  checkDoctor: ['memdir is in {title}. Check it with: memdir doctor', 'memdir 已接入 {title}。检查：memdir doctor'],
  notAnyMoreNo: ['memdir is not in {title} any more. No memory was removed.', 'memdir 已从 {title} 中移除。没有删除任何记忆。'],
})
