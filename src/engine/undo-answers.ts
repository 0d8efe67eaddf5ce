// Undo with the inbox: where a change carried out an answer, what the answer took out of the inbox comes back, and goes
// again where the undo is taken back. An answer that changed no memory (a refusal) is undone by its own id.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type LoggedChange, readLog } from '../memory/history.ts'
import { type UndoOutcome, undoChanges } from '../memory/undo.ts'
import { everywherePlace } from '../projects/everywhere.ts'
import { createEngineContext } from './create-engine-context.ts'
import type { EngineContext } from './engine-context.ts'
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
  /** The changes that carry it out and are not taken back. */
  changesOf(answered: Answered): LoggedChange[]
  /** Takes these changes back, and what they answered; `answered`: all of it, also what changed no memory. */
  undo(
    changes: readonly LoggedChange[],
    actor: string,
    answered?: Answered,
  ): Promise<UndoOutcome & UndoneAnswers>
}

export function openAnswerUndo(context: EngineContext): AnswerUndo {
  const { store, location } = context
  const answers = openAnswers(join(location.state, 'answers'))
  const changesOf = ({ id }: Answered) =>
    readLog(store.writer).filter(
      ({ answer, action, undoneBy }) => answer?.startsWith(`${id}/`) && action !== 'undo' && !undoneBy,
    )
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
      // First: what is cut off here leaves an entry of the inbox too many, never one too few.
      const log = new Map(readLog(store.writer).map((change) => [change.id, change]))
      const { back, gone } = answersOf(changes, log)
      const isRedo = answered?.entries.every(({ undone }) => undone) === true
      for (const { entry } of answered?.entries ?? [])
        (isRedo ? gone : back).add(answerName(answered?.id ?? '', entry))
      const entries = { back: await turn(back, true), gone: await turn(gone, false) }
      await undoEverywhere(context, back, actor)
      if (changes.length === 0) return { undone: [], skipped: [], redo: [], ...entries }
      const outcome = await undoChanges(store.writer, store.directory, changes, actor)
      const left = answersOf(
        outcome.skipped.flatMap(({ change }) => log.get(change) ?? []),
        log,
      )
      await turn(left.back, false)
      await turn(left.gone, true)
      return { ...outcome, ...entries }
    },
  }
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

/** What an answer wrote among the memories that hold in all projects goes with it. */
async function undoEverywhere(
  context: EngineContext,
  names: ReadonlySet<string>,
  actor: string,
): Promise<void> {
  if (names.size === 0 || context.everywhere) return
  const { directory, env, clock, bare } = context
  if (!existsSync(everywherePlace(context.location.projects).state)) return
  const there = createEngineContext({ directory, env, clock, bare, everywhere: true })
  try {
    const changes = readLog(there.store.writer).filter(
      ({ answer, action, undoneBy }) =>
        answer !== undefined && names.has(answer) && action !== 'undo' && !undoneBy,
    )
    if (changes.length > 0) await undoChanges(there.store.writer, there.store.directory, changes, actor)
  } finally {
    await there.close()
  }
}
