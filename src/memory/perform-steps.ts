// The part of writing that changes files. When a call fails, everything is put back.
import { placeTemporary, temporaryName, unlinkQuietly, writeTemporary } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import type { Directory } from '../lib/directory.ts'
import { ioError, MemdirError, systemCode } from '../lib/errors.ts'
import type { FileOps } from '../lib/file-ops.ts'
import type { Step } from './write-step.ts'
import type { Targets } from './write-target.ts'

/** Throws with everything as it was before; a target that appeared in between is a conflict. */
export function performSteps(ops: FileOps, steps: readonly Step[], targets: Targets): void {
  const placed: Step[] = []
  try {
    for (const { after, target, temporary } of steps) {
      if (after) writeTemporary(ops, target.parent, temporary, after, 0o600)
    }
    for (const step of steps) {
      placed.push(step)
      put(ops, step.target.parent, step)
    }
    targets.sync()
  } catch (error) {
    const restored = placed.reverse().every((step) => putBack(ops, step))
    for (const { after, target, temporary } of steps)
      if (after) unlinkQuietly(ops, target.parent.at(temporary))
    if (systemCode(error) === 'EEXIST') throw conflictOnCreate(steps)
    const fault = ioError('Writing the memory', error)
    if (restored) throw fault
    throw new MemdirError('io', `${fault.message}; some files may have been changed`, {
      fix: 'Look at `memdir log` and `memdir doctor` once the disk works again.',
      cause: error,
    })
  }
}

function conflictOnCreate(steps: readonly Step[]): MemdirError {
  const file = steps.find((step) => !step.before)?.file ?? 'the file'
  return new MemdirError(
    'conflict',
    `${file} was made by another program in the meantime; nothing was written`,
    {
      fix: 'Try again.',
    },
  )
}

function put(ops: FileOps, parent: Directory, { after, before, target, temporary }: Step): void {
  if (after) placeTemporary(ops, parent, temporary, target.name, before === undefined)
  else ops.unlink(parent.at(target.name))
}

/** True when the file is as it was before. */
function putBack(ops: FileOps, step: Step): boolean {
  const { parent, name } = step.target
  const now = attempt(() => ops.readFile(parent.at(name)))
  if (step.before ? now?.equals(step.before) : now === undefined) return true
  // What stands there is neither the old nor our new content: another program's, not ours to undo.
  if (now && !(step.after && now.equals(step.after))) return true
  const restored = attempt(() => {
    if (!step.before) ops.unlink(parent.at(name))
    else {
      const temporary = temporaryName()
      writeTemporary(ops, parent, temporary, step.before, 0o600)
      placeTemporary(ops, parent, temporary, name, false)
    }
    parent.sync()
    return true
  })
  return restored ?? false
}
