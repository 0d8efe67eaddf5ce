import { fileCount, historyTexts } from '../../base/messages/history.ts'
import { message } from '../../base/messages/message.ts'
import { purgeCommandTexts } from '../../base/messages/purge-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { readLog } from '../../memory/history.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import type { Purged } from '../../memory/writer.ts'
import { confirm, usage } from '../arguments.ts'
import { type Command, placeOptions } from '../command.ts'
import { type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'purge MEMORY',
  help: purgeCommandTexts.help,
  most: 1,
  options: { ...placeOptions, yes: { type: 'boolean', short: 'y', text: purgeCommandTexts.optionYes } },
  arguments: ['memories'],
  examples: ['memdir purge k3v9', 'memdir purge user_role.md --yes'],
  async run({ positionals, values, context, output }) {
    const reference = positionals[0]
    if (!reference) throw usage(message(usageTexts.memoryRequired), message(usageTexts.giveMemory))
    const engine = await context.writingEngine()
    const { store } = engine
    const memory = findEvenRemoved(store, reference)
    const question = message(purgeCommandTexts.question, { name: printable(memory.name) })
    if (!(await confirm(output, values, question))) return 1
    const purged = await engine.purge(memory, context.changedBy())
    output.data({ purged: { id: memory.id, file: memory.file }, ...purged })
    output.print(
      output.say(
        message(purgeCommandTexts.erasedChangeHistory, {
          name: printable(memory.name),
          id: memory.id,
          erased: purged.erased,
        }),
      ),
    )
    printElsewhere(output, memory.file, purged)
    return 0
  },
}

/** More of them are only counted. */
const SHOWN = 10

function printElsewhere(output: Output, file: string, { edited, cleaned, quoting, unreached }: Purged): void {
  if (edited)
    output.note(`${output.paint.yellow('!')} ${output.say(message(historyTexts.leftEdited, { file }))}`)
  if (cleaned.length > 0)
    output.print(
      output.paint.dim(output.say(message(historyTexts.purgeCleaned, { files: fileCount(cleaned.length) }))),
    )
  const warn = (
    template: typeof historyTexts.purgeQuoted | typeof historyTexts.purgeUnreached,
    files: readonly string[],
  ) => {
    for (const file of files.slice(0, SHOWN))
      output.note(`${output.paint.yellow('!')} ${output.say(message(template, { file: printable(file) }))}`)
    const more = files.length - SHOWN
    if (more > 0) output.note(output.say(message(purgeCommandTexts.moreJson, { more })))
  }
  warn(historyTexts.purgeQuoted, quoting)
  warn(historyTexts.purgeUnreached, unreached)
  output.note(output.paint.dim(output.say(message(historyTexts.purgeLimits))))
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
