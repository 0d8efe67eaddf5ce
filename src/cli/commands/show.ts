import { labelOf, UNTYPED } from '../../base/messages/kinds.ts'
import { message } from '../../base/messages/message.ts'
import { showCommandTexts } from '../../base/messages/show-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { type Memory, supersededBy } from '../../memory/memory.ts'
import { situationsOf, triggerLine } from '../../memory/moments.ts'
import { usage } from '../arguments.ts'
import { type Command, placeOptions } from '../command.ts'
import { age, hasExpired, stars } from '../describe-memory.ts'
import { ORIGIN_LABELS } from '../origin-labels.ts'
import { formatFacts, type Output, printable, printableText } from '../output.ts'
import { fullPath, memoryBytes } from '../saved.ts'
import { writeTo } from '../streams.ts'

export const command: Command = {
  usage: 'show MEMORY',
  help: showCommandTexts.help,
  most: 1,
  options: { ...placeOptions, raw: { type: 'boolean', text: showCommandTexts.optionRaw } },
  arguments: ['memories'],
  examples: ['memdir show k3v9', 'memdir show feedback_testing.md --raw'],
  async run({ positionals, values, context, output }) {
    const reference = positionals[0]
    if (!reference) throw usage(message(usageTexts.memoryRequired), message(usageTexts.giveMemory))
    const { store } = await context.engineOf([reference])
    const memory = store.find(reference)
    output.data({ memory })
    if (output.json) return
    if (values.raw) {
      writeTo('stdout', memoryBytes(store.directory, memory))
      return
    }
    printMemory(output, memory, fullPath(store.directory, memory))
  },
}

function expiry(output: Output, memory: Memory): string | undefined {
  if (!hasExpired(memory, new Date())) return memory.expires
  return `${memory.expires} [${output.say(showCommandTexts.expired)}]`
}

function printMemory(output: Output, memory: Memory, path: string): void {
  const { paint } = output
  const comma = output.say(showCommandTexts.separator)
  const successor = supersededBy(memory)
  const said = memory.source?.origin
  const origin = said && output.say({ en: said, zh: ORIGIN_LABELS[said].zh })
  const facts: [string, string | undefined][] = [
    [output.say(showCommandTexts.id), memory.id],
    [
      output.say(showCommandTexts.type),
      [memory.type, memory.kind].flatMap((one) => (one ? output.say(labelOf(one)) : [])).join(' · ') ||
        output.say(UNTYPED),
    ],
    [output.say(showCommandTexts.importance), stars(memory.importance)],
    [output.say(showCommandTexts.tags), memory.tags.join(comma)],
    [output.say(showCommandTexts.when), situationsOf(memory).join(output.say(showCommandTexts.between))],
    [
      output.say(showCommandTexts.on),
      (memory.on ?? []).map(triggerLine).join(output.say(showCommandTexts.between)),
    ],
    [output.say(showCommandTexts.from), [origin, memory.source?.conversation].filter(Boolean).join(' · ')],
    [output.say(showCommandTexts.changed), age(memory, new Date(), output.language)],
    [output.say(showCommandTexts.expires), expiry(output, memory)],
    [
      output.say(showCommandTexts.superseded),
      successor && output.say(message(showCommandTexts.successor, { successor })),
    ],
    [output.say(showCommandTexts.related), memory.related.join(comma)],
    [output.say(showCommandTexts.file), path],
  ]
  output.print(paint.bold(printable(memory.name)))
  const isSaid = [memory.name, memory.content.trim()].includes(memory.description ?? memory.name)
  if (!isSaid) output.print(printable(memory.description ?? ''))
  output.print()
  for (const [label, value] of formatFacts(facts)) output.print(`  ${paint.dim(label)}  ${printable(value)}`)
  if (memory.frontmatter === 'broken') {
    output.print(`  ${paint.yellow(output.say(showCommandTexts.frontmatterCannotReadSee))}`)
  }
  output.print()
  output.print(printableText(memory.content).trim())
}
