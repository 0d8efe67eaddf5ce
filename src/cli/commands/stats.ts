import type { Statistics } from '../../memory/records/statistics.ts'
import { type Command, everywhereOption } from '../command.ts'
import { countsByType } from '../describe-memory.ts'
import { noteEverywhere } from '../note-everywhere.ts'
import { formatFacts, type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'stats',
  help: {
    en: 'Totals by type and kind, averages, oldest and newest, most used, expired.',
    zh: '按类型和种类统计、平均值、最旧和最新、最常用、已过期。',
  },
  most: 0,
  options: everywhereOption,
  examples: ['memdir stats', 'memdir stats --json'],
  async run({ context, output }) {
    const engine = context.engine()
    const stats = await (await engine.records()).statistics()
    output.data(stats)
    printStatistics(output, stats)
    noteEverywhere(context, output, 'stats')
  },
}

export function printStatistics(output: Output, stats: Statistics): void {
  const say = (en: string, zh: string) => output.say({ en, zh })
  const listed = (counts: Record<string, number>) => countsByType(byNumber(counts), NO_TYPE, output.language)
  const named = (one: typeof stats.oldest) =>
    one && `${one.time.slice(0, 10)}  ${printable(one.name)} (${one.id})`
  const facts: [string, string | undefined][] = [
    [say('memories', '记忆'), String(stats.total)],
    [say('live', '有效'), String(stats.live)],
    [say('superseded', '已被取代'), String(stats.superseded)],
    [say('expired', '已过期'), String(stats.expired + stats.due)],
    [say('types', '类型'), listed(stats.types)],
    [say('kinds', '种类'), listed(stats.kinds)],
    [say('average importance', '平均重要性'), stats.average_importance?.toString()],
    [say('average confidence', '平均置信度'), stats.average_confidence?.toString()],
    [say('oldest', '最旧'), named(stats.oldest)],
    [say('newest', '最新'), named(stats.newest)],
    [
      say('most used', '最常用'),
      stats.most_used.map(({ name, count }) => `${printable(name)} (${count})`).join(say(', ', '、')),
    ],
  ]
  for (const [label, value] of formatFacts(facts)) output.print(`${output.paint.dim(label)}  ${value}`)
}

/** What programs read for a memory without a type. */
const NO_TYPE = 'none'

function byNumber(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a))
}
