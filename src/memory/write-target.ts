// The proof of a path: its parent opened step by step, without links, and held while the file is written.

import { join, sep } from 'node:path'
import { sweepTemporaries } from '../base/files/atomic-write.ts'
import { type Directory, openDirectory } from '../base/files/directory.ts'
import type { FileOps } from '../base/files/file-ops.ts'
import { holdDirectory } from '../base/files/held-directory.ts'
import { readRegularFile } from '../base/files/read-regular.ts'
import { type Message, message } from '../base/messages/message.ts'
import { pathsTexts } from '../base/messages/paths.ts'
import { isInside } from '../base/paths/is-inside.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError, systemCode } from '../base/values/errors.ts'
import { readRefusal } from './files/read-refusal.ts'
import { MAX_MEMORY_BYTES } from './memory.ts'
import { checkMemoryFile } from './memory-path.ts'
import { type NewName, newName, type SiblingNames } from './writer/sibling-names.ts'

export interface Target {
  parent: Directory
  name: string
  /** What the file contains now; undefined when there is none. */
  current: Buffer | undefined
  /** The file has a second name elsewhere, which keeps the old content: a write replaces the file. */
  linked: boolean
}

export interface Targets {
  /** The real path of the memory directory. */
  readonly root: string
  /** undefined: the file's directory does not exist. */
  find(file: string): Target | undefined
  /** Makes the file's directory where it is missing. */
  open(file: string): Target
  /** The path with its links followed; throws where it is refused. */
  realFile(file: string): string
  /** The path that a new file of this name gets; throws where other systems would take it for a file that is there. */
  newFile(file: string, siblings: SiblingNames): string
  /** Removes temporary files next to this one. */
  sweep(file: string): void
  /** Removes temporary files in every directory that was opened. */
  sweepOpened(): void
  /** Makes all renames durable. */
  sync(): void
  close(): void
}

export function openTargets(ops: FileOps, directory: string): Targets {
  const parents = new Map<string, Directory>()
  const { verify } = holdDirectory(directory)
  const root = ops.realpath(directory)
  const parentOf = (file: string, create: boolean): Directory => {
    const steps = provenSteps(ops, root, file)
    const key = steps.join('/')
    const parent = parents.get(key) ?? openDirectory(ops, root, steps, { create, verify })
    parents.set(key, parent)
    return parent
  }
  const existingParentOf = (file: string): Directory | undefined => {
    try {
      return parentOf(file, false)
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined
      throw error
    }
  }
  const targetIn = (parent: Directory, file: string): Target => {
    const name = baseName(file)
    return { parent, name, ...readCurrent(ops, parent, name, file) }
  }
  const realFile = (file: string) => [...provenSteps(ops, root, file), baseName(file)].join('/')
  return {
    root,
    realFile,
    find(file) {
      const parent = existingParentOf(file)
      return parent && targetIn(parent, file)
    },
    open: (file) => targetIn(parentOf(file, true), file),
    newFile(file, siblings) {
      const real = realFile(file)
      if (ops.find(join(root, real))) return real
      const found: NewName = newName(real, siblings)
      if (found.status === 'free') return found.file
      throw refused(file, found.reason, message(pathsTexts.chooseAnotherName))
    },
    sweep(file) {
      const found = attempt(() => existingParentOf(file))
      if (found) sweepTemporaries(ops, found)
    },
    sweepOpened() {
      for (const parent of parents.values()) sweepTemporaries(ops, parent)
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
  const verdict = checkMemoryFile(file)
  if (!verdict.ok) throw refused(file, verdict.reason)
  const wanted = file.split('/').slice(0, -1)
  for (let kept = wanted.length; kept > 0; kept--) {
    const existing = attempt(() => ops.realpath(join(root, ...wanted.slice(0, kept))))
    if (existing === undefined) {
      if (isDanglingLink(ops, join(root, ...wanted.slice(0, kept))))
        throw refused(file, message(pathsTexts.linkDangling))
      continue
    }
    if (existing !== root && !isInside(root, existing)) throw refused(file, message(pathsTexts.linkOut))
    const real = existing === root ? [] : existing.slice(root.length + 1).split(sep)
    return [...real, ...wanted.slice(kept)]
  }
  return wanted
}

function isDanglingLink(ops: FileOps, path: string): boolean {
  return attempt(() => ops.lstat(path).isSymbolicLink()) ?? false
}

/** Reads through a descriptor that follows no link, after looking at what kind of thing it is. */
export function readCurrent(
  ops: FileOps,
  parent: Directory,
  name: string,
  file: string,
): Pick<Target, 'current' | 'linked'> {
  const path = parent.at(name)
  if (!ops.find(path)) return { current: undefined, linked: false }
  const read = readRegularFile(path, { most: MAX_MEMORY_BYTES, ops })
  if (read.status === 'missing') return { current: undefined, linked: false }
  if (read.status === 'refused') throw refused(file, readRefusal(read.reason))
  return { current: read.bytes, linked: read.stat.nlink > 1 && hasOtherName(ops, parent, path) }
}

/** The second name may be our own, left where a crash or a failure came between making and unmaking it. */
function hasOtherName(ops: FileOps, parent: Directory, path: string): boolean {
  sweepTemporaries(ops, parent)
  return (ops.find(path)?.nlink ?? 1) > 1
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}

function refused(file: string, reason: Message, fix = message(pathsTexts.chooseOrdinaryName)): MemdirError {
  const shown = JSON.stringify(file).slice(0, 200)
  return new MemdirError('refused_path', message(pathsTexts.cannotBeWritten, { file: shown, reason }), {
    fix,
    details: { file },
  })
}
