import { historyTexts } from '../../base/messages/history.ts'
import { logCommandTexts } from '../../base/messages/log-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { findEver, groupsOf, isOfMemory, type LoggedChange, readLog } from '../../memory/history.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import { tiedGroups } from '../../memory/plan-undo.ts'
import { changeIdOf } from '../../memory/writer.ts'
import { numberOption, parseTime, textOption } from '../arguments.ts'
import { type Command, placeOptions, type Values } from '../command.ts'
import { localTime } from '../local-time.ts'
import { filesAsText } from '../note-recovered.ts'
import type { Output } from '../output.ts'

const SHOWN = 30

export const command: Command = {
  usage: 'log [MEMORY]',
  help: logCommandTexts.help,
  most: 1,
  options: {
    ...placeOptions,
    since: {
      type: 'string',
      value: 'WHEN',
      text: logCommandTexts.optionSince,
    },
    conversation: { type: 'string', value: 'ID', text: logCommandTexts.optionConversation },
    limit: {
      type: 'string',
      short: 'l',
      value: 'N',
      text: message(logCommandTexts.optionLimit, { shown: SHOWN }),
    },
  },
  arguments: ['memories'],
  examples: ['memdir log', 'memdir log feedback_testing.md', 'memdir log --since 2d --json'],
  async run({ positionals, values, context, output }) {
    const { store } = context.engine()
    const groups = groupsOf(findChanges(store, positionals[0], values))
    const tied = tiedGroups(readLog(store.writer))
    const found = [...groups.values()].flatMap((changes) => entryOf(changes, tied))
    const limit = numberOption(values, 'limit', 0, 1e9) ?? (output.json ? undefined : SHOWN)
    const shown = found.slice(0, limit)
    output.data({ changes: shown, total: found.length })
    if (found.length === 0) output.print(output.say(logCommandTexts.noChanges))
    else {
      const header = [
        logCommandTexts.change,
        logCommandTexts.when,
        logCommandTexts.by,
        logCommandTexts.what,
        logCommandTexts.file,
      ].map((text) => output.say(text))
      const rows = shown.map((entry) => [
        entry.id,
        localTime(entry.time),
        (entry.actor === 'user' ? output.say(logCommandTexts.user) : entry.actor) +
          (entry.source?.conversation ? ` (${entry.source.conversation.slice(0, 8)})` : ''),
        whatOf(entry, output),
        filesOf(entry, output),
      ])
      output.table(header, rows)
    }
  },
}

const ACTIONS: Record<string, Text> = {
  add: logCommandTexts.actionsAdd,
  edit: logCommandTexts.actionsEdit,
  remove: logCommandTexts.actionsRemove,
  undo: logCommandTexts.actionsUndo,
  repair: logCommandTexts.actionsRepair,
  move: logCommandTexts.actionsMove,
  merge: logCommandTexts.actionsMerge,
  import: logCommandTexts.actionsImport,
  purge: logCommandTexts.actionsPurge,
  supersede: logCommandTexts.actionsSupersede,
  tidy: logCommandTexts.actionsTidy,
  revive: logCommandTexts.actionsRevive,
}

type Entry = ReturnType<typeof entryOf>[number]

/**
 * Changes that were made together are one entry, under the id that undoes all of them; so is what was changed together
 * with others that can only be undone together. `changes`: newest first.
 */
function entryOf(changes: readonly LoggedChange[], tied: ReadonlyMap<string, LoggedChange[]>) {
  // The oldest shows what it is about: the memory that was added, before the one that it superseded.
  const main = changes.at(-1)
  if (!main) return []
  const parts = changes.toReversed().map(withoutContent)
  const id = changeIdOf({ changes: tied.get(main.group) ?? changes, group: main.group }) ?? main.id
  return [{ ...withoutContent(main), id, changes: parts }]
}

function actionsOf({ changes }: Entry, output: Output): string {
  const undone = [...new Set(changes.flatMap(({ undoes }) => undoes ?? []))]
  if (undone.length > 0) return output.say(message(historyTexts.undoOf, { changes: shortList(undone) }))
  const actions = [...new Set(changes.map(({ action }) => action))]
  const texts = actions.map((action) => output.say(ACTIONS[action] ?? { en: action, zh: action }))
  return texts.join(output.say(logCommandTexts.separator))
}

function shortList(ids: readonly string[]): string {
  return ids.length > 2 ? `${ids.slice(0, 2).join(' ')} …` : ids.join(' ')
}

function whatOf(entry: Entry, output: Output): string {
  const action = actionsOf(entry, output)
  const all = entry.changes.length
  const undone = entry.changes.filter(({ undoneBy }) => undoneBy !== undefined).length
  if (undone === 0) return action
  if (undone === all) return output.say(message(historyTexts.undone, { action }))
  return output.say(message(historyTexts.undoneInPart, { action, undone, all }))
}

function filesOf({ changes }: Entry, output: Output): string {
  const files = filesAsText(changes.map(({ file }) => file))
  return typeof files === 'object' ? output.say(files) : String(files)
}

/** A removed memory has a history too: then the reference is looked up there. */
export function findChanges(
  store: MemoryStore,
  reference: string | undefined,
  values: Values,
): LoggedChange[] {
  const since = textOption(values, 'since')
  const changes = readLog(store.writer, {
    since: since === undefined ? undefined : parseTime(since, new Date(), 'past'),
    conversation: textOption(values, 'conversation'),
  })
  if (reference === undefined) return changes
  const known = readLog(store.writer).find((change) => isOfMemory(change, reference))
  const memory = known ? { id: known.memory, file: known.file } : findEver(store, reference)
  return changes.filter((change) => (memory.id && change.memory === memory.id) || change.file === memory.file)
}

export function withoutContent(change: LoggedChange) {
  const { before, after, temporary: _, ...facts } = change
  return { ...facts, before: before?.hash ?? null, after: after?.hash ?? null }
}
