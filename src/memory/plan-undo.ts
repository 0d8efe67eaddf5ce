// What an undo takes back: what somebody names, else what was written or answered last in one go, with what is one with it;
// and what keeps a change from being taken back.

import { changesTexts } from '../base/messages/changes.ts'
import { historyCommandsTexts } from '../base/messages/history-commands.ts'
import { type Message, message } from '../base/messages/message.ts'
import { pathsTexts } from '../base/messages/paths.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import { contentHash } from '../base/values/hash.ts'
import { readRefusal } from './files/read-refusal.ts'
import type { LoggedChange } from './history.ts'
import { ambiguousChange, changesFitting, changesNamed, groupsOf, readLog } from './history.ts'
import type { MemoryWriter } from './open-writer.ts'
import { readMemoryFile } from './read-memory-file.ts'
import type { Answered } from './writer/answers.ts'

/** What undoing these, in this order, would leave alone, and why; undefined for what would be taken back. */
export function planUndo(directory: string, changes: readonly LoggedChange[]): (Message | undefined)[] {
  const hashes = new Map<string, string | null>()
  return changes.map((change) => {
    const planned = hashes.get(change.file)
    const state = planned === undefined ? currentState(directory, change.file) : { hash: planned }
    const problem = undoProblem(change, state)
    if (!problem) hashes.set(change.file, change.before?.hash ?? null)
    return problem
  })
}

interface FileState {
  hash: string | null
  /** Something is there that is not read: a link, a pipe. */
  refused?: Message
}

export function undoProblem(change: LoggedChange, { hash, refused }: FileState): Message | undefined {
  if (change.undoneBy) return message(changesTexts.undoneAlready, { by: change.undoneBy })
  if (change.action === 'purge') return message(changesTexts.purgeIsFinal)
  if (refused) return message(pathsTexts.cannotBeRead, { file: change.file, reason: refused })
  return hash === (change.after?.hash ?? null)
    ? undefined
    : message(changesTexts.changedAgain, { file: change.file })
}

export function currentState(directory: string, file: string): FileState {
  const now = attempt(() => readMemoryFile(directory, file))
  if (now?.status === 'refused') return { hash: null, refused: readRefusal(now.reason) }
  return { hash: now?.status === 'read' ? contentHash(now.bytes) : null }
}

export interface UndoOutcome {
  undone: { change: string; file: string; by: string }[]
  /** Changes that were left, and why. */
  skipped: { change: string; file: string; reason: Message }[]
  /** Undoing these groups, in this order, brings all of it back. */
  redo: string[]
}

/** What is taken back when nobody says what: all that was written last in one go, be it a whole import. */
export function newestChanges(writer: MemoryWriter): LoggedChange[] {
  const log = readLog(writer).filter((change) => !change.undoneBy)
  // An undo may also have let others live again: that is part of it.
  const undos = new Set(log.filter(({ action }) => action === 'undo').map(({ group }) => group))
  const open = log.filter(({ group }) => !undos.has(group))
  // What clean-up did by itself in the meantime is not what somebody wants to take back, unless it is in the way.
  const newestBySomebody = open.find((change) => !isCleanUp(change))
  const theirs = new Set(open.flatMap(({ group, file }) => (group === newestBySomebody?.group ? [file] : [])))
  const newest = open.find((change) => change === newestBySomebody || theirs.has(change.file)) ?? open[0]
  return log.filter(({ group }) => group === newest?.group)
}

/** What is learnt or dreamt is none: it is what `memdir log` shows first. */
function isCleanUp({ actor, action }: LoggedChange): boolean {
  return actor === 'memdir' && (action === 'remove' || action === 'repair')
}

/** A change of these means nothing without the others of its group: an add with what it takes back, a merge. */
export const LINKS: ReadonlySet<string> = new Set(['supersede', 'revive', 'merge', 'tidy'])

/** Changes that are only taken back together, by their group. */
export function tiedGroups(log: readonly LoggedChange[]): Map<string, LoggedChange[]> {
  const tied = new Set(
    log.filter(({ action }) => action === 'undo' || LINKS.has(action)).map(({ group }) => group),
  )
  return groupsOf(log.filter(({ group }) => tied.has(group)))
}

/** These changes and those that are one with them; newest first. An undo is taken back whole. */
export function withTied(writer: MemoryWriter, changes: readonly LoggedChange[]): LoggedChange[] {
  const groups = tiedGroups(readLog(writer))
  const chosen = new Map<string, LoggedChange>()
  for (const change of changes) {
    if (chosen.has(change.id)) continue
    for (const other of groups.get(change.group) ?? [change])
      if (other.id === change.id || other.undoneBy === undefined) chosen.set(other.id, other)
  }
  return [...chosen.values()]
}

interface ChangesToUndo {
  changes: LoggedChange[]
  /** All that one command answered in the inbox. */
  answered?: Answered
}

/** Throws where there is nothing of this name, or nothing at all. */
export function changesToUndo(
  writer: MemoryWriter,
  answers: AnswerUndo,
  reference: string | undefined,
): ChangesToUndo {
  const ofAnswer = (answered: Answered) => ({ changes: answers.changesOf(answered), answered })
  if (reference !== undefined) {
    const answered = answers.find(reference)
    if (!answered) return { changes: changesNamed(writer, reference) }
    const others = answered.id === reference ? 0 : changesFitting(writer, reference).length
    if (others > 0) throw ambiguousChange(reference, others + 1)
    return ofAnswer(answered)
  }
  const newest = newestChanges(writer)
  const answered = answers.newest(newest[0])
  if (answered) return ofAnswer(answered)
  if (newest.length > 0) return { changes: newest }
  throw new MemdirError('not_found', message(historyCommandsTexts.nothingToUndo), {
    fix: message(historyCommandsTexts.seeLog),
  })
}

export interface UndoneAnswers {
  /** What came back into the inbox. */
  readonly back: readonly string[]
  /** What went again, because an undo was taken back. */
  readonly gone: readonly string[]
}

export interface AnswerUndo {
  /** What was answered last and stands, where it is newer than this change or is what it carried out. */
  newest(change: LoggedChange | undefined): Answered | undefined
  find(reference: string): Answered | undefined
  /** The changes that carry it out and are not taken back; where all of it was, those that took it back. */
  changesOf(answered: Answered): LoggedChange[]
  /** Takes these changes back, and what they answered; `answered`: all of it, also what changed no memory. */
  undo(
    changes: readonly LoggedChange[],
    actor: string,
    answered?: Answered,
  ): Promise<UndoOutcome & UndoneAnswers>
}
