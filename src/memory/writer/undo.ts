// Taking changes back. What belongs together is taken back together; where a part cannot be, the rest still is.

import type { Message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { type LoggedChange, readLog } from '../history.ts'
import { INDEX_FILE } from '../memory-path.ts'
import type { MemoryWriter } from '../open-writer.ts'
import { currentState, LINKS, type UndoOutcome, undoProblem, withTied } from '../plan-undo.ts'
import type { PlannedWrite } from '../writer.ts'
import { bytesOf, type Change, changeIdOf } from '../writer.ts'

/** Takes changes back, newest first. One whose file was changed since is left and reported; the rest are undone. */
export async function undoChanges(
  writer: MemoryWriter,
  directory: string,
  changes: readonly LoggedChange[],
  actor: string,
): Promise<UndoOutcome> {
  const outcome: UndoOutcome = { undone: [], skipped: [], redo: [] }
  const leave = ({ id, file }: LoggedChange, reason: Message) =>
    outcome.skipped.push({ change: id, file, reason })
  /** Gives back what kept all of it from being taken back. */
  const write = async (units: readonly LoggedChange[][]): Promise<MemdirError | undefined> => {
    const before = outcome.skipped.length
    const chosen = units.flatMap((unit) => choose(directory, unit, leave))
    if (chosen.length === 0) return undefined
    const written = await writer.write(chosen.flatMap(undoing), { actor, action: 'undo' }).catch(faultOf)
    if (MemdirError.is(written)) {
      outcome.skipped.splice(before)
      return written
    }
    const made = new Map(written.changes.map((change) => [change.file, change.id]))
    for (const { id, file } of chosen) outcome.undone.push({ change: id, file, by: made.get(file) ?? id })
    const redo = changeIdOf(written)
    if (redo) outcome.redo.unshift(redo)
    return undefined
  }
  for (const batch of batchesOf(unitsOf(readLog(writer), withTied(writer, changes)))) {
    const seen = new Set<unknown>()
    let units = batch
    for (let fault = await write(units); fault; fault = await write(units)) {
      const file = fault.details?.file
      const reason = fault.messages.message
      // What was changed in this moment is left out when it is looked at again; the others go together, in one change.
      if (file !== undefined && !seen.has(file)) seen.add(file)
      else units = withoutUnit(units, file, (change) => leave(change, reason))
    }
  }
  return outcome
}

/** Where the fault names none of them, none can go on. */
function withoutUnit(
  units: readonly LoggedChange[][],
  file: unknown,
  leave: (change: LoggedChange) => void,
): LoggedChange[][] {
  const isNamed = (unit: readonly LoggedChange[]) => unit.some((change) => change.file === file)
  const left = units.some(isNamed) ? units.filter(isNamed) : units
  left.flat().forEach(leave)
  return units.filter((unit) => !left.includes(unit))
}

function faultOf(error: unknown): MemdirError {
  if (MemdirError.is(error) && (error.code === 'conflict' || error.code === 'refused_path')) return error
  throw error
}

/** What of a unit can be taken back: a mark may be left out, but nothing else. */
function choose(
  directory: string,
  unit: readonly LoggedChange[],
  leave: (change: LoggedChange, reason: Message) => void,
): LoggedChange[] {
  const problems = new Map(
    unit.map((change) => [change, undoProblem(change, currentState(directory, change.file))]),
  )
  const main = unit.find((change) => !isMark(change) && problems.get(change))
  const fault = main && problems.get(main)
  for (const change of unit) {
    const problem = problems.get(change) ?? fault
    if (problem !== undefined) leave(change, problem)
  }
  return fault === undefined ? unit.filter((change) => problems.get(change) === undefined) : []
}

/** Changes that are taken back together or not at all; those of an import or of an undo are independent. */
function unitsOf(log: readonly LoggedChange[], changes: readonly LoggedChange[]): LoggedChange[][] {
  const byId = new Map(log.map((change) => [change.id, change]))
  const linked = new Set(log.filter(({ action }) => LINKS.has(action)).map(({ group }) => group))
  const root = (change: LoggedChange): LoggedChange => {
    const undone = byId.get(change.undoes ?? '')
    return undone ? root(undone) : change
  }
  const units = new Map<string, LoggedChange[]>()
  for (const change of changes) {
    const { group, answer = '' } = root(change)
    // Answers that were given in one command can be taken back without each other.
    const key = linked.has(change.group)
      ? `${change.group} ${answer}`
      : linked.has(group)
        ? `${change.group} ${group} ${answer}`
        : change.id
    units.set(key, [...(units.get(key) ?? []), change])
  }
  return [...units.values()]
}

/** As many as can be written in one go: a file that occurs again has to wait for the write before. */
function batchesOf(units: readonly LoggedChange[][]): LoggedChange[][][] {
  const batches: LoggedChange[][][] = []
  let files = new Set<string>()
  for (const unit of units) {
    const batch = batches.at(-1)
    if (batch && !unit.some(({ file }) => files.has(file))) batch.push(unit)
    else {
      batches.push([unit])
      files = new Set()
    }
    for (const { file } of unit) files.add(file)
  }
  return batches
}

/** It only says what took the place of the memory; or it is an index, whose pointers follow the files anyway. */
function isMark({ action, file }: Change): boolean {
  return action === 'supersede' || action === 'revive' || `/${file}`.endsWith(`/${INDEX_FILE}`)
}

function undoing({ id, file, before, after, source }: Change): PlannedWrite[] {
  const old = bytesOf(before)
  const details = { file, verbatim: true, undoes: id, source }
  if (!after) return old ? [{ ...details, create: old }] : []
  const expect = after.hash
  return [old ? { ...details, replace: old, expect } : { ...details, remove: true, expect }]
}
