import { statsCommandTexts } from '../../base/messages/stats-command.ts'
import type { Statistics } from '../../memory/records.ts'
import { type Command, placeOptions } from '../command.ts'
import { countsByType } from '../describe-memory.ts'
import { noteBeside } from '../note-beside.ts'
import { formatFacts, type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'stats',
  help: statsCommandTexts.help,
  most: 0,
  options: placeOptions,
  examples: ['memdir stats', 'memdir stats --json'],
  async run({ context, output }) {
    const engine = context.engine()
    const stats = await (await engine.records()).statistics()
    output.data(stats)
    printStatistics(output, stats)
    noteBeside(engine, output, 'stats')
  },
}

export function printStatistics(output: Output, stats: Statistics): void {
  const listed = (counts: Record<string, number>) => countsByType(byNumber(counts), NO_TYPE, output.language)
  const named = (one: typeof stats.oldest) =>
    one && `${one.time.slice(0, 10)}  ${printable(one.name)} (${one.id})`
  const facts: [string, string | undefined][] = [
    [output.say(statsCommandTexts.memories), String(stats.total)],
    [output.say(statsCommandTexts.live), String(stats.live)],
    [output.say(statsCommandTexts.superseded), String(stats.superseded)],
    [output.say(statsCommandTexts.expired), String(stats.expired + stats.due)],
    [output.say(statsCommandTexts.types), listed(stats.types)],
    [output.say(statsCommandTexts.kinds), listed(stats.kinds)],
    [output.say(statsCommandTexts.averageImportance), stats.average_importance?.toString()],
    [output.say(statsCommandTexts.averageConfidence), stats.average_confidence?.toString()],
    [output.say(statsCommandTexts.oldest), named(stats.oldest)],
    [output.say(statsCommandTexts.newest), named(stats.newest)],
    [
      output.say(statsCommandTexts.mostUsed),
      stats.most_used
        .map(({ name, count }) => `${printable(name)} (${count})`)
        .join(output.say(statsCommandTexts.separator)),
    ],
  ]
  for (const [label, value] of formatFacts(facts)) output.print(`${output.paint.dim(label)}  ${value}`)
}

/** What programs read for a memory without a type. */
const NO_TYPE = 'none'

function byNumber(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a))
}
