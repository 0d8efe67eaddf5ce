import { CLEAN_UP_LATER, CLEAN_UP_WAITS } from '../../base/messages/clock.ts'
import { message } from '../../base/messages/message.ts'
import type { CleanedUp, CleanUpPlan } from '../../memory/records/clean-up.ts'
import { isPerson } from '../../memory/records/origin-rules.ts'
import { confirm } from '../arguments.ts'
import { type Command, everywhereOption } from '../command.ts'
import { countOf, type Text } from '../language.ts'
import { type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'cleanup',
  help: {
    en: 'Removes memories that expired longer ago than the audit period (cleanup.retentionDays, 30 days), counted from the newest memory, and history older than history.retentionDays (365 days), counted from the newest change. You see the memories first, and those go; of the history at most a tenth a run; nothing for a day after the clock has jumped. It also runs by itself, at most once a day, and then removes at most a tenth of the memories. `memdir undo` brings memories back.',
    zh: '删除过期时间超过保留期（cleanup.retentionDays，默认 30 天，从最新的记忆算起）的记忆，以及早于 history.retentionDays（365 天，从最新的更改算起）的历史。先列出记忆，确认后全部删除；历史每次至多删除十分之一；时钟跳变后一天内不删除。也会自动运行，每天至多一次，那时至多删除十分之一的记忆。记忆可用 `memdir undo` 恢复。',
  },
  most: 0,
  options: {
    ...everywhereOption,
    'dry-run': { type: 'boolean', en: 'only show what would go', zh: '仅显示将删除的内容' },
    yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' },
  },
  examples: ['memdir cleanup', 'memdir cleanup --dry-run', 'memdir cleanup --json'],
  async run({ values, context, output }) {
    const engine = values['dry-run'] ? context.engine() : await context.writingEngine()
    const { planCleanUp, planShownCleanUp } = await import('../../memory/records/clean-up.ts')
    const days = engine.settings.get('cleanup.retentionDays') ?? 30
    const by = context.changedBy()
    const planned = isPerson(by.actor) ? planShownCleanUp : planCleanUp
    const plan = planned(engine.store.list(), new Date(), days)
    if (values['dry-run']) {
      output.data(described(plan))
      printPlan(output, plan)
      return 0
    }
    engine.clockWatch.look()
    // After the clock was set nothing is removed, so there is nothing to ask.
    if (plan.due.length > 0 && values.yes !== true && !engine.clockWatch.recentJump()) {
      printPlan(output, plan)
      if (!(await confirm(output, values, removes(plan.due.length)))) return 1
    }
    const records = await engine.records()
    const done = await records.cleanUp(by, plan.due)
    output.data(done)
    printCleanedUp(output, done)
    return 0
  },
}

function printPlan(output: Output, plan: CleanUpPlan): void {
  for (const { name, expires } of plan.due)
    output.print(`${printable(name)}  ${output.paint.dim(expires ?? '')}`)
  output.print(summaryOf(output.language, plan.due.length, plan.waiting.length, true))
  printLater(output, plan.later.length, 0)
}

function described({ due, waiting, later }: CleanUpPlan) {
  const named = due.map(({ id, file, name, expires }) => ({ id, file, name, expired: expires }))
  return { due: named, waiting: waiting.length, later: later.length }
}

function removes(count: number): Text {
  return { en: `Remove ${countOf(count, 'memory', 'memories')}?`, zh: `删除这 ${count} 条记忆？` }
}

export function printCleanedUp(output: Output, done: CleanedUp): void {
  const { removed, waiting, later, history, clockJump } = done
  for (const { name, file } of removed)
    output.print(`${output.paint.green('✓')} ${printable(name)}  ${output.paint.dim(printable(file))}`)
  output.print(summaryOf(output.language, removed.length, waiting, false))
  if (clockJump) output.note(`${output.paint.yellow('!')} ${output.say(message(CLEAN_UP_WAITS))}`)
  else printLater(output, later, history.later)
}

function printLater(output: Output, memories: number, changes: number): void {
  if (memories + changes > 0) output.print(output.say(message(CLEAN_UP_LATER, { memories, changes })))
}

function summaryOf(language: 'en' | 'zh', removed: number, waiting: number, planned: boolean): string {
  if (language === 'zh')
    return `${planned ? '将删除' : '已删除'} ${removed} 条；${waiting} 条已过期，仍在保留期内。`
  const verb = planned ? 'would be removed' : 'removed'
  return `${countOf(removed, 'memory', 'memories')} ${verb}; ${waiting} expired and still kept.`
}
