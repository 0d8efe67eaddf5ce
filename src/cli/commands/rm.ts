import { confirm, textOption, usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'rm MEMORY…',
  help: {
    en: 'Removes memories. `memdir undo` brings them back; `memdir purge` erases for good.',
    zh: '删除记忆。`memdir undo` 可以恢复；`memdir purge` 彻底清除。',
  },
  options: {
    yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' },
    conversation: { type: 'string', value: 'ID', en: 'the conversation it came from', zh: '来源对话' },
  },
  examples: ['memdir rm k3v9', 'memdir rm user_role.md project_old.md --yes'],
  async run({ positionals, values, context, output }) {
    if (positionals.length === 0)
      throw usage('which memory?', 'Give an id or a file name; `memdir list` shows them.')
    const engine = await context.writingEngine()
    const found = positionals.map((reference) => engine.store.find(reference))
    const memories = [...new Map(found.map((memory) => [memory.file, memory])).values()]
    const names = memories.map((memory) => `"${printable(memory.name)}"`).join(', ')
    if (!(await confirm(output, values, { en: `Remove ${names}?`, zh: `删除 ${names}？` }))) return 1
    const removed: { id: string; file: string; change: string | undefined }[] = []
    for (const memory of memories) {
      const written = await engine.store.remove(memory, context.changedBy(textOption(values, 'conversation')))
      removed.push({ id: memory.id, file: memory.file, change: written.changes[0]?.id })
      const change = written.changes[0]?.id
      output.print(
        `${output.paint.green('✓')} ${output.say({ en: 'Removed: ', zh: '已删除：' })}${printable(memory.name)}`,
      )
      output.print(
        output.paint.dim(
          output.say({
            en: `  To bring it back: memdir undo ${change}`,
            zh: `  恢复：memdir undo ${change}`,
          }),
        ),
      )
    }
    output.data({ removed })
    return 0
  },
}
