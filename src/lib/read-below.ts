// Reading below a directory that somebody else filled, such as a cloned repository: only regular files of a bounded
// size, in plain directories. No step below the root may be a link or a submodule, and what is checked is what is read:
// every step is opened relative to the one above it, without following (directory.ts).
import type { Stats } from 'node:fs'
import { attempt } from './attempt.ts'
import { type Directory, openDirectory } from './directory.ts'
import { MemdirError, systemCode } from './errors.ts'
import { nodeFileOps as ops } from './file-ops.ts'
import { type ReadRefusal, readRegularFile } from './read-regular.ts'

export type Refusal = ReadRefusal | 'submodule' | 'unreadable'

type NotRead = { status: 'missing' } | { status: 'refused'; reason: Refusal }
export type ReadBelow = { status: 'read'; bytes: Buffer } | NotRead
export type ListedBelow = { status: 'listed'; names: string[] } | NotRead

const MISSING: NotRead = { status: 'missing' }
const UNREADABLE: NotRead = { status: 'refused', reason: 'unreadable' }

/** `path` is relative to the root, with `/` between its steps. */
export function readBelow(root: string, path: string, most: number): ReadBelow {
  const steps = path.split('/')
  const name = steps.pop()!
  return inDirectory(root, steps, (directory) => readEntry(directory, name, most))
}

/** The names in a directory, in their order; what they are is found out when they are read. */
export function listBelow(root: string, path: string): ListedBelow {
  return inDirectory(root, path.split('/'), (directory): ListedBelow => {
    const names = attempt(() => directory.list())
    return names ? { status: 'listed', names: names.sort() } : UNREADABLE
  })
}

function inDirectory<T>(
  root: string,
  steps: readonly string[],
  work: (directory: Directory) => T,
): T | NotRead {
  for (let depth = Math.min(1, steps.length); depth <= steps.length; depth++) {
    const opened = open(root, steps.slice(0, depth))
    if ('status' in opened) return opened
    try {
      // What another repository keeps there is not this one's.
      if (depth > 0 && entryOf(opened, '.git')) return { status: 'refused', reason: 'submodule' }
      if (depth === steps.length) return work(opened)
    } finally {
      opened.close()
    }
  }
  return MISSING
}

function open(root: string, steps: readonly string[]): Directory | NotRead {
  try {
    return openDirectory(ops, root, steps)
  } catch (error) {
    if (MemdirError.is(error)) return isLink(root, steps) ? { status: 'refused', reason: 'link' } : MISSING
    return isMissing(error) ? MISSING : UNREADABLE
  }
}

/** Only for the reason that is told: nothing is opened by it. */
function isLink(root: string, steps: readonly string[]): boolean {
  return attempt(() => ops.lstat([root, ...steps].join('/')).isSymbolicLink()) ?? true
}

function readEntry(directory: Directory, name: string, most: number): ReadBelow {
  // Asked before it is opened: opening alone can make a device act.
  const found = entryOf(directory, name)
  if (!found) return MISSING
  if (found.isSymbolicLink()) return { status: 'refused', reason: 'link' }
  if (!found.isFile()) return { status: 'refused', reason: 'not_regular' }
  const read = attempt(() => readRegularFile(directory.at(name), { most }))
  if (read?.status === 'read') return { status: 'read', bytes: read.bytes }
  return read ?? UNREADABLE
}

function entryOf(directory: Directory, name: string): Stats | undefined {
  return attempt(() => ops.find(directory.at(name)))
}

function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
}
