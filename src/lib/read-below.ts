// Reading below a directory that somebody else filled, such as a cloned repository: only regular files of a bounded
// size, in plain directories. No step below the root may be a link or a submodule, and what is checked is what is read:
// every step is opened relative to the one above it, without following (directory.ts).
import { constants, type Stats } from 'node:fs'
import { attempt } from './attempt.ts'
import { type Directory, openDirectory } from './directory.ts'
import { MemdirError, systemCode } from './errors.ts'
import { nodeFileOps as ops } from './file-ops.ts'

export type Refusal = 'link' | 'submodule' | 'not_a_file' | 'too_large' | 'unreadable'

type NotRead = { status: 'absent' } | { status: 'refused'; reason: Refusal }
export type ReadBelow = { status: 'read'; bytes: Buffer } | NotRead
export type ListedBelow = { status: 'listed'; names: string[] } | NotRead

const ABSENT: NotRead = { status: 'absent' }
const OPEN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

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
    return names ? { status: 'listed', names: names.sort() } : { status: 'refused', reason: 'unreadable' }
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
  return ABSENT
}

function open(root: string, steps: readonly string[]): Directory | NotRead {
  try {
    return openDirectory(ops, root, steps)
  } catch (error) {
    if (MemdirError.is(error)) return isLink(root, steps) ? { status: 'refused', reason: 'link' } : ABSENT
    return isAbsence(error) ? ABSENT : { status: 'refused', reason: 'unreadable' }
  }
}

/** Only for the reason that is told: nothing is opened by it. */
function isLink(root: string, steps: readonly string[]): boolean {
  return attempt(() => ops.lstat([root, ...steps].join('/')).isSymbolicLink()) ?? true
}

function readEntry(directory: Directory, name: string, most: number): ReadBelow {
  // Asked before it is opened: opening alone can make a device act.
  const found = entryOf(directory, name)
  if (!found) return ABSENT
  const reason = refusalOf(found, most)
  if (reason) return { status: 'refused', reason }
  let fd: number
  try {
    fd = ops.open(directory.at(name), OPEN)
  } catch (error) {
    if (systemCode(error) === 'ELOOP') return { status: 'refused', reason: 'link' }
    return isAbsence(error) ? ABSENT : { status: 'refused', reason: 'unreadable' }
  }
  try {
    // Asked again: another thing may be there by now.
    const facts = ops.fstat(fd)
    const now = refusalOf(facts, most)
    return now ? { status: 'refused', reason: now } : { status: 'read', bytes: readBytes(fd, facts.size) }
  } catch {
    return { status: 'refused', reason: 'unreadable' }
  } finally {
    ops.close(fd)
  }
}

function entryOf(directory: Directory, name: string): Stats | undefined {
  return attempt(() => ops.find(directory.at(name)))
}

function refusalOf(facts: Stats, most: number): Refusal | undefined {
  if (facts.isSymbolicLink()) return 'link'
  if (!facts.isFile()) return 'not_a_file'
  return facts.size > most ? 'too_large' : undefined
}

function isAbsence(error: unknown): boolean {
  return systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
}

/** Never more than the file said that it has: it may grow meanwhile. */
function readBytes(fd: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  let length = 0
  while (length < size) {
    const count = ops.read(fd, bytes.subarray(length), length)
    if (count === 0) break
    length += count
  }
  return bytes.subarray(0, length)
}
