// Directories in which agents keep memories of their own, and which of them is the project's.

import { texts } from './message.ts'

export const ownMemoryTexts = texts('own-memory', {
  sharedHere: ['Memories of this project: {directory} ({agent}’s own directory, so that there is one index)', '此项目的记忆目录：{directory}（与 {agent} 共用，只有一个索引）'],
  sharedEverywhere: ['So it is in every project, as long as memdir is in {agent}. In one project otherwise, run there: memdir init {name} --memory own', '只要 memdir 接入 {agent}，所有项目都如此。若某个项目例外，请在该项目中运行：memdir init {name} --memory own'],
  othersStay: ['Projects in which memdir has memories of its own keep its directory: {count}. You are told once in each; to share there too, run in it: memdir init {name}', '已有 memdir 记忆的项目继续使用 memdir 的目录：{count} 个。在各项目中会提示一次；如需共用，请在该项目中运行：memdir init {name}'],
  staysWithAgent: [
    'The memories of this project stay in {directory} ({agent}’s own directory), and memdir goes on using it here. To copy them to memdir’s directory and use that: memdir init {name} --undo --memory own',
    '此项目的记忆保留在 {directory}（{agent} 自己的目录）中，memdir 在此项目中仍使用它。如需复制到 memdir 的目录并改用该目录：memdir init {name} --undo --memory own',
  ],
  twoDirectories: [
    '{agent} keeps memories of this project in {theirs}, memdir in {ours}. memdir reads and searches both and writes to its own. One directory for both (yours are copied there): memdir init {name}. Back again: memdir init {name} --memory own',
    '{agent} 将此项目的记忆存放在 {theirs}，memdir 则存放在 {ours}。memdir 会读取并搜索两处，但只写入自己的目录。若要合用一个目录（memdir 的记忆会复制过去）：memdir init {name}。如需恢复：memdir init {name} --memory own',
  ],
  secondAgent: [
    '{agent} keeps memories of this project in {theirs}; the project’s memory is {ours}. memdir reads and searches both and writes to the latter. What {agent} has is offered in the inbox once.',
    '{agent} 将此项目的记忆存放在 {theirs}；此项目的记忆目录是 {ours}。memdir 会读取并搜索两处，但只写入后者。{agent} 的记忆会在收件箱中提供一次。',
  ],
  secondAgentTold: [
    '{agent} keeps memories of this project in {theirs}; the project’s memory is {ours}. memdir reads and searches both and writes to the latter. One directory for both, with one index ({agent}’s memories are copied there): memdir init {name} --memory project',
    '{agent} 将此项目的记忆存放在 {theirs}；此项目的记忆目录是 {ours}。memdir 会读取并搜索两处，但只写入后者。若要合用一个目录和一个索引（{agent} 的记忆会复制过去）：memdir init {name} --memory project',
  ],
  movedByCheckout: [
    'A settings file of this checkout (.claude/) makes {agent} keep memories in {theirs}; the project’s memory is {ours}. memdir reads nothing there. One directory for both: memdir init {name} --memory project',
    '此检出目录中的设置文件（.claude/）让 {agent} 将记忆存放在 {theirs}；此项目的记忆目录是 {ours}。memdir 不会读取前者。若要合用一个目录：memdir init {name} --memory project',
  ],
  pointedHere: ['{agent} keeps its memories of this project in the project’s directory: {directory}', '{agent} 将此项目的记忆存放在项目的记忆目录：{directory}'],
  pointQuestion: ['Let {agent} use the project’s directory, {directory}, so that there is one index? (Otherwise both stay, and memdir searches both.)', '是否让 {agent} 使用此项目的记忆目录 {directory}，从而只有一个索引？（否则两处都保留，memdir 会搜索两处。）'],
  cannotPoint: ['{agent} cannot be told the directory of one project', '无法为单个项目指定 {agent} 的记忆目录'],
  oneDirectory: ['the memories of this project are in its own directory: {directory}', '此项目的记忆位于其自己的目录：{directory}'],
  ownHere: ['Memories of this project: {directory} (memdir’s own directory)', '此项目的记忆目录：{directory}（memdir 自己的目录）'],
  ownGoesOn: [
    '{agent} keeps its own memory beside it, which memdir reads and searches. To switch that off in all projects: memory.enableManagedAutoMemory = false in ~/.qwen/settings.json',
    '{agent} 仍会另外保存自己的记忆，memdir 会读取并搜索。如需在所有项目中关闭：在 ~/.qwen/settings.json 中将 memory.enableManagedAutoMemory 设为 false',
  ],
})
