import { BRING_ALL_BACK, BRING_BACK } from '../../base/messages/history.ts'
import { message } from '../../base/messages/message.ts'
import { GIVE_MEMORY, MEMORY_REQUIRED } from '../../base/messages/usage.ts'
import { changeIdOf } from '../../memory/writer/change.ts'
import { confirm, textOption, usage } from '../arguments.ts'
import { type Command, everywhereOption } from '../command.ts'
import { printable } from '../output.ts'
import { noteSeparated } from '../saved.ts'

export const command: Command = {
  usage: 'rm MEMORY…',
  help: {
    en: 'Removes memories, several as one change: all or none. `memdir undo` brings them back; `memdir purge` erases for good.',
    zh: '删除记忆；多条作为一次更改：全部或全不。`memdir undo` 可以恢复；`memdir purge` 彻底清除。',
  },
  options: {
    ...everywhereOption,
    yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' },
    conversation: { type: 'string', value: 'ID', en: 'the conversation it came from', zh: '来源对话' },
  },
  arguments: ['memories'],
  examples: ['memdir rm k3v9', 'memdir rm user_role.md project_old.md --yes'],
  async run({ positionals, values, context, output }) {
    if (positionals.length === 0) throw usage(message(MEMORY_REQUIRED), message(GIVE_MEMORY))
    const engine = await context.engineOf(positionals, { writes: true })
    const found = positionals.map((reference) => engine.store.find(reference))
    const memories = [...new Map(found.map((memory) => [memory.file, memory])).values()]
    const names = memories.map((memory) => printable(memory.name))
    const quoted = {
      en: names.map((name) => `"${name}"`).join(', '),
      zh: names.map((name) => `“${name}”`).join('、'),
    }
    if (!(await confirm(output, values, { en: `Remove ${quoted.en}?`, zh: `删除${quoted.zh}？` }))) return 1
    const by = context.changedBy(textOption(values, 'conversation'))
    const written = await engine.store.removeAll(memories, by)
    noteSeparated(output, written)
    const changes = new Map(written.changes.map(({ file, id }) => [file, id]))
    const removed = memories.map(({ id, file }) => ({ id, file, change: changes.get(file) }))
    for (const { name } of memories)
      output.print(
        `${output.paint.green('✓')} ${output.say({ en: 'Removed: ', zh: '已删除：' })}${printable(name)}`,
      )
    const undo = message(memories.length > 1 ? BRING_ALL_BACK : BRING_BACK, {
      id: changeIdOf(written) ?? '',
    })
    output.print(output.paint.dim(`  ${output.say(undo)}`))
    output.data({ removed, group: written.group })
    return 0
  },
}
