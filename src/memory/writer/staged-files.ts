// Files below state/ that change when a group of changes counts, and only then: what waits of an import, what a
// confirmation takes out of quarantine.
//
// They wait as `state/staged/GROUP.put|remove.DIRECTORY.NAME`, written under the write lock before the journal. When the
// group is in the journal as done they are put in place; when it was taken back, or never came into the journal, they go.
import { join } from 'node:path'
import { unlinkQuietly, writeFileAtomic } from '../../base/files/atomic-write.ts'
import { makeDirectories, syncDirectory } from '../../base/files/directory.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Journal } from './journal.ts'
import { namesIn } from './pending-work.ts'

export interface StagedFile {
  /** Of `state/`. */
  directory: string
  name: string
  /** null: the file is removed. */
  content: string | null
}

export interface StagePlace {
  ops: FileOps
  state: string
}

const NAME = /^([0-9a-z]+)\.(put|remove)\.([a-z]+)\.([0-9a-z]+(?:-[0-9a-z]+)?\.json)$/

function stageFiles({ ops, state }: StagePlace, group: string, files: readonly StagedFile[]): void {
  for (const { directory, name, content } of files) {
    const action = content === null ? 'remove' : 'put'
    const path = join(state, 'staged', [group, action, directory, name].join('.'))
    writeFileAtomic(path, content ?? '', { ops })
  }
}

/** Changes the files when `write` succeeds; what cannot be finished here is finished before the next write. */
export function withStaged<T>(
  place: StagePlace & { journal: Journal },
  group: string,
  files: readonly StagedFile[],
  write: () => T,
): T {
  let written: T
  try {
    stageFiles(place, group, files)
    written = write()
  } catch (error) {
    attempt(() => recoverStaged(place, place.journal))
    throw error
  }
  attempt(() => finishStaged(place, (one) => (one === group ? 'done' : 'open')))
  return written
}

/** Where there is no group that they could wait for. */
export function placeFiles({ ops, state }: StagePlace, files: readonly StagedFile[]): void {
  for (const { directory, name, content } of files) {
    const path = join(state, directory, name)
    if (content === null) removeFile(ops, path)
    else writeFileAtomic(path, content, { ops })
  }
}

/** What a process that was killed has left. Only under the write lock: nobody else is between staging and settling. */
export function recoverStaged(place: StagePlace, journal: Journal): void {
  const done = new Set(journal.read().map(({ group }) => group))
  const open = new Set(journal.unfinished().flatMap((changes) => changes.map(({ group }) => group)))
  finishStaged(place, (group) => (done.has(group) ? 'done' : open.has(group) ? 'open' : 'undone'))
}

/**
 * Each file by itself, and again after a crash: a file that was put in place is not staged any more, and what says that
 * one goes is there until that has reached the disk.
 */
function finishStaged(
  { ops, state }: StagePlace,
  outcomeOf: (group: string) => 'done' | 'undone' | 'open',
): void {
  const finished: string[] = []
  const changed = new Set<string>()
  for (const staged of stagedNames(ops, state)) {
    const [, group = '', action, directory = '', name = ''] = NAME.exec(staged) ?? []
    const outcome = group === '' ? 'undone' : outcomeOf(group)
    if (outcome === 'open') continue
    const path = join(state, 'staged', staged)
    const place = join(state, directory)
    if (outcome === 'done') changed.add(place)
    if (outcome === 'done' && action === 'put') {
      makeDirectories(ops, place)
      ops.rename(path, join(place, name))
    } else {
      if (outcome === 'done') removeFile(ops, join(place, name))
      finished.push(path)
    }
  }
  for (const place of changed) syncDirectory(ops, place)
  for (const path of finished) removeFile(ops, path)
}

function removeFile(ops: FileOps, path: string): void {
  if (!unlinkQuietly(ops, path)) ops.unlink(path)
}

function stagedNames(ops: FileOps, state: string): string[] {
  return namesIn(ops, join(state, 'staged'))
}
