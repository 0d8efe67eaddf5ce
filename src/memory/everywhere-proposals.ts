// Memories of this project that are about the person: proposed to hold in all projects until the person has answered.
// One small file with their ids; the memories stay where they are until then.
import { join } from 'node:path'
import { readState, type StateKind, updateState } from '../base/files/state-file.ts'
import { isObject } from '../base/values/is-object.ts'
import type { Memory } from './memory.ts'
import type { MemoryContext } from './memory-context.ts'
import { readRefused, refusing } from './refused.ts'
import type { StateChange } from './state-change.ts'

interface EverywhereProposal {
  id: string
  /** ISO. */
  time: string
}

const FILE = 'everywhere-proposals.json'
const MOST_PROPOSED = 200
const PROPOSED: StateKind<EverywhereProposal[]> = {
  read: ({ proposed }) =>
    Array.isArray(proposed)
      ? proposed.filter(
          (one): one is EverywhereProposal =>
            isObject(one) && typeof one.id === 'string' && typeof one.time === 'string',
        )
      : undefined,
  plain: (proposed) => ({ proposed }),
}

export function readProposed(state: string): EverywhereProposal[] {
  return readState(join(state, FILE), PROPOSED) ?? []
}

/** Once: not what was answered before, and not where nothing holds in all projects by the person's own setting. */
export function isProposable(
  { location: { state }, settings, everywhere }: MemoryContext,
  { id, content, source }: Memory,
): boolean {
  if (everywhere || source?.origin !== 'user' || !settings.get('everywhere.enabled')) return false
  return !readProposed(state).some((one) => one.id === id) && !isAnswered(state, content)
}

export async function proposeEverywhere(context: MemoryContext, memory: Memory): Promise<void> {
  if (!isProposable(context, memory)) return
  const proposal = { id: memory.id, time: context.clock.now().toISOString() }
  await updateState(join(context.location.state, FILE), PROPOSED, (known = []) =>
    [...known.filter(({ id }) => id !== proposal.id), proposal].slice(-MOST_PROPOSED),
  )
}

/** The same, for the write that it goes with. */
export function proposing({ id }: Memory, now: Date): StateChange {
  return { file: FILE, entry: entryOf(id), before: null, after: { id, time: now.toISOString() } }
}

/** What an answer to it changes: its text is not proposed again, whatever the answer was. */
export function answeringProposed(
  state: string,
  { id, content }: Pick<Memory, 'id' | 'content'>,
  now: Date,
): StateChange[] {
  const before = readProposed(state).find((one) => one.id === id) ?? null
  return [{ file: FILE, entry: entryOf(id), before, after: null }, refusing(keyOf(content), now)]
}

function entryOf(key: string) {
  return { of: 'proposed', key }
}

function isAnswered(state: string, content: string): boolean {
  return readRefused(join(state, 'candidates'))(keyOf(content))
}

/** As which its answer is kept. */
function keyOf(content: string): string {
  return `everywhere ${content}`
}
