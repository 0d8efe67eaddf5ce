import type { Command } from '../command.ts'
import { printable } from '../output.ts'
import { noteWarnings } from '../saved.ts'

export const command: Command = {
  usage: 'log-note TEXT…',
  help: {
    en: 'Appends one line with the time to the log of the day, logs/YYYY/MM/YYYY-MM-DD.md below the memory directory. For assistants that run for days (dailyLog.enabled): memories are only appended, and single entries are found by search and recall.',
    zh: '在当日日志（记忆目录下的 logs/YYYY/MM/YYYY-MM-DD.md）中追加一行，带时间。供连续运行数日的助手使用（dailyLog.enabled）：记忆只追加，搜索与召回按单条找到。',
  },
  options: {},
  examples: ['memdir log-note "The release moved to 2026-04-16"'],
  async run({ positionals, context, output }) {
    const engine = await context.writingEngine()
    const noted = await engine.logNote(positionals.join(' '), context.changedBy())
    output.data(noted)
    noteWarnings(output, noted.warnings)
    output.print(`${output.paint.green('✓')} ${printable(noted.file)}`)
    return 0
  },
}
