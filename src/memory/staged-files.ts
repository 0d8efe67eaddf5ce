// Files below state/ that change when a group of changes counts, and only then: what an import holds back in
// quarantine, what a confirmation takes out of it.
//
// They wait as `state/staged/GROUP.put|remove.DIRECTORY.NAME`, written under the write lock before the journal. When the
// group is in the journal as done they are put in place; when it was taken back, or never came into the journal, they go.
import { join } from 'node:path'
import { unlinkQuietly, writeFileAtomic } from '../lib/atomic-write.ts'
import { makeDirectories } from '../lib/directory.ts'
import { systemCode } from '../lib/errors.ts'
import type { FileOps } from '../lib/file-ops.ts'
import type { Journal } from './journal.ts'

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

const NAME = /^([0-9a-z]+)\.(put|remove)\.([a-z]+)\.([0-9a-z]+\.json)$/

export function stageFiles({ ops, state }: StagePlace, group: string, files: readonly StagedFile[]): void {
  for (const { directory, name, content } of files) {
    const action = content === null ? 'remove' : 'put'
    const path = join(state, 'staged', [group, action, directory, name].join('.'))
    writeFileAtomic(path, content ?? '', { ops })
  }
}

/** Where there is no group that they could wait for. */
export function placeFiles({ ops, state }: StagePlace, files: readonly StagedFile[]): void {
  for (const { directory, name, content } of files) {
    const path = join(state, directory, name)
    if (content === null) removeFile(ops, path)
    else writeFileAtomic(path, content, { ops })
  }
}

export function hasStaged({ ops, state }: StagePlace): boolean {
  return stagedNames(ops, state).length > 0
}

/** What a process that was killed has left. Only under the write lock: nobody else is between staging and settling. */
export function recoverStaged(place: StagePlace, journal: Journal): void {
  if (!hasStaged(place)) return
  const done = new Set(journal.read().map(({ group }) => group))
  const open = new Set(journal.unfinished().flatMap((changes) => changes.map(({ group }) => group)))
  settleStaged(place, (group) => (done.has(group) ? 'done' : open.has(group) ? 'open' : 'undone'))
}

/** Each file by itself, and again after a crash: a file that was put in place is not staged any more. */
export function settleStaged(
  { ops, state }: StagePlace,
  outcomeOf: (group: string) => 'done' | 'undone' | 'open',
): void {
  for (const staged of stagedNames(ops, state)) {
    const path = join(state, 'staged', staged)
    const [, group, action, directory, name] = NAME.exec(staged) ?? []
    const outcome = group === undefined ? 'undone' : outcomeOf(group)
    if (outcome === 'open') continue
    if (outcome === 'done' && action === 'put') {
      makeDirectories(ops, join(state, directory!))
      ops.rename(path, join(state, directory!, name!))
    } else {
      if (outcome === 'done') removeFile(ops, join(state, directory!, name!))
      removeFile(ops, path)
    }
  }
}

function removeFile(ops: FileOps, path: string): void {
  if (!unlinkQuietly(ops, path)) ops.unlink(path)
}

function stagedNames(ops: FileOps, state: string): string[] {
  try {
    return ops.readdir(join(state, 'staged'))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}
