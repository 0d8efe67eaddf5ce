// The person takes an import that waits, or a part of it: all of that or nothing. Whose words they are does not change.

import { type Message, message } from '../../base/messages/message.ts'
import { transferTexts } from '../../base/messages/transfer.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson } from '../origin-rules.ts'
import { asImported } from './foreign-places.ts'
import type { ImportDependencies } from './import-outcome.ts'
import { sortImported } from './sort-imported.ts'
import { importAnswered } from './waiting-imports.ts'
import { writeImported } from './write-imported.ts'

export interface TakenImport {
  imported: number
  known: number
  warnings: Message[]
}

export interface WantedEntries {
  /** The import's id. */
  id: string
  numbers: readonly number[]
}

export async function takeWaiting(
  deps: ImportDependencies,
  { id, numbers }: WantedEntries,
  by: ChangedBy,
): Promise<TakenImport> {
  demandPerson(by.actor)
  const { waiting, store } = deps
  const { format, entries } = waiting.find(id)
  const wanted = new Set(numbers)
  const memories = entries.filter(({ number }) => wanted.has(number)).map(({ memory }) => asImported(memory))
  const { fresh, known, warnings } = await sortImported(store, memories, {})
  const reason = by.reason ?? message(transferTexts.importedFrom, { format }).en
  const staged = [...(by.staged ?? []), waiting.stageAnswer(id, numbers)]
  await writeImported(
    deps,
    fresh,
    { ...by, reason, staged },
    { check: () => demandWaiting(deps, { id, numbers }) },
  )
  return { imported: fresh.length, known, warnings: warnings.map(({ warning }) => warning) }
}

export async function refuseWaiting(
  deps: ImportDependencies,
  { id, numbers }: WantedEntries,
  { actor }: ChangedBy,
): Promise<void> {
  demandPerson(actor)
  const { store, waiting, removed } = deps
  await store.writer.together(async (transaction) => {
    demandWaiting(deps, { id, numbers })
    const named = new Set(numbers)
    const refused = waiting.find(id).entries.filter(({ number }) => named.has(number))
    // First: where this is cut off, they still wait.
    removed.add(refused.map(({ memory }) => memory.content))
    transaction.stage(waiting.stageAnswer(id, numbers))
  })
}

/** Another process may have answered since. */
function demandWaiting({ waiting }: ImportDependencies, { id, numbers }: WantedEntries): void {
  const left = new Set(waiting.find(id).entries.map(({ number }) => number))
  if (numbers.some((number) => !left.has(number))) throw importAnswered(id)
}

export function demandPerson(actor: string): void {
  if (isPerson(actor)) return
  throw new MemdirError('needs_person', message(transferTexts.importByPerson), {
    fix: message(transferTexts.importByPersonFix),
  })
}
