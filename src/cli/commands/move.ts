import { MOVE_WHERE, MOVE_WHERE_FIX } from '../../base/messages/edit-commands.ts'
import { message } from '../../base/messages/message.ts'
import { EVERYWHERE_BY_PERSON, EVERYWHERE_BY_PERSON_FIX } from '../../base/messages/origin.ts'
import { GIVE_MEMORY, MEMORY_REQUIRED } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Engine } from '../../connect/engine.ts'
import { moveMemory } from '../../memory/move-memory.ts'
import { usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'move MEMORY…',
  help: {
    en: 'Moves memories of this project to those that hold in all your projects (--everywhere), or back into this project (--here). Only you can do that, in a terminal of your own. Each is written there first and removed here then, so that a crash leaves it twice and never not at all; `memdir undo` takes back each half where it happened.',
    zh: '将本项目的记忆移到适用于所有项目的记忆中（--everywhere），或移回本项目（--here）。只有您本人可以在自己的终端中执行。先在目标处写入，再从原处删除：即使中途崩溃也只会重复，不会丢失；`memdir undo` 可在各自处撤销。',
  },
  movesEverywhere: true,
  options: {
    everywhere: { type: 'boolean', en: 'to all projects', zh: '移到所有项目' },
    here: { type: 'boolean', en: 'into this project', zh: '移回本项目' },
  },
  arguments: ['memories'],
  examples: ['memdir move k3v9 --everywhere', 'memdir move k3v9 --here'],
  async run(input) {
    const { positionals, values, context } = input
    if (positionals.length === 0) throw usage(message(MEMORY_REQUIRED), message(GIVE_MEMORY))
    if ((values.everywhere === true) === (values.here === true))
      throw usage(message(MOVE_WHERE), message(MOVE_WHERE_FIX))
    if (context.agent !== undefined)
      throw new MemdirError('needs_person', message(EVERYWHERE_BY_PERSON), {
        fix: message(EVERYWHERE_BY_PERSON_FIX),
      })
    const here = await context.writingEngine()
    const there = context.everywhereEngine({ evenOff: true, make: true })
    if (!there) return 1
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
        `${output.paint.green('✓')} ${output.say({ en: 'Moved: ', zh: '已移动：' })}${printable(memory.name)} → ${printable(where)} (${outcome.memory.id})`,
      )
    }
  } finally {
    await Promise.all([from.close(), to.close()])
  }
  output.data({ moved })
  return 0
}
