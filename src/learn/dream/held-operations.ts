// What dreams left for a person: listed with the words that they are about, carried out or let go.

import { DREAM_REASONS, dreamTexts } from '../../base/messages/dream.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash, shortHash } from '../../base/values/hash.ts'
import type { Memory } from '../../memory/memory.ts'
import type { ChangedBy, MemoryStore } from '../../memory/memory-store.ts'
import { isPerson } from '../../memory/origin-rules.ts'
import { readMemoryBytes } from '../../memory/read-memory-file.ts'
import { stagedFor } from '../../memory/state-change.ts'
import type { HeldOperation, StatementPlace } from '../dream-plan.ts'
import { type AppliedUnits, applyUnits } from './apply-units.ts'
import type { ShownStatement } from './check-operation.ts'
import { openDraft } from './draft.ts'
import { answeringHeld, readDreamState, updateDreamState } from './dream-state.ts'
import { planOperations, shownStatements } from './plan-operations.ts'

/** As an inbox shows it. */
export interface DreamProposal {
  id: string
  op: HeldOperation['op']
  /** The statement. */
  text: string
  file: string
  /** What would say it from then on. */
  survivor?: string
  into?: string
  /** Why it was not done. */
  reason: Message
  /** What the model said of it. */
  because: string
  /** ISO time. */
  time: string
}

type Store = Pick<MemoryStore, 'directory' | 'list' | 'writer'>

/** Only those whose memories still say what they said. */
export function listProposals(store: Pick<MemoryStore, 'list'>, state: string): DreamProposal[] {
  const { held } = readDreamState(state)
  if (held.length === 0) return []
  const memories = new Map(store.list().map((memory) => [memory.file, memory]))
  return held.flatMap((one) => {
    const subject = statementAt(memories, one.subject)
    const target = one.target && statementAt(memories, one.target)
    if (!subject || (one.target && !target)) return []
    return [
      {
        ...{ id: one.id, op: one.op, text: subject.statement.text, file: one.subject.file },
        ...(target && { into: target.memory.file }),
        ...(target && one.op !== 'move' && { survivor: target.statement.text }),
        ...{ reason: message(DREAM_REASONS[one.reason]), because: one.because, time: one.time },
      },
    ]
  })
}

export function placeOfStatement({ memory: { file }, statement: { text } }: ShownStatement): StatementPlace {
  return { file, statement: contentHash(text) }
}

/** The same proposal has the same id, whichever dream makes it. */
export function proposalId({
  op,
  subject,
  target,
}: Pick<HeldOperation, 'op' | 'subject' | 'target'>): string {
  return shortHash(JSON.stringify([op, subject, target]))
}

function statementAt(
  memories: ReadonlyMap<string, Memory>,
  { file, statement }: StatementPlace,
): ShownStatement | undefined {
  const memory = memories.get(file)
  return memory && shownStatements(memory, '1').find((one) => placeOfStatement(one).statement === statement)
}

/** Each once, the first; only while its memories say it. */
export function stillHeld(held: readonly HeldOperation[], memories: readonly Memory[]): HeldOperation[] {
  if (held.length === 0) return []
  const byFile = new Map(memories.map((memory) => [memory.file, memory]))
  const isSaid = (place: StatementPlace | undefined) => !place || statementAt(byFile, place) !== undefined
  const known = new Set<string>()
  return held.filter(({ id, subject, target }) => {
    const isNew = !known.has(id)
    known.add(id)
    return isNew && isSaid(subject) && isSaid(target)
  })
}

/** The person has decided: it is done as proposed. */
export async function acceptProposal(
  store: Store,
  state: string,
  id: string,
  { actor, answer }: Pick<ChangedBy, 'actor' | 'answer'>,
): Promise<AppliedUnits> {
  if (!isPerson(actor))
    throw new MemdirError('usage', message(dreamTexts.personDecides), {
      fix: message(dreamTexts.heldMissingFix),
    })
  const held = findHeld(state, id)
  const memories = store.list()
  const byFile = new Map(memories.map((memory) => [memory.file, memory]))
  const subject = statementAt(byFile, held.subject)
  const target = held.target && statementAt(byFile, held.target)
  if (!subject || (held.target && !target)) throw missing(id)
  const draft = openDraft(memories, (file) => readMemoryBytes(store.directory, file))
  const operation = { op: held.op, statement: '', reason: held.because }
  const { units } = planOperations(draft, [
    { status: 'accepted', operation, subject, ...(target && { target }) },
  ])
  return store.writer.together(async (transaction) => {
    const applied = await applyUnits(store.writer, units, { actor, answer, run: `dream-${held.id}` })
    const [first] = applied.failed
    if (first) throw new MemdirError('conflict', first.reason)
    transaction.stage(...stagedFor(state, answeringHeld(held), 'after'))
    return applied
  })
}

export async function refuseProposal(state: string, id: string): Promise<void> {
  const { id: known } = findHeld(state, id)
  await updateDreamState(state, (now) => ({ ...now, held: now.held.filter((one) => one.id !== known) }))
}

/** By id or a unique beginning of it. */
export function findHeld(state: string, id: string): HeldOperation {
  const found = readDreamState(state).held.filter((one) => id !== '' && one.id.startsWith(id))
  const exact = found.find((one) => one.id === id) ?? (found.length === 1 ? found[0] : undefined)
  if (exact) return exact
  throw missing(id)
}

function missing(id: string): MemdirError {
  return new MemdirError('not_found', message(dreamTexts.heldMissing, { id }), {
    fix: message(dreamTexts.heldMissingFix),
  })
}
