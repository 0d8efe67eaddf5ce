// The proof of a path: its parent opened step by step, without links, and held while the file is written.
import { constants, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { sweepTemporaries } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { type Directory, openDirectory } from '../lib/directory.ts'
import { MemdirError, systemCode } from '../lib/errors.ts'
import type { FileOps } from '../lib/file-ops.ts'
import { holdDirectory } from '../lib/held-directory.ts'
import { checkMemoryFile, isInside } from './memory-path.ts'

export interface Target {
  parent: Directory
  name: string
  /** What the file holds now; undefined when there is none. */
  current: Buffer | undefined
}

export interface Targets {
  /** The real path of the memory directory. */
  readonly root: string
  /** undefined: the file's directory does not exist and `create` is off. */
  open(file: string, options: { create: boolean }): Target | undefined
  /** The path with its links followed; throws where it is refused. */
  realFile(file: string): string
  /** Removes temporary files beside this one. */
  sweep(file: string): void
  /** Makes all renames durable. */
  sync(): void
  close(): void
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export function openTargets(ops: FileOps, directory: string): Targets {
  const parents = new Map<string, Directory>()
  const { verify } = holdDirectory(directory)
  const root = ops.realpath(directory)
  const parentOf = (file: string, create: boolean) => {
    const verdict = checkMemoryFile(file)
    if (!verdict.ok) throw refused(file, verdict.reason)
    const steps = provenSteps(ops, root, file)
    const key = steps.join('/')
    let parent = parents.get(key)
    if (!parent) {
      try {
        parent = openDirectory(ops, root, steps, { create, verify })
      } catch (error) {
        if (systemCode(error) === 'ENOENT' && !create) return undefined
        throw error
      }
      parents.set(key, parent)
    }
    return parent
  }
  return {
    root,
    open(file, { create }) {
      const found = parentOf(file, create)
      if (!found) return undefined
      const name = file.slice(file.lastIndexOf('/') + 1)
      return { parent: found, name, current: readCurrent(ops, found, name, file) }
    },
    realFile(file) {
      const verdict = checkMemoryFile(file)
      if (!verdict.ok) throw refused(file, verdict.reason)
      return [...provenSteps(ops, root, file), file.slice(file.lastIndexOf('/') + 1)].join('/')
    },
    sweep(file) {
      const found = attempt(() => parentOf(file, false))
      if (found) sweepTemporaries(ops, found)
    },
    sync() {
      for (const parent of parents.values()) parent.sync()
    },
    close() {
      for (const parent of parents.values()) parent.close()
      parents.clear()
    },
  }
}

/**
 * The real steps from the root to the file's directory. A link among them is followed once, here, and its end must be
 * inside; opening the real steps afterwards follows none, so a link put there in between makes the opening fail.
 */
function provenSteps(ops: FileOps, root: string, file: string): string[] {
  const wanted = file.split('/').slice(0, -1)
  for (let kept = wanted.length; kept > 0; kept--) {
    const existing = attempt(() => ops.realpath(join(root, ...wanted.slice(0, kept))))
    if (existing === undefined) {
      if (isDanglingLink(ops, join(root, ...wanted.slice(0, kept))))
        throw refused(file, 'a link on the way leads nowhere')
      continue
    }
    if (existing !== root && !isInside(root, existing))
      throw refused(file, 'a link leads out of the memory directory')
    const real = existing === root ? [] : existing.slice(root.length + 1).split(sep)
    return [...real, ...wanted.slice(kept)]
  }
  return wanted
}

function isDanglingLink(ops: FileOps, path: string): boolean {
  return attempt(() => ops.lstat(path).isSymbolicLink()) ?? false
}

/** Reads through a descriptor that follows no link, after looking at what kind of thing it is. */
export function readCurrent(ops: FileOps, parent: Directory, name: string, file: string): Buffer | undefined {
  if (!ops.find(parent.at(name))) return undefined
  let fd: number
  try {
    fd = ops.open(parent.at(name), READ)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP' || code === 'EMLINK') throw refused(file, 'it is a symbolic link')
    if (code === 'ENXIO' || code === 'EISDIR') throw refused(file, 'it is not a regular file')
    throw error
  }
  try {
    let stat = ops.fstat(fd)
    if (!stat.isFile()) throw refused(file, 'it is not a regular file')
    if (stat.nlink > 1) {
      // The second name may be our own, left where a crash or a failure came between making and unmaking it.
      sweepTemporaries(ops, parent)
      stat = ops.fstat(fd)
    }
    if (stat.nlink > 1) throw refused(file, 'it is a hard link to another file')
    return ops.readFile(fd)
  } finally {
    attempt(() => ops.close(fd))
  }
}

function refused(file: string, reason: string): MemdirError {
  return new MemdirError(
    'refused_path',
    `${JSON.stringify(file).slice(0, 200)} cannot be written: ${reason}`,
    {
      fix: 'Choose an ordinary .md name inside the memory directory (`memdir path` shows it).',
      details: { file },
    },
  )
}

/** The memory directory as given and as it really is: both prove that a path is inside. */
export function rootsOf(directory: string): string[] {
  const real = attempt(() => realpathSync.native(directory))
  return real && real !== directory ? [directory, real] : [directory]
}
