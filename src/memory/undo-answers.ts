// Undo with the inbox: where a change carried out an answer, what the answer took out of the inbox comes back, and goes
// again where the undo is taken back. An answer that changed no memory (a refusal) is undone by its own id.

import { existsSync } from 'node:fs'
import { type LoggedChange, readLog } from './history.ts'
import { togetherAt } from './inbox/together-at.ts'
import type { MemoryContext } from './memory-context.ts'
import { storesOf } from './places.ts'
import type { AnswerUndo, UndoneAnswers, UndoOutcome } from './plan-undo.ts'
import { stageChanges, type Within } from './state-change.ts'
import { demandPerson } from './transfer/take-waiting.ts'
import { type Answered, answerName, openAnswers } from './writer/answers.ts'
import type { Transaction } from './writer/transaction.ts'
import { undoChanges } from './writer/undo.ts'
import { changeIdOf } from './writer.ts'

export function openAnswerUndo(context: MemoryContext): AnswerUndo {
  const { store, location } = context
  const answers = openAnswers(location.state)
  const changesOf = (answered: Answered) => {
    const isMeant = (answer: string) => answer.startsWith(`${answered.id}/`)
    return carriedOut(readLog(store.writer), isMeant, isTakenBack(answered))
  }
  /** Brings entries back, or lets them go again; gives the ids of those of the inbox that it changes. */
  const turn = (
    within: Within,
    { back, gone }: Record<'back' | 'gone', ReadonlySet<string>>,
  ): UndoneAnswers => {
    const turned = { back: [] as string[], gone: [] as string[] }
    for (const answered of answers.list()) {
      const nameOf = (entry: string) => answerName(answered.id, entry)
      const entries = answered.entries.map((one) => {
        const { entry, undone = false } = one
        const isBack = back.has(nameOf(entry))
        if (undone === isBack || !(isBack || gone.has(nameOf(entry)))) return one
        stageChanges(within, [one], isBack ? 'before' : 'after')
        // What was corrected never waited.
        if (answered.action !== 'correct') turned[isBack ? 'back' : 'gone'].push(entry)
        return { ...one, undone: isBack }
      })
      if (entries.some((one, at) => one !== answered.entries[at]))
        within.transaction.stage(answers.stage({ ...answered, entries }))
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
      const takeBack = async (
        within: Within,
        beside: readonly MemoryContext[],
      ): Promise<UndoOutcome & UndoneAnswers> => {
        for (const there of beside) {
          const redone = await undoThere(there.store, gone, actor, true)
          if (redone.skipped.length > 0) return { ...NOTHING, ...redone, back: [], gone: [] }
        }
        const outcome =
          changes.length === 0 ? NOTHING : await undoChanges(store.writer, store.directory, changes, actor)
        // What could not be taken back leaves its entry as it is.
        const left = answersOf(
          outcome.skipped.flatMap(({ change }) => log.get(change) ?? []),
          log,
        )
        const turning = { back: without(back, left.back), gone: without(gone, left.gone) }
        for (const there of beside) await undoThere(there.store, turning.back, actor, false)
        const turned = turn(within, turning)
        const redo = changeIdOf(within.transaction)
        return { ...outcome, redo: redo === undefined ? [] : [redo], ...turned }
      }
      const work = async (transaction: Transaction) => {
        const beside = openBeside(context, new Set([...back, ...gone]), answers.list())
        try {
          return await togetherAt(transaction, beside, (within) => takeBack(within, beside))
        } finally {
          await Promise.all(beside.map((there) => there.close()))
        }
      }
      return store.writer.together(work, { takesBack: true })
    },
  }
}

const NOTHING: UndoOutcome = { undone: [], skipped: [], redo: [] }

function isOfImport(all: readonly Answered[], names: ReadonlySet<string>): boolean {
  return all.some(({ id, entries }) =>
    entries.some(
      ({ entry, changes }) =>
        names.has(answerName(id, entry)) && changes.some(({ file }) => file.startsWith('imports/')),
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

/** The places in which one of these answers may have written. */
function openBeside(
  context: MemoryContext,
  names: ReadonlySet<string>,
  all: readonly Answered[],
): MemoryContext[] {
  const isNamed = ({ id, entries }: Answered) => entries.some(({ entry }) => names.has(answerName(id, entry)))
  if (!all.some(isNamed)) return []
  return storesOf(context, { evenOff: true, evenEmpty: true })
    .slice(1)
    .filter(({ state }) => existsSync(state))
    .map(({ kind }) => context.ports.openAt(kind))
}

/** What an answer wrote there goes with it, and comes again where it is redone. */
async function undoThere(
  { writer, directory }: MemoryContext['store'],
  names: ReadonlySet<string>,
  actor: string,
  isRedo: boolean,
): Promise<UndoOutcome> {
  const changes = carriedOut(readLog(writer), (answer) => names.has(answer), isRedo)
  return changes.length === 0 ? NOTHING : undoChanges(writer, directory, changes, actor)
}
