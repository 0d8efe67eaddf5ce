// The commands by what people want to do, as the overview lists them.
import type { Text } from './language.ts'

export interface CommandGroup extends Text {
  commands: readonly string[]
}

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    en: 'Set up',
    zh: '开始使用',
    commands: ['init', 'status', 'on', 'off', 'path', 'uninstall', 'completion'],
  },
  {
    en: 'Write memories',
    zh: '写入记忆',
    commands: ['add', 'log-note', 'edit', 'tag', 'move', 'rm', 'purge'],
  },
  {
    en: 'Read and find them',
    zh: '查看与查找',
    commands: ['list', 'show', 'search', 'recall', 'index', 'explain', 'stats'],
  },
  {
    en: 'Keep them in order',
    zh: '整理',
    commands: ['inbox', 'dream', 'merge', 'wrong', 'cleanup', 'doctor', 'reindex', 'storage', 'jobs'],
  },
  { en: 'See and undo changes', zh: '查看与撤销更改', commands: ['log', 'diff', 'undo'] },
  { en: 'Move them', zh: '迁移', commands: ['import', 'export', 'projects'] },
  {
    en: 'Work with a model',
    zh: '与模型协作',
    commands: ['chat', 'notes', 'context', 'cost', 'mcp', 'memory'],
  },
  {
    en: 'Settings and safety',
    zh: '设置与安全',
    commands: ['config', 'trust', 'secrets', 'sandbox', 'eval'],
  },
]
