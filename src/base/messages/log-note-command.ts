// What `memdir log-note` says.
import { texts } from './message.ts'

export const logNoteCommandTexts = texts('log-note-command', {
  help: [
    'Appends one line with the time to the log of the day, logs/YYYY/MM/YYYY-MM-DD.md below the memory directory. For assistants that run for days (dailyLog.enabled): memories are only appended, and single entries are found by search and recall.',
    '在当日日志（记忆目录下的 logs/YYYY/MM/YYYY-MM-DD.md）中追加一行，带时间。供连续运行数日的助手使用（dailyLog.enabled）：记忆只追加，搜索与召回按单条找到。',
  ],
})
