import { cleanupCommandTexts } from '../../base/messages/cleanup-command.ts'
import { clockTexts } from '../../base/messages/clock.ts'
import type { Text } from '../../base/messages/message.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { isPerson } from '../../memory/origin-rules.ts'
import type { CleanedUp, CleanUpPlan } from '../../memory/records.ts'
import { confirm } from '../arguments.ts'
import { type Command, placeOptions } from '../command.ts'
import { type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'cleanup',
  help: cleanupCommandTexts.help,
  most: 0,
  options: {
    ...placeOptions,
    'dry-run': { type: 'boolean', text: cleanupCommandTexts.optionDryRun },
    yes: { type: 'boolean', short: 'y', text: cleanupCommandTexts.optionYes },
  },
  examples: ['memdir cleanup', 'memdir cleanup --dry-run', 'memdir cleanup --json'],
  async run({ values, context, output }) {
    const engine = values['dry-run'] ? context.engine() : await context.writingEngine()
    const { planCleanUp, planShownCleanUp } = await import('../../memory/clean-up.ts')
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
  output.print(output.say(summaryOf(plan.due.length, plan.waiting.length, true)))
  printLater(output, plan.later.length, 0)
}

function described({ due, waiting, later }: CleanUpPlan) {
  const named = due.map(({ id, file, name, expires }) => ({ id, file, name, expired: expires }))
  return { due: named, waiting: waiting.length, later: later.length }
}

function removes(count: number): Text {
  return message(cleanupCommandTexts.removeMemoryMemories, { count })
}

export function printCleanedUp(output: Output, done: CleanedUp): void {
  const { removed, waiting, later, history, clockJump } = done
  for (const { name, file } of removed)
    output.print(`${output.paint.green('✓')} ${printable(name)}  ${output.paint.dim(printable(file))}`)
  output.print(output.say(summaryOf(removed.length, waiting, false)))
  if (clockJump) output.note(`${output.paint.yellow('!')} ${output.say(message(clockTexts.cleanUpWaits))}`)
  else printLater(output, later, history.later)
}

function printLater(output: Output, memories: number, changes: number): void {
  if (memories + changes > 0)
    output.print(output.say(message(clockTexts.cleanUpLater, { memories, changes })))
}

function summaryOf(removed: number, waiting: number, planned: boolean): Message {
  const row = planned ? cleanupCommandTexts.wouldRemove : cleanupCommandTexts.removed
  return message(row, { removed, waiting })
}
