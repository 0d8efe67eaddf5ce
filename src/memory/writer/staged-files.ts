// What changes below state/ with a group of changes: when the group counts, and only then. Files of their own (what waits
// of an import, what a confirmation takes out of quarantine), and entries of files that have many.
//
// It waits in `state/staged/GROUP.…`, written under the write lock before the group is marked as done in the journal.
// From the mark on it is put in place; where the group was taken back, or never came into the journal, it goes.
import { join } from 'node:path'
import { unlinkQuietly, writeFileAtomic } from '../../base/files/atomic-write.ts'
import { makeDirectories, syncDirectory } from '../../base/files/directory.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { lookAtState, type StateKind, updateState, writeState } from '../../base/files/state-file.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { Staged, StagedEntry } from '../writer.ts'
import type { Journal } from './journal.ts'
import { namesIn } from './pending-work.ts'

interface StagePlace {
  ops: FileOps
  state: string
}

const NAME = /^([0-9a-z]+)\.(put|remove)\.([a-z]+)\.([0-9a-z]+(?:-[0-9a-z]+)?\.json)$/
const ENTRIES_NAME = /^([0-9a-z]+)\.entries\.json$/
/** No other file is named by what was staged. */
const STATE_FILE = /^(?:[a-z]+\/)?[a-z]+(?:-[a-z]+)*\.json$/

const ENTRIES: StateKind<readonly StagedEntry[]> = {
  read: ({ entries }) => (Array.isArray(entries) && entries.every(isEntry) ? entries : undefined),
  plain: (entries) => ({ entries }),
  most: 1_000_000_000,
}

export function stage({ ops, state }: StagePlace, group: string, staged: readonly Staged[]): void {
  const entries: StagedEntry[] = []
  for (const one of staged) {
    if ('of' in one) {
      entries.push(one)
      continue
    }
    const action = one.content === null ? 'remove' : 'put'
    const path = join(state, 'staged', [group, action, one.directory, one.name].join('.'))
    writeFileAtomic(path, one.content ?? '', { ops })
  }
  if (entries.length > 0) writeState(join(state, 'staged', `${group}.entries.json`), ENTRIES, entries, ops)
}

/** Changes them when `write` succeeds; what cannot be finished here is finished before the next write. */
export async function withStaged<T>(
  place: StagePlace & { journal: Journal },
  group: string,
  staged: readonly Staged[],
  write: () => T,
): Promise<T> {
  let written: T
  try {
    stage(place, group, staged)
    written = write()
  } catch (error) {
    await recoverStaged(place, place.journal).catch(() => {})
    throw error
  }
  await finishGroup(place, group).catch(() => {})
  return written
}

/** The group counts. */
export function finishGroup(place: StagePlace, group: string): Promise<void> {
  return finishStaged(place, (one) => (one === group ? 'done' : 'open'))
}

/** What a process that was killed has left. Only under the write lock: nobody else is between staging and settling. */
export async function recoverStaged(place: StagePlace, journal: Journal): Promise<void> {
  const done = journal.doneGroups()
  const open = new Set([
    ...journal.unfinished().flatMap((changes) => changes.map(({ group }) => group)),
    ...journal.begun().map(({ begun }) => begun),
  ])
  await finishStaged(place, (group) => (done.has(group) ? 'done' : open.has(group) ? 'open' : 'undone'))
}

/**
 * Each by itself, and again after a crash: a file that was put in place is not staged any more, what says that one goes is
 * there until that has reached the disk, and an entry can be written twice.
 */
async function finishStaged(
  { ops, state }: StagePlace,
  outcomeOf: (group: string) => 'done' | 'undone' | 'open',
): Promise<void> {
  const finished: string[] = []
  const changed = new Set<string>()
  for (const staged of namesIn(ops, join(state, 'staged'))) {
    const [, group = ENTRIES_NAME.exec(staged)?.[1] ?? '', action, directory = '', name = ''] =
      NAME.exec(staged) ?? []
    const outcome = group === '' ? 'undone' : outcomeOf(group)
    if (outcome === 'open') continue
    const path = join(state, 'staged', staged)
    const place = join(state, directory)
    if (outcome === 'done' && action === 'put') {
      changed.add(place)
      makeDirectories(ops, place)
      ops.rename(path, join(place, name))
      continue
    }
    if (outcome === 'done' && action === 'remove') {
      removeFile(ops, join(place, name))
      if (ops.find(place)) changed.add(place)
    } else if (outcome === 'done') await placeEntries(state, path, ops)
    finished.push(path)
  }
  for (const place of changed) syncDirectory(ops, place)
  for (const path of finished) removeFile(ops, path)
}

/** What is damaged here was damaged by another program: the write that it came with stands all the same. */
async function placeEntries(state: string, path: string, ops: FileOps): Promise<void> {
  const all = (lookAtState(path, ENTRIES, ops).value ?? []).filter(({ file }) => STATE_FILE.test(file))
  for (const file of new Set(all.map((one) => one.file))) {
    const entries = all.filter((one) => one.file === file)
    await updateState(join(state, file), ANY, (now = {}) => entries.reduce(withEntry, now))
  }
}

const ANY: StateKind<Record<string, unknown>> = { read: (data) => data, most: 1_000_000_000 }

function withEntry(data: Record<string, unknown>, { of, key, value }: StagedEntry): Record<string, unknown> {
  const all = data[of] ?? (isObject(value) && value.id === key ? [] : {})
  if (Array.isArray(all)) {
    const others = all.filter((one) => !isObject(one) || one.id !== key)
    return { ...data, [of]: value === null ? others : [...others, value] }
  }
  const { [key]: _, ...others } = isObject(all) ? all : {}
  return { ...data, [of]: value === null ? others : { ...others, [key]: value } }
}

function isEntry(one: unknown): one is StagedEntry {
  return isObject(one) && [one.file, one.of, one.key].every((text) => typeof text === 'string')
}

function removeFile(ops: FileOps, path: string): void {
  if (!unlinkQuietly(ops, path)) ops.unlink(path)
}
