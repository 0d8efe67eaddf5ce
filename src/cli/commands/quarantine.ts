import { MemdirError } from '../../lib/errors.ts'
import { UNRECOVERED } from '../../messages/conversation.ts'
import { message } from '../../messages/message.ts'
import { HELD_REASONS, INSTRUCTION_AT, INSTRUCTION_RULES } from '../../messages/origin.ts'
import {
  CHOOSE_QUARANTINE_ACTION,
  QUARANTINE_ID_REQUIRED,
  SEE_QUARANTINE,
} from '../../messages/safety-commands.ts'
import { UNKNOWN_ACTION } from '../../messages/usage.ts'
import type { HeldMemory } from '../../records/quarantine.ts'
import { confirm, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { countOf } from '../language.ts'
import { localTime } from '../local-time.ts'
import { printable, printableText } from '../output.ts'

export const command: Command = {
  usage: 'quarantine [show|confirm|discard ID…]',
  help: {
    en: 'What came only from tools or the web, or reads like instructions and was imported or written by an agent, waits here and is never recalled. Look at the evidence, then confirm it into memory or discard it. What was confirmed does not come back here by `memdir undo`.',
    zh: '仅来自工具或网页的内容，以及由代理写入或导入、读起来像指令的内容在此等待，不会被召回。查看证据后，确认存入记忆或丢弃。确认后的内容不会因 `memdir undo` 回到此处。',
  },
  options: {
    all: { type: 'boolean', en: 'all of them', zh: '全部' },
    yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' },
  },
  arguments: [['show', 'confirm', 'discard'], 'quarantine'],
  examples: [
    'memdir quarantine',
    'memdir quarantine show k3v9',
    'memdir quarantine confirm k3v9',
    'memdir quarantine discard --all --yes',
  ],
  async run(input) {
    const [action, ...references] = input.positionals
    // What an import or a confirmation that was cut off has still to put here or to take away.
    await input.context.engine().recover().catch(noteUnrecovered(input))
    if (action === undefined || action === 'list') return list(input)
    if (action !== 'show' && action !== 'confirm' && action !== 'discard')
      throw usage(
        message(UNKNOWN_ACTION, { action: `quarantine ${action}` }),
        message(CHOOSE_QUARANTINE_ACTION),
      )
    const { quarantine } = await input.context.engine().records()
    const held = input.values.all
      ? quarantine.list()
      : references.map((reference) => quarantine.find(reference))
    if (held.length === 0 && !input.values.all)
      throw usage(message(QUARANTINE_ID_REQUIRED), message(SEE_QUARANTINE))
    if (action === 'show') return show(input, held)
    return action === 'confirm' ? confirmAll(input, held) : discardAll(input, held)
  },
}

/** What is here is shown all the same; each change tries it again, and fails where it fails. */
function noteUnrecovered({ output }: CommandInput) {
  return (error: Error) => {
    const problem = MemdirError.is(error) ? error.messages.message : error.message
    output.note(`${output.paint.yellow('!')} ${output.say(message(UNRECOVERED, { problem }))}`)
  }
}

async function list({ context, output }: CommandInput): Promise<number> {
  const held = (await context.engine().records()).quarantine.list()
  output.data({ held, total: held.length })
  if (held.length === 0) output.print(output.say({ en: 'Nothing is in quarantine.', zh: '隔离区为空。' }))
  else
    output.table(
      [
        output.say({ en: 'ID', zh: '编号' }),
        output.say({ en: 'SINCE', zh: '时间' }),
        output.say({ en: 'WHY', zh: '原因' }),
        output.say({ en: 'TEXT', zh: '内容' }),
      ],
      held.map(({ id, held: since, reason, memory }) => [
        id,
        since.slice(0, 10),
        output.say(HELD_REASONS[reason]),
        printable(memory.content),
      ]),
    )
  return 0
}

function show({ output }: CommandInput, held: readonly HeldMemory[]): number {
  output.data({ held })
  for (const { id, held: since, by, reason, evidence, memory } of held) {
    output.print(`${output.paint.bold(id)}  ${output.paint.dim(`${localTime(since)}  ${by}`)}`)
    output.print(output.say(HELD_REASONS[reason]))
    for (const { rule, line, text } of evidence)
      output.print(
        `${output.paint.yellow('!')} ${output.say(message(INSTRUCTION_AT, { line, rule: message(INSTRUCTION_RULES[rule]) }))}${printable(text)}`,
      )
    output.print(printableText(memory.content))
  }
  return 0
}

async function confirmAll({ context, output }: CommandInput, held: readonly HeldMemory[]): Promise<number> {
  const engine = await context.writingEngine()
  try {
    const records = await engine.records()
    const confirmed = []
    for (const { id } of held) confirmed.push(await records.confirm(id, context.changedBy()))
    output.data({ confirmed })
    for (const outcome of confirmed)
      if ('memory' in outcome)
        output.print(
          `${output.paint.green('✓')} ${output.say({ en: 'Confirmed: ', zh: '已确认：' })}${printable(outcome.memory.name)}`,
        )
    return 0
  } finally {
    await engine.close()
  }
}

async function discardAll(
  { context, output, values }: CommandInput,
  held: readonly HeldMemory[],
): Promise<number> {
  const question = {
    en: `Discard ${countOf(held.length, 'text')} for good?`,
    zh: `彻底丢弃 ${held.length} 条？`,
  }
  // What is named was looked at; all of them may hold what nobody has seen.
  if (values.all && held.length > 0 && !(await confirm(output, values, question))) return 1
  const { quarantine } = await context.engine().records()
  for (const { id } of held) quarantine.discard(id)
  output.data({ discarded: held.map(({ id }) => id) })
  output.print(output.say({ en: `${held.length} discarded.`, zh: `已丢弃 ${held.length} 条。` }))
  return 0
}
