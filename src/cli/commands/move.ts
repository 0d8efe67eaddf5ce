import { editCommandsTexts } from '../../base/messages/edit-commands.ts'
import { message } from '../../base/messages/message.ts'
import { moveCommandTexts } from '../../base/messages/move-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import type { Engine } from '../../connect/engine.ts'
import { moveMemory } from '../../memory/copy-memories.ts'
import { demandOwner } from '../../memory/origin-rules.ts'
import { usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'move MEMORY…',
  help: moveCommandTexts.help,
  movesPlaces: true,
  options: {
    everywhere: { type: 'boolean', text: moveCommandTexts.optionEverywhere },
    here: { type: 'boolean', text: moveCommandTexts.optionHere },
  },
  arguments: ['memories'],
  examples: ['memdir move k3v9 --everywhere', 'memdir move k3v9 --here'],
  async run(input) {
    const { positionals, values, context } = input
    if (positionals.length === 0)
      throw usage(message(usageTexts.memoryRequired), message(usageTexts.giveMemory))
    if ((values.everywhere === true) === (values.here === true))
      throw usage(message(editCommandsTexts.moveWhere), message(editCommandsTexts.moveWhereFix))
    if (context.agent !== undefined) demandOwner(context.agent)
    const here = await context.writingEngine()
    const there = here.at('everywhere')
    return values.everywhere === true
      ? move(input, { from: here, to: there })
      : move(input, { from: there, to: here })
  },
}

async function move(
  { positionals, context, output }: CommandInput,
  { from, to }: { from: Engine; to: Engine },
): Promise<number> {
  const memories = positionals.map((reference) => from.store.find(reference))
  const moved = []
  try {
    for (const memory of memories) {
      const outcome = await moveMemory({ from, to }, memory, context.changedBy())
      if (!('memory' in outcome)) continue
      moved.push({ from: memory.id, memory: outcome.memory, status: outcome.status })
      const where = outcome.memory.file
      output.print(
        `${output.paint.green('✓')} ${output.say(moveCommandTexts.moved)}${printable(memory.name)} → ${printable(where)} (${outcome.memory.id})`,
      )
    }
  } finally {
    await context.engine().close()
  }
  output.data({ moved })
  return 0
}
