// Reading below a directory that somebody else filled, such as a cloned repository: only regular files of a bounded
// size, in plain directories. No step below the root may be a link or a submodule, and what is checked is what is read:
// every step is opened relative to the one above it, without following (directory.ts).
import type { Stats } from 'node:fs'
import { attempt } from '../values/attempt.ts'
import { MemdirError, systemCode } from '../values/errors.ts'
import { type Directory, openBelow, openDirectory } from './directory.ts'
import { nodeFileOps as ops } from './file-ops.ts'
import { type ReadRefusal, readRegularFile } from './read-regular.ts'

export type Refusal = ReadRefusal | 'submodule' | 'unreadable'

type NotRead =
  | { status: 'missing' }
  /** `at`: the directory on the way that is not entered, relative to the root; else it is the entry itself. */
  | { status: 'refused'; reason: Refusal; at?: string }
export type ReadBelow = { status: 'read'; bytes: Buffer; stat: Stats } | NotRead
type ListedBelow = { status: 'listed'; names: string[] } | NotRead

const MISSING: NotRead = { status: 'missing' }
const UNREADABLE: NotRead = { status: 'refused', reason: 'unreadable' }

/** `path` is relative to the root, with `/` between its steps. */
export function readBelow(root: string, path: string, most: number): ReadBelow {
  const [read = MISSING] = readAllBelow(root, [path], most)
  return read
}

/** Several files in one go: the root is opened once. */
export function readAllBelow(root: string, paths: readonly string[], most: number): ReadBelow[] {
  const opened = withRoot(root, (start) =>
    paths.map((path): ReadBelow => {
      const steps = path.split('/')
      const name = steps.pop() ?? ''
      return inDirectory(root, start, steps, (directory) => readEntry(directory, name, most))
    }),
  )
  return Array.isArray(opened) ? opened : paths.map(() => opened)
}

/** The names in a directory, in their order; what they are is found out when they are read. */
export function listBelow(root: string, path: string): ListedBelow {
  return withRoot(root, (start) =>
    inDirectory(root, start, path.split('/'), (directory): ListedBelow => {
      const names = attempt(() => directory.list())
      return names ? { status: 'listed', names: names.sort() } : UNREADABLE
    }),
  )
}

function withRoot<T>(root: string, work: (start: Directory) => T): T | NotRead {
  let start: Directory
  try {
    start = openDirectory(ops, root, [])
  } catch (error) {
    return isMissing(error) ? MISSING : UNREADABLE
  }
  try {
    return work(start)
  } finally {
    start.close()
  }
}

class Submodule extends Error {}

function inDirectory<T>(
  root: string,
  start: Directory,
  steps: readonly string[],
  work: (directory: Directory) => T,
): T | NotRead {
  let opened: Directory
  let entered = 0
  const visit = (directory: Directory) => {
    entered++
    refuseSubmodule(directory)
  }
  try {
    opened = openBelow(ops, start, steps, { visit })
  } catch (error) {
    if (error instanceof Submodule)
      return { status: 'refused', reason: 'submodule', at: steps.slice(0, entered).join('/') }
    if (MemdirError.is(error)) {
      const at = findLink(root, steps)
      return at === undefined ? MISSING : { status: 'refused', reason: 'link', at }
    }
    return isMissing(error) ? MISSING : UNREADABLE
  }
  try {
    return work(opened)
  } finally {
    if (opened !== start) opened.close()
  }
}

/** What another repository keeps there is not this one's. */
function refuseSubmodule(directory: Directory): void {
  if (entryOf(directory, '.git')) throw new Submodule()
}

/** Only for the message: nothing is opened by it. Undefined where a plain file is in the way. */
function findLink(root: string, steps: readonly string[]): string | undefined {
  for (let depth = 1; depth <= steps.length; depth++) {
    const at = steps.slice(0, depth).join('/')
    const found = attempt(() => ops.lstat(`${root}/${at}`))
    if (!found || found.isSymbolicLink()) return at
    if (!found.isDirectory()) return undefined
  }
  return steps.join('/')
}

function readEntry(directory: Directory, name: string, most: number): ReadBelow {
  // Asked before it is opened: opening alone can make a device act.
  const found = entryOf(directory, name)
  if (!found) return MISSING
  if (found.isSymbolicLink()) return { status: 'refused', reason: 'link' }
  if (!found.isFile()) return { status: 'refused', reason: 'not_regular' }
  const read = attempt(() => readRegularFile(directory.at(name), { most }))
  return read ?? UNREADABLE
}

function entryOf(directory: Directory, name: string): Stats | undefined {
  return attempt(() => ops.find(directory.at(name)))
}

function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
}
