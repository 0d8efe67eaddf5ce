import { MemdirError } from '../../lib/errors.ts'
import { readLog } from '../../memory/history.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import { confirm, usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import { countOf } from '../language.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'purge MEMORY',
  help: {
    en: 'Erases a memory for good: the file, its pointer, its history. It cannot be undone. A memory that was removed before can still be purged by its id or file name.',
    zh: '彻底清除一条记忆：文件、指针和历史。无法撤销。已删除的记忆也可按编号或文件名清除。',
  },
  most: 1,
  options: { yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' } },
  examples: ['memdir purge k3v9', 'memdir purge user_role.md --yes'],
  async run({ positionals, values, context, output }) {
    const reference = positionals[0]
    if (!reference) throw usage('which memory?', 'Give an id or a file name; `memdir list` shows them.')
    const engine = await context.writingEngine()
    const { store } = engine
    const memory = findEvenRemoved(store, reference)
    const question = {
      en: `Erase "${printable(memory.name)}" and its history for good?`,
      zh: `彻底清除“${printable(memory.name)}”及其历史？`,
    }
    if (!(await confirm(output, values, question))) return 1
    const erased = await engine.purge(memory, context.changedBy())
    output.data({ purged: { id: memory.id, file: memory.file }, erased })
    output.print(
      output.say({
        en: `Erased, with ${countOf(erased, 'change')} of its history.`,
        zh: `已清除，包括 ${erased} 条历史。`,
      }),
    )
    return 0
  },
}

function findEvenRemoved(store: MemoryStore, reference: string): Pick<Memory, 'id' | 'file' | 'name'> {
  try {
    return store.find(reference)
  } catch (error) {
    if (!MemdirError.is(error) || error.code !== 'not_found') throw error
    const last = readLog(store.writer).find(
      (change) =>
        change.memory === reference || change.file === reference || change.file === `${reference}.md`,
    )
    if (!last) throw error
    return { id: last.memory ?? reference, file: last.file, name: last.file }
  }
}
