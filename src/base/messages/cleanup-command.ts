// What `memdir cleanup` says.
import { texts } from './message.ts'

export const cleanupCommandTexts = texts('cleanup-command', {
  help: [
    'Removes memories that expired longer ago than the audit period (cleanup.retentionDays, 30 days), counted from the newest memory, and history older than history.retentionDays (365 days), counted from the newest change. You see the memories first, and those go; of the history at most a tenth a run; nothing for a day after the clock has jumped. It also runs by itself, at most once a day, and then removes at most a tenth of the memories. `memdir undo` brings memories back.',
    '删除过期时间超过保留期（cleanup.retentionDays，默认 30 天，从最新的记忆算起）的记忆，以及早于 history.retentionDays（365 天，从最新的更改算起）的历史。先列出记忆，确认后全部删除；历史每次至多删除十分之一；时钟跳变后一天内不删除。也会自动运行，每天至多一次，那时至多删除十分之一的记忆。记忆可用 `memdir undo` 恢复。',
  ],
  optionDryRun: ['only show what would go', '仅显示将删除的内容'],
  optionYes: ['do not ask', '不询问'],
  removeMemoryMemories: ['Remove {count memory|memories}?', '删除这 {count} 条记忆？'],
  removed: ['{removed memory|memories} removed; {waiting} expired and still kept.', '已删除 {removed} 条；{waiting} 条已过期，仍在保留期内。'],
  wouldRemove: ['{removed memory|memories} would be removed; {waiting} expired and still kept.', '将删除 {removed} 条；{waiting} 条已过期，仍在保留期内。'],
})
