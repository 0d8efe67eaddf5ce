// What happened to the memories: the log, the difference a change made, taking changes back.
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { MemdirError } from '../lib/errors.ts'
import { nodeFileOps } from '../lib/file-ops.ts'
import { contentHash } from '../lib/hash.ts'
import type { Change } from './journal.ts'
import type { Memory } from './memory.ts'
import type { PlannedWrite } from './planned-write.ts'
import { bytesOf } from './write-step.ts'
import type { MemoryWriter } from './writer.ts'

export interface HistoryFilter {
  /** Of this memory: by its id or file. */
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
export function readLog(writer: MemoryWriter, filter: HistoryFilter = {}): LoggedChange[] {
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

/** One change by its id or a unique beginning of it. */
export function findChange(writer: MemoryWriter, id: string): LoggedChange {
  // Every id begins with nothing.
  if (id.trim() === '')
    throw new MemdirError('usage', 'the id of the change is empty', { fix: 'See `memdir log` for the ids.' })
  const found = readLog(writer).filter((change) => change.id.startsWith(id))
  const exact = found.find((change) => change.id === id)
  if (exact ?? found.length === 1) return exact ?? found[0]!
  if (found.length === 0) {
    throw new MemdirError('not_found', `there is no change "${id}"`, { fix: 'See `memdir log` for the ids.' })
  }
  throw new MemdirError('ambiguous', `"${id}" is the beginning of ${found.length} changes`, {
    fix: 'Give more characters of the id.',
  })
}

export interface UndoOutcome {
  undone: { change: string; file: string; by: string }[]
  /** Changes that were left, and why. */
  skipped: { change: string; file: string; reason: string }[]
}

/** What was written together and means nothing apart: an add with what it takes back, a merge, and their undoing. */
const TIED: ReadonlySet<string> = new Set(['supersede', 'revive', 'merge', 'undo'])

/** These changes and those that are one with them; newest first. */
export function withTied(writer: MemoryWriter, changes: readonly LoggedChange[]): LoggedChange[] {
  const groups = new Set(changes.map(({ group }) => group))
  const all = readLog(writer).filter(({ group }) => groups.has(group))
  const tied = new Set(all.filter(({ action }) => TIED.has(action)).map(({ group }) => group))
  const seen = new Set<string>()
  return changes
    .flatMap((change) => (tied.has(change.group) ? all.filter((other) => isTiedTo(change, other)) : change))
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}

function isTiedTo(change: LoggedChange, other: LoggedChange): boolean {
  return other.group === change.group && (other.id === change.id || other.undoneBy === undefined)
}

/** Takes changes back, newest first. One whose file was changed since is left and reported; the rest go on. */
export async function undoChanges(
  writer: MemoryWriter,
  directory: string,
  changes: readonly LoggedChange[],
  actor: string,
): Promise<UndoOutcome> {
  const outcome: UndoOutcome = { undone: [], skipped: [] }
  for (const together of tiedGroups(withTied(writer, changes))) {
    const problems = new Map(
      together.map((change) => [change, undoProblem(change, currentHash(directory, change.file))]),
    )
    const main = together.find((change) => !isMark(change) && problems.get(change))
    const chosen = main ? [] : together.filter((change) => !problems.get(change))
    const leave = (change: LoggedChange, reason: string) =>
      outcome.skipped.push({ change: change.id, file: change.file, reason })
    for (const change of together)
      if (!chosen.includes(change)) leave(change, problems.get(change) ?? problems.get(main!)!)
    if (chosen.length === 0) continue
    try {
      const written = await writer.write(chosen.map(undoing), {
        actor,
        action: 'undo',
        source: chosen[0]!.source,
      })
      const made = new Map(written.changes.map((change) => [change.file, change.id]))
      for (const { id, file } of chosen) outcome.undone.push({ change: id, file, by: made.get(file) ?? id })
    } catch (error) {
      if (!MemdirError.is(error) || (error.code !== 'conflict' && error.code !== 'refused_path')) throw error
      for (const change of chosen) leave(change, error.message)
    }
  }
  return outcome
}

/** Runs of changes of one group, if they are tied; others one by one. */
function tiedGroups(changes: readonly LoggedChange[]): LoggedChange[][] {
  const runs: LoggedChange[][] = []
  const tied = new Set(changes.filter(({ action }) => TIED.has(action)).map(({ group }) => group))
  for (const change of changes) {
    const last = runs.at(-1)
    if (tied.has(change.group) && last?.[0]?.group === change.group) last.push(change)
    else runs.push([change])
  }
  return runs
}

/** It only says what took the place of the memory. */
function isMark({ action }: Change): boolean {
  return action === 'supersede' || action === 'revive'
}

function undoing({ id, file, before, after }: Change): PlannedWrite {
  return {
    file,
    content: bytesOf(before) ?? null,
    expect: after?.hash ?? null,
    verbatim: true,
    undoes: id,
  }
}

/** What undoing these, in this order, would leave alone, and why; undefined for what would be taken back. */
export function planUndo(directory: string, changes: readonly LoggedChange[]): (string | undefined)[] {
  const hashes = new Map<string, string | null>()
  return changes.map((change) => {
    const planned = hashes.get(change.file)
    const hash = planned === undefined ? currentHash(directory, change.file) : planned
    const problem = undoProblem(change, hash)
    if (!problem) hashes.set(change.file, change.before?.hash ?? null)
    return problem
  })
}

function undoProblem(change: LoggedChange, hash: string | null): string | undefined {
  if (change.undoneBy) return `it was taken back already (${change.undoneBy})`
  if (change.action === 'purge') return 'a purge is final'
  return hash === (change.after?.hash ?? null) ? undefined : `${change.file} was changed again after it`
}

function currentHash(directory: string, file: string): string | null {
  const now = attempt(() => nodeFileOps.readFile(join(directory, file)))
  return now ? contentHash(now) : null
}
