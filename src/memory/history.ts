// What happened to the memories: the log, one change of it, and a memory as it was last, also where it was removed.

import { join } from 'node:path'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { changesTexts } from '../base/messages/changes.ts'
import { message } from '../base/messages/message.ts'
import { storeTexts } from '../base/messages/store.ts'
import { systemClock } from '../base/values/clock.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Memory } from './memory.ts'
import { parseMemory } from './memory-file.ts'
import type { Journal } from './writer/journal.ts'
import { openJournal } from './writer/journal.ts'
import type { Change } from './writer.ts'
import { bytesOf } from './writer.ts'

/** A writer is one. */
interface HasJournal {
  readonly journal: Journal
}

interface HistoryFilter {
  /** The changes of this memory: by its id or file. */
  memory?: Pick<Memory, 'id' | 'file'>
  since?: Date
  /** The source conversation. */
  conversation?: string
}

export interface LoggedChange extends Change {
  /** The change that took this one back, if it is still taken back. */
  undoneBy?: string
}

/** Newest first. */
export function readLog(writer: HasJournal, filter: HistoryFilter = {}): LoggedChange[] {
  const changes = writer.journal.read()
  const undone = undoneChanges(changes)
  const matches = changes.filter((change) => isMatch(change, filter))
  return matches.map((change) => ({ ...change, undoneBy: undone.get(change.id) })).reverse()
}

/** An undo that was itself undone takes nothing back. */
export function undoneChanges(changes: readonly Change[]): Map<string, string> {
  const undone = new Map<string, string>()
  for (const change of changes.toReversed()) {
    if (change.undoes && !undone.has(change.id)) undone.set(change.undoes, change.id)
  }
  return undone
}

function isMatch(change: Change, { memory, since, conversation }: HistoryFilter): boolean {
  if (memory && change.memory !== memory.id && change.file !== memory.file) return false
  if (since && Date.parse(change.time) < since.getTime()) return false
  return !conversation || change.source?.conversation === conversation
}

/** All that this id may mean: a change, or those that were made together; or what begins so. */
export function changesFitting(writer: HasJournal, id: string): LoggedChange[][] {
  const log = readLog(writer)
  const names = new Set(log.flatMap((change) => [change.id, change.group]))
  const found = names.has(id) ? [id] : [...names].filter((name) => name.startsWith(id))
  const meant = found.map((name) => log.filter((change) => change.id === name || change.group === name))
  // A change that was made alone is its group.
  return [...new Map(meant.map((changes) => [changes.map((change) => change.id).join(), changes])).values()]
}

/** One change by its id, or all that were made together by the id of their group; or by a unique beginning of one. */
export function changesNamed(writer: HasJournal, id: string): LoggedChange[] {
  // Every id begins with nothing.
  if (id.trim() === '')
    throw new MemdirError('usage', message(changesTexts.emptyChangeId), {
      fix: message(changesTexts.seeLogIds),
    })
  const fitting = changesFitting(writer, id)
  const [only] = fitting
  if (!only)
    throw new MemdirError('not_found', message(changesTexts.noSuchChange, { id }), {
      fix: message(changesTexts.seeLogIds),
    })
  if (fitting.length > 1) throw ambiguousChange(id, fitting.length)
  return only
}

export function ambiguousChange(id: string, count: number): MemdirError {
  return new MemdirError('ambiguous', message(changesTexts.ambiguousChange, { id, count }), {
    fix: message(changesTexts.giveLongerId),
  })
}

/** Whether it changed the memory with this id or file name. */
export function isOfMemory({ memory, file }: Change, reference: string): boolean {
  return memory === reference || file === reference || file === `${reference}.md`
}

/** Changes by what they were made together with, in the order given. */
export function groupsOf<C extends Change>(changes: readonly C[]): Map<string, C[]> {
  const groups = new Map<string, C[]>()
  for (const change of changes) {
    const known = groups.get(change.group)
    if (known) known.push(change)
    else groups.set(change.group, [change])
  }
  return groups
}

/** How many changes the history of a memory directory holds, by its `state/`. */
export function countChanges(state: string): number {
  return openJournal({ directory: join(state, 'journal'), ops: nodeFileOps }, systemClock).read().length
}

interface Findable {
  find(reference: string): Memory
  readonly writer: Parameters<typeof readLog>[0]
}

/** The memory that is meant by an id or a file name, also where it was removed: then as it was last. Throws as `store.find` does. */
export function findEver(store: Findable, reference: string): Memory {
  try {
    return store.find(reference)
  } catch (error) {
    if (!MemdirError.is(error) || error.code !== 'not_found') throw error
    const removed = findRemoved(readLog(store.writer), reference)
    if (!removed) throw error
    return removed
  }
}

/** `log`: newest first. By id or file, else by a beginning of an id that no other removed memory has. */
function findRemoved(log: readonly LoggedChange[], reference: string): Memory | undefined {
  const exact = log.find((change) => isOfMemory(change, reference))
  if (exact) return lastVersion(log, exact)
  const alike = new Map(
    log.flatMap((change) =>
      reference !== '' && change.memory?.startsWith(reference) ? [[change.memory, change] as const] : [],
    ),
  )
  const [only, ...others] = alike.values()
  if (only && others.length === 0) return lastVersion(log, only)
  if (!only) return undefined
  const matches = [...alike].slice(0, 5).map(([id, { file }]) => `${id} (${file})`)
  throw new MemdirError(
    'ambiguous',
    message(storeTexts.ambiguousMemory, { reference, matches: matches.join(', ') }),
    {
      fix: message(storeTexts.giveMoreOfId),
    },
  )
}

function lastVersion(log: readonly LoggedChange[], { memory, file }: LoggedChange): Memory | undefined {
  const own = log.filter((change) => change.file === file || (memory && change.memory === memory))
  for (const change of own) {
    const bytes = bytesOf(change.after) ?? bytesOf(change.before)
    if (bytes) return parseMemory(bytes, { file: change.file, modified: new Date(change.time) })
  }
  return undefined
}
