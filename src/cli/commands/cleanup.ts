import type { CleanedUp } from '../../records/clean-up.ts'
import type { Command } from '../command.ts'
import { countOf } from '../language.ts'
import { type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'cleanup',
  help: {
    en: 'Removes memories that expired longer ago than the audit period (cleanup.retentionDays, 30 days). It also runs by itself, at most once a day. `memdir undo` brings them back.',
    zh: '删除过期时间超过保留期（cleanup.retentionDays，默认 30 天）的记忆。也会自动运行，每天至多一次。可用 `memdir undo` 恢复。',
  },
  most: 0,
  options: { 'dry-run': { type: 'boolean', en: 'only show what would go', zh: '仅显示将删除的内容' } },
  examples: ['memdir cleanup', 'memdir cleanup --dry-run', 'memdir cleanup --json'],
  async run({ values, context, output }) {
    const engine = values['dry-run'] ? context.engine() : await context.writingEngine()
    if (values['dry-run']) {
      const { planCleanUp } = await import('../../records/clean-up.ts')
      const days = engine.settings.get('cleanup.retentionDays') ?? 30
      const plan = planCleanUp(engine.store.list(), new Date(), days)
      const due = plan.due.map(({ id, file, name, expires }) => ({ id, file, name, expired: expires }))
      output.data({ due, waiting: plan.waiting.length })
      for (const { name, expired } of due)
        output.print(`${printable(name)}  ${output.paint.dim(expired ?? '')}`)
      output.print(told(output.language, due.length, plan.waiting.length, true))
      return 0
    }
    const records = await engine.records()
    const done = await records.cleanUp(context.changedBy())
    output.data(done)
    printCleanedUp(output, done)
    return 0
  },
}

export function printCleanedUp(output: Output, { removed, waiting }: CleanedUp): void {
  for (const { name, file } of removed)
    output.print(`${output.paint.green('✓')} ${printable(name)}  ${output.paint.dim(printable(file))}`)
  output.print(told(output.language, removed.length, waiting, false))
}

function told(language: 'en' | 'zh', removed: number, waiting: number, planned: boolean): string {
  if (language === 'zh')
    return `${planned ? '将删除' : '已删除'} ${removed} 条；${waiting} 条已过期，仍在保留期内。`
  const verb = planned ? 'would be removed' : 'removed'
  return `${countOf(removed, 'memory', 'memories')} ${verb}; ${waiting} expired and still kept.`
}
