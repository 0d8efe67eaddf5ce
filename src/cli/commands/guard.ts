import { guardCommandTexts } from '../../base/messages/guard-command.ts'
import { message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { textOption, usage } from '../arguments.ts'
import { canAsk, refuseAgents } from '../ask-trust.ts'
import type { Command, CommandInput } from '../command.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'guard [MEMORY]',
  help: guardCommandTexts.help,
  most: 1,
  options: {
    list: { type: 'boolean', short: 'l', text: guardCommandTexts.optionList },
    off: { type: 'string', value: 'ID', text: guardCommandTexts.optionOff },
  },
  arguments: ['memories'],
  examples: ['memdir guard k3v9', 'memdir guard --list', 'memdir guard --off k3v9'],
  async run(input) {
    const { positionals, values } = input
    const off = textOption(values, 'off')
    if (values.list) return list(input)
    if (off === undefined && positionals[0] === undefined)
      throw usage(message(usageTexts.memoryRequired), message(usageTexts.giveMemory))
    refusePrograms(input)
    return off === undefined ? hold(input, positionals[0] ?? '') : release(input, off)
  },
}

/** What an agent or a script could switch off would hold nothing. */
function refusePrograms({ context: { env } }: CommandInput): void {
  refuseAgents(env)
  if (canAsk(env)) return
  throw new MemdirError('usage', message(guardCommandTexts.notByProgram), {
    fix: message(guardCommandTexts.notByProgramFix),
  })
}

async function hold({ context, output }: CommandInput, reference: string): Promise<number> {
  const engine = await context.engineOf([reference], { writes: true })
  const memory = engine.store.find(reference)
  const name = printable(memory.name)
  if (!memory.on?.length)
    throw new MemdirError('usage', message(guardCommandTexts.noTriggers, { name }), {
      fix: message(guardCommandTexts.noTriggersFix, { file: printable(memory.file) }),
    })
  await (await engine.guards()).hold(memory)
  await engine.prepareCalls()
  output.data({ id: memory.id, held: true })
  const triggers = memory.on.map((trigger) => printable(JSON.stringify(trigger))).join(', ')
  output.print(output.say(message(guardCommandTexts.holds, { triggers })))
  return 0
}

async function release({ context, output }: CommandInput, reference: string): Promise<number> {
  const engine = await context.engineOf([reference], { writes: true, ever: true })
  const guards = await engine.guards()
  const memories = engine.store.list()
  const found = guards.list(memories).filter(({ id }) => id.startsWith(reference))
  const id = found.length === 1 ? found[0]?.id : reference
  if (id === undefined || !(await guards.release(id)))
    throw new MemdirError('not_found', message(guardCommandTexts.notHeld, { id: printable(reference) }), {
      fix: message(guardCommandTexts.notHeldFix),
    })
  await engine.prepareCalls()
  output.data({ id, held: false })
  output.print(output.say(message(guardCommandTexts.released, { id })))
  return 0
}

async function list({ context, output }: CommandInput): Promise<number> {
  const engine = await context.engineOf([])
  const memories = engine.store.list()
  const held = (await engine.guards()).list(memories)
  output.data({ guards: held })
  const lines = { held: 'lineHeld', changed: 'lineChanged', gone: 'lineGone' } as const
  for (const { id, status } of held) {
    const name = printable(memories.find((memory) => memory.id === id)?.name ?? '')
    output.print(output.say(message(guardCommandTexts[lines[status]], { id, name })))
  }
  if (held.length === 0) output.print(output.say(message(guardCommandTexts.none)))
  return 0
}
