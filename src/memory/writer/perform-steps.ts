// The part of writing that changes files. When a call fails, everything is put back.
import { constants } from 'node:fs'
import {
  placeTemporary,
  temporaryName,
  unlinkQuietly,
  writeTemporary,
} from '../../base/files/atomic-write.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { ioTexts } from '../../base/messages/io.ts'
import { message } from '../../base/messages/message.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { writingTexts } from '../../base/messages/writing.ts'
import { attempt } from '../../base/values/attempt.ts'
import { ioError, MemdirError, systemCode, systemReason } from '../../base/values/errors.ts'
import { readCurrent, type Targets } from '../write-target.ts'
import type { WriteStep } from './write-step.ts'

interface PerformOptions {
  /** All is in place and durable: says so in the journal. What it throws is a failure like any other. */
  committed(): void
  /** All is as it was before. */
  restored?(): void
  onProgress?: (done: number, total: number) => void
}

/**
 * Throws with everything as it was before; a target that appeared in between is a conflict. False when a temporary name
 * is left to be swept.
 */
export function performSteps(
  ops: FileOps,
  steps: readonly WriteStep[],
  targets: Targets,
  { committed, restored: onRestored, onProgress }: PerformOptions,
): boolean {
  const touched: WriteStep[] = []
  let clean = true
  try {
    writeTemporaries(ops, steps, targets, onProgress)
    for (const step of steps) {
      touched.push(step)
      clean = put(ops, step) && clean
    }
    targets.sync()
    committed()
    return clean
  } catch (error) {
    const taken = systemCode(error) === 'EEXIST' ? touched.pop() : undefined
    const restored = touched.reverse().map((step) => putBack(ops, step))
    for (const { after, target, temporary } of steps)
      if (after) unlinkQuietly(ops, target.parent.at(temporary))
    const fault = taken ? conflictOnCreate(taken.file) : ioError(message(ioTexts.writingMemory), error)
    if (restored.includes(false)) throw unrestored(error)
    attempt(() => onRestored?.())
    throw fault
  }
}

/** From this many files on they are synced together: one by one costs a wait for the disk each. */
const MANY = 64

function writeTemporaries(
  ops: FileOps,
  steps: readonly WriteStep[],
  targets: Targets,
  onProgress?: (done: number, total: number) => void,
): void {
  const written = steps.filter(({ after }) => after !== undefined)
  const together = written.length >= MANY && ops.syncAll !== undefined
  for (const [at, step] of written.entries()) {
    const { target, temporary, after = Buffer.alloc(0) } = step
    writeTemporary(ops, target.parent, temporary, after, modeOf(ops, step), !together)
    onProgress?.(at + 1, written.length)
  }
  if (!together || ops.syncAll?.(targets.root)) return
  for (const { target, temporary } of written) {
    const fd = ops.open(target.parent.at(temporary), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      ops.fsync(fd)
    } finally {
      attempt(() => ops.close(fd))
    }
  }
}

export function unrestored(cause: unknown): MemdirError {
  return new MemdirError('io', message(writingTexts.notRestored, { reason: systemReason(cause) }), {
    fix: message(writingTexts.notRestoredFix),
    cause,
  })
}

/** New files are private; one that exists keeps the rights that its owner gave. */
function modeOf(ops: FileOps, { before, target }: WriteStep): number {
  const found = before && ops.find(target.parent.at(target.name))
  return found?.isFile() ? found.mode & 0o777 : 0o600
}

export function conflictOnCreate(file: string): MemdirError {
  return new MemdirError('conflict', message(storeTexts.createdByAnother, { file }), {
    fix: message(storeTexts.tryAgain),
    details: { file },
  })
}

function put(ops: FileOps, { after, before, target, temporary }: WriteStep): boolean {
  const { parent, name } = target
  if (after) return placeTemporary(ops, parent, temporary, name, before === undefined)
  ops.unlink(parent.at(name))
  return true
}

/** True when the file is as it was before. */
function putBack(ops: FileOps, step: WriteStep): boolean {
  const { parent, name } = step.target
  // Our own temporary name may still be a second link to it.
  unlinkQuietly(ops, parent.at(step.temporary))
  const restored = attempt(() => {
    const now = readCurrent(ops, parent, name, step.file).current
    if (step.before ? now?.equals(step.before) : now === undefined) return true
    // What is there is neither the old nor our new content: another program's, not ours to undo.
    if (now && !(step.after && now.equals(step.after))) return true
    if (!step.before) ops.unlink(parent.at(name))
    else {
      const temporary = temporaryName()
      writeTemporary(ops, parent, temporary, step.before, modeOf(ops, step))
      placeTemporary(ops, parent, temporary, name, false)
    }
    parent.sync()
    return true
  })
  return restored ?? false
}
