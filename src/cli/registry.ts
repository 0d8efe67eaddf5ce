// All commands: a line for the overview, and how to load the rest when it is used.
import type { Entry } from './command.ts'

export const COMMANDS: Record<string, Entry> = {
  init: {
    en: 'set up memory for this project or an agent',
    zh: '为此项目或代理启用记忆',
    load: () => import('./commands/init.ts'),
  },
  add: { en: 'remember something', zh: '记住一件事', load: () => import('./commands/add.ts') },
  list: { en: 'list memories', zh: '列出记忆', load: () => import('./commands/list.ts') },
  show: { en: 'show one memory', zh: '显示一条记忆', load: () => import('./commands/show.ts') },
  edit: { en: 'change a memory', zh: '修改记忆', load: () => import('./commands/edit.ts') },
  move: {
    en: 'let memories hold in all projects, or in this one',
    zh: '让记忆适用于所有项目或仅此项目',
    load: () => import('./commands/move.ts'),
  },
  rm: {
    en: 'remove memories (can be undone)',
    zh: '删除记忆（可撤销）',
    load: () => import('./commands/rm.ts'),
  },
  purge: {
    en: 'erase a memory and its history for good',
    zh: '彻底清除记忆及其历史',
    load: () => import('./commands/purge.ts'),
  },
  index: {
    en: 'show the index that agents load',
    zh: '显示代理加载的索引',
    load: () => import('./commands/index-command.ts'),
  },
  search: {
    en: 'find memories by words and by meaning',
    zh: '按词和语义查找记忆',
    load: () => import('./commands/search.ts'),
  },
  recall: {
    en: 'show what an agent would be given for a prompt',
    zh: '代理针对提示会得到什么',
    load: () => import('./commands/recall.ts'),
  },
  merge: {
    en: 'merge duplicate memories',
    zh: '合并内容相同的记忆',
    load: () => import('./commands/merge.ts'),
  },
  cleanup: {
    en: 'remove what expired long ago',
    zh: '清理过期记忆',
    load: () => import('./commands/cleanup.ts'),
  },
  explain: {
    en: 'show where a memory came from',
    zh: '说明一条记忆的来历',
    load: () => import('./commands/explain.ts'),
  },
  wrong: {
    en: 'say that a memory was wrong or beside the point',
    zh: '指出某条记忆有误或不相关',
    load: () => import('./commands/wrong.ts'),
  },
  stats: { en: 'show totals, averages, most used', zh: '统计', load: () => import('./commands/stats.ts') },
  tag: {
    en: 'list, add and remove tags',
    zh: '列出、添加、删除标签',
    load: () => import('./commands/tag.ts'),
  },
  import: {
    en: 'import memories',
    zh: '导入记忆',
    load: () => import('./commands/import.ts'),
  },
  export: { en: 'export all memories', zh: '导出记忆', load: () => import('./commands/export.ts') },
  inbox: {
    en: 'review what waits for you: candidates, conflicts, doubles, quarantine',
    zh: '处理等待您的内容：候选、冲突、重复、隔离区',
    load: () => import('./commands/inbox.ts'),
  },
  memory: {
    en: 'the memory tool of agents',
    zh: '代理的 memory 工具',
    load: () => import('./commands/memory.ts'),
  },
  secrets: {
    en: 'scan files for secrets',
    zh: '查找文件中的密钥',
    load: () => import('./commands/secrets-command.ts'),
  },
  log: {
    en: 'show what changed, when and by whom',
    zh: '显示更改历史',
    load: () => import('./commands/log.ts'),
  },
  diff: { en: 'show what a change did', zh: '显示某次更改的内容', load: () => import('./commands/diff.ts') },
  undo: { en: 'undo changes', zh: '撤销更改', load: () => import('./commands/undo.ts') },
  'log-note': {
    en: 'append a line to the log of the day',
    zh: '在当日日志中追加一行',
    load: () => import('./commands/log-note.ts'),
  },
  dream: {
    en: 'tidy the memories',
    zh: '整理记忆',
    load: () => import('./commands/dream.ts'),
  },
  doctor: {
    en: 'find and repair problems',
    zh: '检查并修复问题',
    load: () => import('./commands/doctor.ts'),
  },
  storage: {
    en: 'show and move where vectors live',
    zh: '查看和迁移向量的存放处',
    load: () => import('./commands/storage.ts'),
  },
  reindex: {
    en: 'update the search data',
    zh: '更新搜索数据',
    load: () => import('./commands/reindex.ts'),
  },
  jobs: {
    en: 'show background jobs',
    zh: '后台运行过的工作',
    load: () => import('./commands/jobs.ts'),
  },
  eval: { en: 'measure search quality', zh: '衡量搜索质量', load: () => import('./commands/eval.ts') },
  chat: {
    en: 'chat with a model that remembers',
    zh: '与有记忆的模型对话',
    load: () => import('./commands/chat.ts'),
  },
  context: {
    en: 'show what fills the window of recorded conversations',
    zh: '显示所记录对话的窗口占用',
    load: () => import('./commands/context.ts'),
  },
  notes: {
    en: 'show notes of conversations, and hand one over to another agent',
    zh: '查看对话笔记，或交给另一代理继续',
    load: () => import('./commands/notes.ts'),
  },
  cost: {
    en: 'show what memdir’s own model calls cost',
    zh: 'memdir 自身模型调用的花费',
    load: () => import('./commands/cost.ts'),
  },
  sandbox: {
    en: 'show what the sandbox of its own agents allows',
    zh: '其自身代理的沙箱允许什么',
    load: () => import('./commands/sandbox.ts'),
  },
  status: {
    en: 'show status',
    zh: '显示状态',
    load: () => import('./commands/status.ts'),
  },
  config: {
    en: 'show and change settings',
    zh: '查看和更改设置',
    load: () => import('./commands/config.ts'),
  },
  trust: {
    en: 'review and approve what a project asks for',
    zh: '查看并批准项目要求的内容',
    load: () => import('./commands/trust.ts'),
  },
  projects: {
    en: 'list, link and move projects',
    zh: '列出、关联、迁移项目',
    load: () => import('./commands/projects.ts'),
  },
  on: { en: 'switch memory on', zh: '打开记忆', load: () => import('./commands/on.ts') },
  off: { en: 'switch memory off', zh: '关闭记忆', load: () => import('./commands/off.ts') },
  path: { en: 'print the memory directory', zh: '输出记忆目录', load: () => import('./commands/path.ts') },
  uninstall: {
    en: 'remove memdir from every agent',
    zh: '将 memdir 从所有代理中移除',
    load: () => import('./commands/uninstall.ts'),
  },
  mcp: {
    en: 'serve memory to agents over MCP',
    zh: '通过 MCP 向代理提供记忆',
    load: () => import('./commands/mcp.ts'),
  },
  completion: {
    en: 'print a completion script for your shell',
    zh: '输出 shell 补全脚本',
    load: () => import('./commands/completion.ts'),
  },
}
