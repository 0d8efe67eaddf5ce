// A directory held by a descriptor, so that what is checked is what is written to.
//
// On Linux every step from the root down is opened relative to the descriptor above it (`/proc/self/fd/N/name`) and
// without following links: a directory swapped for a link in mid-way makes the step fail. Elsewhere there is no such
// path, so the real path is compared before and after; a race of microseconds remains there.
import { constants, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { message } from '../messages/message.ts'
import { pathsTexts } from '../messages/paths.ts'
import { attempt } from '../values/attempt.ts'
import { MemdirError, systemCode, withRealPaths } from '../values/errors.ts'
import type { FileOps } from './file-ops.ts'

export interface Directory {
  readonly fd: number
  /** The path of an entry, through the descriptor where the platform can. */
  at(name: string): string
  /** The names of its entries. */
  list(): string[]
  sync(): void
  close(): void
}

export const THROUGH_DESCRIPTORS = process.platform === 'linux' && existsSync('/proc/self/fd')
const OPEN = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

interface OpenDirectoryOptions {
  /** Make missing steps. */
  create?: boolean
  /** The rights of those that are made. Default 0700. */
  mode?: number | undefined
  /** Looks at the opened root, and throws where it is not the right one. */
  verify?(root: { dev: number; ino: number }): void
  /** Looks at each directory below the root, and throws where it must not be entered. */
  visit?(directory: Directory): void
}

/** Opens `root/steps…`. The root may be reached through links; no step below it may be one. */
export function openDirectory(
  ops: FileOps,
  root: string,
  steps: readonly string[],
  options: OpenDirectoryOptions = {},
): Directory {
  const start = openStep(ops, ops.realpath(root))
  try {
    options.verify?.(ops.fstat(start.fd))
    const opened = openBelow(ops, start, steps, options)
    if (opened !== start) start.close()
    return opened
  } catch (error) {
    start.close()
    throw error
  }
}

/** Opens `steps…` below an open directory, which stays open; without steps it is that directory itself. */
export function openBelow(
  ops: FileOps,
  start: Directory,
  steps: readonly string[],
  options: Omit<OpenDirectoryOptions, 'verify'> = {},
): Directory {
  let here = start
  const leave = () => {
    if (here !== start) here.close()
  }
  try {
    for (const step of steps) {
      const next = openChild(ops, here, step, options)
      leave()
      here = next
      options.visit?.(here)
    }
    return here
  } catch (error) {
    withRealPaths(error)
    leave()
    throw error
  }
}

function openChild(
  ops: FileOps,
  parent: Directory,
  step: string,
  { create = false, mode = 0o700 }: OpenDirectoryOptions,
): Directory {
  try {
    return openPlain(ops, parent, step)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || !create) throw error
  }
  try {
    ops.mkdir(parent.at(step), mode)
    parent.sync()
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
  return openPlain(ops, parent, step)
}

function openPlain(ops: FileOps, parent: Directory, step: string): Directory {
  try {
    return openStep(ops, parent.at(step))
  } catch (error) {
    const code = systemCode(error)
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw error
    throw new MemdirError('refused_path', message(pathsTexts.notADirectory, { name: step }), {
      fix: message(pathsTexts.putADirectory),
      cause: error,
    })
  }
}

function openStep(ops: FileOps, path: string): Directory {
  const fd = ops.open(path, OPEN)
  let open = true
  return {
    fd,
    at: (name) => (THROUGH_DESCRIPTORS ? `/proc/self/fd/${fd}/${name}` : join(path, name)),
    list: () => ops.readdir(THROUGH_DESCRIPTORS ? `/proc/self/fd/${fd}` : path),
    // Some platforms cannot sync a directory; they order renames themselves.
    sync: () => {
      try {
        ops.fsync(fd)
      } catch (error) {
        const code = systemCode(error)
        if (code !== 'EINVAL' && code !== 'EISDIR' && code !== 'EPERM') throw error
      }
    },
    // Nothing was written through it, so a failure tells nothing; and a second close could hit another file.
    close: () => {
      const wasOpen = open
      open = false
      if (wasOpen) attempt(() => ops.close(fd))
    },
  }
}

/** Makes a directory and its missing parents, with mode 0700, and makes them durable. */
export function makeDirectories(ops: FileOps, path: string): void {
  const full = resolve(path)
  try {
    makeDirectory(ops, full)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(full) === full) throw error
    makeDirectories(ops, dirname(full))
    // Once: below /proc a directory is missing even where its parent is there.
    makeDirectory(ops, full)
  }
}

function makeDirectory(ops: FileOps, path: string): void {
  try {
    ops.mkdir(path, 0o700)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST' || code === 'EISDIR') return
    throw error
  }
  syncParent(ops, path)
}

/** Makes the names in it durable. */
export function syncDirectory(ops: FileOps, path: string): void {
  const directory = openDirectory(ops, path, [])
  try {
    directory.sync()
  } finally {
    directory.close()
  }
}

function syncParent(ops: FileOps, path: string): void {
  try {
    syncDirectory(ops, dirname(path))
  } catch (error) {
    // A parent that may be passed through but not read (as /home often is) cannot be synced by us.
    if (systemCode(error) !== 'EACCES' && systemCode(error) !== 'EPERM') throw error
  }
}
