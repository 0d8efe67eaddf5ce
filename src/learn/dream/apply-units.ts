// Puts what was planned on the disk: a group of the history for each unit, so that one that fails loses nothing else.

import { message } from '../../base/messages/message.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import type { MemoryWriter } from '../../memory/open-writer.ts'
import type { PlannedWrite, WriteView } from '../../memory/writer.ts'
import { changeIdOf } from '../../memory/writer.ts'
import type { DreamOperation, DreamReport, DreamUnit } from '../dream-plan.ts'

export interface AppliedUnits {
  /** What was done. */
  operations: DreamOperation[]
  /** Files that changed. */
  files: string[]
  /** By which each can be taken back. */
  changes: string[]
  failed: DreamReport['failed']
}

interface ApplyOptions {
  actor: string
  /** What all of it is called in the history: `memdir undo --conversation` takes all of it back by this. */
  run: string
  /** The answer in the inbox that it carries out. */
  answer?: string
  signal?: AbortSignal
  onApplied?: (done: number, total: number) => void
}

export async function applyUnits(
  writer: MemoryWriter,
  units: readonly DreamUnit[],
  { actor, run, answer, signal, onApplied }: ApplyOptions,
): Promise<AppliedUnits> {
  const applied: AppliedUnits = { operations: [], files: [], changes: [], failed: [] }
  for (const [at, unit] of units.entries()) {
    signal?.throwIfAborted()
    try {
      const written = await writer.writePlanned((view) => writesOf(unit, view), {
        actor,
        answer,
        action: unit.action,
        reason: reasonOf(unit),
        source: { conversation: run },
        recordIndex: true,
      })
      const change = changeIdOf(written)
      if (change === undefined) continue
      applied.operations.push(...unit.operations)
      applied.files.push(...unit.edits.map(({ file }) => file))
      applied.changes.push(change)
    } catch (error) {
      // A disk that is full fails all of them: that is no matter of one file.
      if (!MemdirError.is(error) || error.code === 'io' || error.code === 'locked') throw error
      applied.failed.push({ files: unit.edits.map(({ file }) => file), reason: error.messages.message })
    }
    onApplied?.(at + 1, units.length)
  }
  return applied
}

function writesOf({ edits, seen }: DreamUnit, view: WriteView): PlannedWrite[] {
  for (const { file, hash } of seen) {
    const bytes = view.read(file)
    if (!bytes || contentHash(bytes) !== hash)
      throw new MemdirError('conflict', message(storeTexts.fileChangedSince, { file }), {
        fix: message(storeTexts.repeatTheChange),
        details: { file },
      })
  }
  return edits.map(({ file, before, after, merged, action }): PlannedWrite => {
    const details = { file, ...(merged !== undefined && { merged }), ...(action && { action }) }
    // A pointer says nothing that its memory does not.
    const verbatim = `/${file}`.endsWith('/MEMORY.md')
    if (after === undefined) return { ...details, remove: true, expect: before }
    if (before === '') return { ...details, verbatim, create: after }
    return { ...details, verbatim, replace: after, expect: before }
  })
}

const LONGEST_REASON = 500

/** For the history: what became of each statement, and why. */
function reasonOf({ operations }: DreamUnit): string {
  const each = operations.map(
    ({ op, file, into, reason }) => `${op} ${file}${into === undefined ? '' : ` → ${into}`}: ${reason.en}`,
  )
  const text = `dream: ${each.join('; ')}`
  return text.length <= LONGEST_REASON ? text : `${text.slice(0, LONGEST_REASON - 1)}…`
}
