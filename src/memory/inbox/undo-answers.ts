// Undo with the inbox: where a change carried out an answer, what the answer took out of the inbox comes back, and goes
// again where the undo is taken back. An answer that changed no memory (a refusal) is undone by its own id.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { everywherePlace } from '../../base/projects/everywhere.ts'
import type { MemoryContext } from '../memory-context.ts'
import { demandPerson } from '../transfer/take-waiting.ts'
import { type LoggedChange, readLog } from '../writer/history.ts'
import { type UndoOutcome, undoChanges } from '../writer/undo.ts'
import { type Answered, answerName, openAnswers } from './inbox-answers.ts'
import { bringBack, takeAgain } from './taken-state.ts'

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

export function openAnswerUndo(context: MemoryContext): AnswerUndo {
  const { store, location } = context
  const answers = openAnswers(join(location.state, 'answers'))
  const changesOf = (answered: Answered) => {
    const isMeant = (answer: string) => answer.startsWith(`${answered.id}/`)
    return carriedOut(readLog(store.writer), isMeant, isTakenBack(answered))
  }
  /** Brings entries back, or lets them go again; gives the ids of those that it changed. */
  const turn = async (names: ReadonlySet<string>, isBack: boolean): Promise<string[]> => {
    const turned: string[] = []
    for (const answered of answers.list()) {
      const isMeant = (entry: string) => names.has(answerName(answered.id, entry))
      if (!answered.entries.some(({ entry }) => isMeant(entry))) continue
      for (const { entry, taken, undone = false } of answered.entries) {
        if (!isMeant(entry) || undone === isBack) continue
        for (const one of taken) await (isBack ? bringBack(context, one) : takeAgain(context, one))
        turned.push(entry)
      }
      const entries = answered.entries.map((one) => (isMeant(one.entry) ? { ...one, undone: isBack } : one))
      answers.write({ ...answered, entries })
    }
    return turned
  }
  return {
    changesOf,
    find: (reference) => answers.find(reference),
    newest(change) {
      const newest = answers.list().find(({ entries }) => entries.some(({ undone }) => !undone))
      if (!newest || !change) return newest
      return newest.time > change.time || change.answer?.startsWith(`${newest.id}/`) ? newest : undefined
    },
    async undo(changes, actor, answered) {
      const log = new Map(readLog(store.writer).map((change) => [change.id, change]))
      const { back, gone } = answersOf(changes, log)
      const names = answered?.entries.map(({ entry }) => answerName(answered.id, entry)) ?? []
      for (const name of names) (answered && isTakenBack(answered) ? gone : back).add(name)
      if (isOfImport(answers.list(), gone)) demandPerson(actor)
      // What is cut off anywhere here leaves something in two places, never in none.
      const { skipped } = await undoEverywhere(context, gone, actor, true)
      if (skipped.length > 0) return { ...NOTHING, skipped, back: [], gone: [] }
      const isBack = await turn(back, true)
      const outcome =
        changes.length === 0 ? NOTHING : await undoChanges(store.writer, store.directory, changes, actor)
      const left = answersOf(
        outcome.skipped.flatMap(({ change }) => log.get(change) ?? []),
        log,
      )
      await turn(left.back, false)
      await undoEverywhere(context, without(back, left.back), actor, false)
      return { ...outcome, back: isBack, gone: await turn(without(gone, left.gone), false) }
    },
  }
}

const NOTHING: UndoOutcome = { undone: [], skipped: [], redo: [] }

function isOfImport(all: readonly Answered[], names: ReadonlySet<string>): boolean {
  return all.some(({ id, entries }) =>
    entries.some(
      ({ entry, taken }) => names.has(answerName(id, entry)) && taken.some(({ what }) => what === 'import'),
    ),
  )
}

function isTakenBack({ entries }: Answered): boolean {
  return entries.every(({ undone }) => undone)
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...names].filter((name) => !others.has(name)))
}

/** The changes that carry these answers out and stand; or, to redo them, those that took them back and stand. */
function carriedOut(
  log: readonly LoggedChange[],
  isMeant: (answer: string) => boolean,
  isRedo: boolean,
): LoggedChange[] {
  const all = log.filter(({ answer, action }) => answer !== undefined && isMeant(answer) && action !== 'undo')
  if (!isRedo) return all.filter(({ undoneBy }) => !undoneBy)
  const undos = new Set(all.map(({ undoneBy }) => undoneBy))
  return log.filter(({ id }) => undos.has(id))
}

/** By whether undoing these changes brings the entry back, or takes it away again. */
function answersOf(changes: readonly LoggedChange[], log: ReadonlyMap<string, LoggedChange>) {
  const back = new Set<string>()
  const gone = new Set<string>()
  for (const change of changes) {
    let [root, isUndo] = [change, false]
    for (let under = log.get(root.undoes ?? ''); under; under = log.get(root.undoes ?? '')) {
      root = under
      isUndo = !isUndo
    }
    if (root.answer !== undefined) (isUndo ? gone : back).add(root.answer)
  }
  return { back, gone }
}

/** What an answer wrote among the memories that hold in all projects goes with it, and comes again where it is redone. */
async function undoEverywhere(
  context: MemoryContext,
  names: ReadonlySet<string>,
  actor: string,
  isRedo: boolean,
): Promise<UndoOutcome> {
  if (names.size === 0 || context.everywhere) return NOTHING
  if (!existsSync(everywherePlace(context.location.projects).state)) return NOTHING
  const there = context.ports.openEverywhere()
  try {
    const changes = carriedOut(readLog(there.store.writer), (answer) => names.has(answer), isRedo)
    if (changes.length === 0) return NOTHING
    return await undoChanges(there.store.writer, there.store.directory, changes, actor)
  } finally {
    await there.close()
  }
}
