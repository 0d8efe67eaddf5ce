import { UNDO_OF, UNDONE, UNDONE_IN_PART } from '../../base/messages/history.ts'
import { message } from '../../base/messages/message.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import { findEver } from '../../memory/records/find-ever.ts'
import { changeIdOf } from '../../memory/writer/change.ts'
import { groupsOf, isOfMemory, type LoggedChange, readLog } from '../../memory/writer/history.ts'
import { tiedGroups } from '../../memory/writer/undo.ts'
import { numberOption, parseTime, textOption } from '../arguments.ts'
import { type Command, everywhereOption, type Values } from '../command.ts'
import type { Text } from '../language.ts'
import { localTime } from '../local-time.ts'
import { filesAsText } from '../note-recovered.ts'
import type { Output } from '../output.ts'

const SHOWN = 30

export const command: Command = {
  usage: 'log [MEMORY]',
  help: {
    en: 'Shows what changed, newest first: when, by whom, from which conversation. What was changed together is one entry. With MEMORY, only its own history.',
    zh: '显示更改历史，最新的在前：时间、作者、来源对话。一起做的更改为一条。给出 MEMORY 时只显示它的历史。',
  },
  most: 1,
  options: {
    ...everywhereOption,
    since: {
      type: 'string',
      value: 'WHEN',
      en: 'date or span: 2026-04-09, 2h, 3d',
      zh: '日期或时长：2026-04-09、2h、3d',
    },
    conversation: { type: 'string', value: 'ID', en: 'only from this conversation', zh: '仅此对话' },
    limit: {
      type: 'string',
      short: 'l',
      value: 'N',
      en: `at most N (${SHOWN}; JSON: all)`,
      zh: `最多 N 条（默认 ${SHOWN}；JSON：全部）`,
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
    if (found.length === 0) output.print(output.say({ en: 'No changes.', zh: '没有更改。' }))
    else {
      const header = [
        { en: 'CHANGE', zh: '更改' },
        { en: 'WHEN', zh: '时间' },
        { en: 'BY', zh: '作者' },
        { en: 'WHAT', zh: '操作' },
        { en: 'FILE', zh: '文件' },
      ].map((text) => output.say(text))
      const rows = shown.map((entry) => [
        entry.id,
        localTime(entry.time),
        output.say({ en: entry.actor, zh: entry.actor === 'user' ? '用户' : entry.actor }) +
          (entry.source?.conversation ? ` (${entry.source.conversation.slice(0, 8)})` : ''),
        whatOf(entry, output),
        filesOf(entry, output),
      ])
      output.table(header, rows)
    }
  },
}

const ACTIONS: Record<string, Text> = {
  add: { en: 'added', zh: '添加' },
  edit: { en: 'changed', zh: '修改' },
  remove: { en: 'removed', zh: '删除' },
  undo: { en: 'undo', zh: '撤销' },
  repair: { en: 'repaired', zh: '修复' },
  move: { en: 'moved', zh: '移动' },
  merge: { en: 'merged', zh: '合并' },
  import: { en: 'imported', zh: '导入' },
  purge: { en: 'purged', zh: '清除' },
  supersede: { en: 'superseded', zh: '被取代' },
  tidy: { en: 'tidied', zh: '整理' },
  revive: { en: 'lives again', zh: '恢复有效' },
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
  if (undone.length > 0) return output.say(message(UNDO_OF, { changes: shortList(undone) }))
  const actions = [...new Set(changes.map(({ action }) => action))]
  const texts = actions.map((action) => output.say(ACTIONS[action] ?? { en: action, zh: action }))
  return texts.join(output.say({ en: ', ', zh: '、' }))
}

function shortList(ids: readonly string[]): string {
  return ids.length > 2 ? `${ids.slice(0, 2).join(' ')} …` : ids.join(' ')
}

function whatOf(entry: Entry, output: Output): string {
  const action = actionsOf(entry, output)
  const all = entry.changes.length
  const undone = entry.changes.filter(({ undoneBy }) => undoneBy !== undefined).length
  if (undone === 0) return action
  if (undone === all) return output.say(message(UNDONE, { action }))
  return output.say(message(UNDONE_IN_PART, { action, undone, all }))
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
  const { before, after, v: _, temporary: __, ...facts } = change
  return { ...facts, before: before?.hash ?? null, after: after?.hash ?? null }
}
