import { labelOf, UNTYPED } from '../../base/messages/kinds.ts'
import { message } from '../../base/messages/message.ts'
import { GIVE_MEMORY, MEMORY_REQUIRED } from '../../base/messages/usage.ts'
import { type Memory, supersededBy } from '../../memory/memory.ts'
import { usage } from '../arguments.ts'
import { type Command, everywhereOption } from '../command.ts'
import { age, hasExpired, stars } from '../describe-memory.ts'
import { ORIGIN_LABELS } from '../origin-labels.ts'
import { formatFacts, type Output, printable, printableText } from '../output.ts'
import { fullPath, memoryBytes } from '../saved.ts'
import { writeTo } from '../streams.ts'

export const command: Command = {
  usage: 'show MEMORY',
  help: {
    en: 'Shows one memory. MEMORY is an id, a unique beginning of one, or a file name.',
    zh: '显示一条记忆。MEMORY 是编号、编号的唯一开头或文件名。',
  },
  most: 1,
  options: { ...everywhereOption, raw: { type: 'boolean', en: 'the file as it is', zh: '原样输出文件' } },
  arguments: ['memories'],
  examples: ['memdir show k3v9', 'memdir show feedback_testing.md --raw'],
  async run({ positionals, values, context, output }) {
    const reference = positionals[0]
    if (!reference) throw usage(message(MEMORY_REQUIRED), message(GIVE_MEMORY))
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
  return `${memory.expires} [${output.say({ en: 'expired', zh: '已过期' })}]`
}

function printMemory(output: Output, memory: Memory, path: string): void {
  const { paint } = output
  const comma = output.say({ en: ', ', zh: '、' })
  const successor = supersededBy(memory)
  const said = memory.source?.origin
  const origin = said && output.say({ en: said, zh: ORIGIN_LABELS[said].zh })
  const facts: [string, string | undefined][] = [
    [output.say({ en: 'id', zh: '编号' }), memory.id],
    [
      output.say({ en: 'type', zh: '类型' }),
      [memory.type, memory.kind].flatMap((one) => (one ? output.say(labelOf(one)) : [])).join(' · ') ||
        output.say(UNTYPED),
    ],
    [output.say({ en: 'importance', zh: '重要性' }), stars(memory.importance)],
    [output.say({ en: 'tags', zh: '标签' }), memory.tags.join(comma)],
    [
      output.say({ en: 'from', zh: '来源' }),
      [origin, memory.source?.conversation].filter(Boolean).join(' · '),
    ],
    [output.say({ en: 'changed', zh: '更改' }), age(memory, new Date(), output.language)],
    [output.say({ en: 'expires', zh: '到期' }), expiry(output, memory)],
    [
      output.say({ en: 'superseded by', zh: '状态' }),
      successor && output.say({ en: successor, zh: `已被 ${successor} 取代` }),
    ],
    [output.say({ en: 'related', zh: '相关' }), memory.related.join(comma)],
    [output.say({ en: 'file', zh: '文件' }), path],
  ]
  output.print(paint.bold(printable(memory.name)))
  const isSaid = [memory.name, memory.content.trim()].includes(memory.description ?? memory.name)
  if (!isSaid) output.print(printable(memory.description ?? ''))
  output.print()
  for (const [label, value] of formatFacts(facts)) output.print(`  ${paint.dim(label)}  ${printable(value)}`)
  if (memory.frontmatter === 'broken') {
    output.print(
      `  ${paint.yellow(output.say({ en: 'its frontmatter cannot be read; see memdir doctor', zh: 'frontmatter 无法读取，请运行 memdir doctor' }))}`,
    )
  }
  output.print()
  output.print(printableText(memory.content).trim())
}
