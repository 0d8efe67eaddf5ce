import { historyTexts } from '../../base/messages/history.ts'
import { joinMessages, message } from '../../base/messages/message.ts'
import { rmCommandTexts } from '../../base/messages/rm-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { changeIdOf } from '../../memory/writer.ts'
import { confirm, textOption, usage } from '../arguments.ts'
import { type Command, placeOptions } from '../command.ts'
import { printable } from '../output.ts'
import { noteSeparated } from '../saved.ts'

export const command: Command = {
  usage: 'rm MEMORY…',
  help: rmCommandTexts.help,
  options: {
    ...placeOptions,
    yes: { type: 'boolean', short: 'y', text: rmCommandTexts.optionYes },
    conversation: { type: 'string', value: 'ID', text: rmCommandTexts.optionConversation },
  },
  arguments: ['memories'],
  examples: ['memdir rm k3v9', 'memdir rm user_role.md project_old.md --yes'],
  async run({ positionals, values, context, output }) {
    if (positionals.length === 0)
      throw usage(message(usageTexts.memoryRequired), message(usageTexts.giveMemory))
    const engine = await context.engineOf(positionals, { writes: true })
    const found = positionals.map((reference) => engine.store.find(reference))
    const memories = [...new Map(found.map((memory) => [memory.file, memory])).values()]
    const names = memories.map((memory) => printable(memory.name))
    const quoted = joinMessages(names.map((name) => message(rmCommandTexts.quoted, { name })))
    if (!(await confirm(output, values, message(rmCommandTexts.remove, { quoted })))) return 1
    const by = context.changedBy(textOption(values, 'conversation'))
    const written = await engine.store.removeAll(memories, by)
    noteSeparated(output, written)
    const changes = new Map(written.changes.map(({ file, id }) => [file, id]))
    const removed = memories.map(({ id, file }) => ({ id, file, change: changes.get(file) }))
    for (const { name } of memories)
      output.print(`${output.paint.green('✓')} ${output.say(rmCommandTexts.removed)}${printable(name)}`)
    const undo = message(memories.length > 1 ? historyTexts.bringAllBack : historyTexts.bringBack, {
      id: changeIdOf(written) ?? '',
    })
    output.print(output.paint.dim(`  ${output.say(undo)}`))
    output.data({ removed, group: written.group })
    return 0
  },
}
