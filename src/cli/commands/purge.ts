import {
  fileCount,
  LEFT_EDITED,
  PURGE_CLEANED,
  PURGE_LIMITS,
  PURGE_QUOTED,
  PURGE_UNREACHED,
} from '../../base/messages/history.ts'
import { message } from '../../base/messages/message.ts'
import { GIVE_MEMORY, MEMORY_REQUIRED } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import { readLog } from '../../memory/writer/history.ts'
import type { Purged } from '../../memory/writer/purge.ts'
import { confirm, usage } from '../arguments.ts'
import { type Command, everywhereOption } from '../command.ts'
import { countOf } from '../language.ts'
import { type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'purge MEMORY',
  help: {
    en: 'Erases a memory for good: the file, its pointer, its history, what was made of it, and quotations in memdir’s own transcripts. Names the transcripts of other programs that quote it. It cannot be undone. A memory that was removed before can still be purged by its id or file name.',
    zh: '彻底清除一条记忆：文件、指针、历史、由其生成的数据，以及 memdir 自身记录中的引用；并列出引用它的其他程序的记录。无法撤销。已删除的记忆也可按编号或文件名清除。',
  },
  most: 1,
  options: { ...everywhereOption, yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' } },
  arguments: ['memories'],
  examples: ['memdir purge k3v9', 'memdir purge user_role.md --yes'],
  async run({ positionals, values, context, output }) {
    const reference = positionals[0]
    if (!reference) throw usage(message(MEMORY_REQUIRED), message(GIVE_MEMORY))
    const engine = await context.writingEngine()
    const { store } = engine
    const memory = findEvenRemoved(store, reference)
    const question = {
      en: `Erase "${printable(memory.name)}" and its history for good?`,
      zh: `彻底清除“${printable(memory.name)}”及其历史？`,
    }
    if (!(await confirm(output, values, question))) return 1
    const purged = await engine.purge(memory, context.changedBy())
    output.data({ purged: { id: memory.id, file: memory.file }, ...purged })
    output.print(
      output.say({
        en: `Erased: ${printable(memory.name)} (${memory.id}), with ${countOf(purged.erased, 'change')} of its history.`,
        zh: `已清除：${printable(memory.name)}（${memory.id}），包括 ${purged.erased} 条历史。`,
      }),
    )
    printElsewhere(output, memory.file, purged)
    return 0
  },
}

/** More of them are only counted. */
const SHOWN = 10

function printElsewhere(output: Output, file: string, { edited, cleaned, quoting, unreached }: Purged): void {
  if (edited) output.note(`${output.paint.yellow('!')} ${output.say(message(LEFT_EDITED, { file }))}`)
  if (cleaned.length > 0)
    output.print(output.paint.dim(output.say(message(PURGE_CLEANED, { files: fileCount(cleaned.length) }))))
  const warn = (template: typeof PURGE_QUOTED | typeof PURGE_UNREACHED, files: readonly string[]) => {
    for (const file of files.slice(0, SHOWN))
      output.note(`${output.paint.yellow('!')} ${output.say(message(template, { file: printable(file) }))}`)
    const more = files.length - SHOWN
    if (more > 0)
      output.note(output.say({ en: `  … and ${more} more (--json)`, zh: `  ……还有 ${more} 个（--json）` }))
  }
  warn(PURGE_QUOTED, quoting)
  warn(PURGE_UNREACHED, unreached)
  output.note(output.paint.dim(output.say(message(PURGE_LIMITS))))
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
