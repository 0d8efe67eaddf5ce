import { structuredPatch } from 'diff'
import { diffCommandTexts } from '../../base/messages/diff-command.ts'
import { historyCommandsTexts } from '../../base/messages/history-commands.ts'
import { message } from '../../base/messages/message.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { changesNamed, findEver, isOfMemory, type LoggedChange, readLog } from '../../memory/history.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import { bytesOf, changeIdOf } from '../../memory/writer.ts'
import { type Command, placeOptions } from '../command.ts'
import { printableText } from '../output.ts'

export const command: Command = {
  usage: 'diff [CHANGE|MEMORY]',
  help: diffCommandTexts.help,
  most: 1,
  options: placeOptions,
  arguments: ['memories'],
  examples: ['memdir diff', 'memdir diff 7f3k', 'memdir diff feedback_testing.md'],
  async run({ positionals, context, output }) {
    const { store } = context.engine()
    const changes = choose(store, positionals[0])
    const [first] = changes
    if (!first) return
    const text = await redactFor(changes.map(patchOf).join(''), output.reader)
    output.data({ change: changeIdOf({ changes, group: first.group }), file: first.file, diff: text })
    for (const line of printableText(text).trimEnd().split('\n')) output.print(paintLine(line, output.paint))
  },
}

/** Several that were made together, in their order, where the id is that of their group. */
function choose(store: MemoryStore, reference: string | undefined): LoggedChange[] {
  const log = readLog(store.writer)
  if (reference === undefined) {
    const newest = log[0]
    if (newest) return log.filter((change) => change === newest || change.group === newest.group).toReversed()
    throw new MemdirError('not_found', message(historyCommandsTexts.nothingChangedYet), {
      fix: message(historyCommandsTexts.addFirst),
    })
  }
  const ofMemory = log.find((change) => isOfMemory(change, reference))
  return ofMemory ? [ofMemory] : changeNamed(store, log, reference)
}

/** A change by its id, else the last change of a memory that is named by the beginning of its id. */
function changeNamed(store: MemoryStore, log: readonly LoggedChange[], reference: string): LoggedChange[] {
  try {
    return changesNamed(store.writer, reference).toReversed()
  } catch (error) {
    if (!MemdirError.is(error) || error.code !== 'not_found') throw error
    const memory = attempt(() => findEver(store, reference))
    const change = memory && log.find(({ file }) => file === memory.file)
    if (change) return [change]
    if (!memory) throw error
    throw new MemdirError('not_found', message(historyCommandsTexts.noHistory, { file: memory.file }), {
      fix: message(historyCommandsTexts.historyFromNow),
    })
  }
}

function patchOf(change: LoggedChange): string {
  const text = (content: LoggedChange['before']) => bytesOf(content)?.toString('utf8') ?? ''
  const name = (content: LoggedChange['before']) => (content ? change.file : '/dev/null')
  const { hunks } = structuredPatch('', '', text(change.before), text(change.after), '', '', { context: 3 })
  const body = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines,
  ])
  return [`--- ${name(change.before)}`, `+++ ${name(change.after)}`, ...body, ''].join('\n')
}

function paintLine(
  line: string,
  paint: { red(t: string): string; green(t: string): string; dim(t: string): string },
): string {
  if (/^(?:---|\+\+\+|@@)/.test(line)) return paint.dim(line)
  if (line.startsWith('+')) return paint.green(line)
  return line.startsWith('-') ? paint.red(line) : line
}
