// Memories of this project that are about the person: proposed to hold in all projects until the person has answered.
// One small file with their ids; the memories stay where they are until then.
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'
import { openCandidates } from '../../learn/extract/candidates.ts'
import type { Memory } from '../memory.ts'
import type { MemoryContext } from '../memory-context.ts'

export interface EverywhereProposal {
  id: string
  /** ISO. */
  time: string
}

const MOST_PROPOSED = 200
const MOST_BYTES = 64_000

export function readProposed(state: string): EverywhereProposal[] {
  const text = readRegularText(pathOf(state), MOST_BYTES)
  const data = text === undefined ? undefined : attempt(() => JSON.parse(text) as unknown)
  if (!isObject(data) || data.v !== 1 || !Array.isArray(data.proposed)) return []
  return data.proposed.filter(
    (one): one is EverywhereProposal =>
      isObject(one) && typeof one.id === 'string' && typeof one.time === 'string',
  )
}

/** Once: not what was answered before, and not where nothing holds in all projects by the person's own setting. */
export function proposeEverywhere(
  { location, settings, clock, everywhere }: MemoryContext,
  { id, content, source }: Memory,
): void {
  if (everywhere || source?.origin !== 'user' || !settings.get('everywhere.enabled')) return
  const { state } = location
  const known = readProposed(state)
  if (known.some((one) => one.id === id) || isAnswered(state, content)) return
  write(state, [...known, { id, time: clock.now().toISOString() }].slice(-MOST_PROPOSED))
}

/** It waits again: an answer to it was taken back. */
export function proposeAgain(state: string, proposal: EverywhereProposal): void {
  const known = readProposed(state)
  if (!known.some(({ id }) => id === proposal.id)) write(state, [...known, proposal])
}

/** It waits no more: what was taken back was done again. */
export function withdrawProposed(state: string, id: string): void {
  write(
    state,
    readProposed(state).filter((one) => one.id !== id),
  )
}

/** Its text is not proposed again, whatever the answer was. */
export function settleProposed(state: string, { id, content }: Pick<Memory, 'id' | 'content'>): void {
  answers(state).settle(keyOf(content))
  withdrawProposed(state, id)
}

function isAnswered(state: string, content: string): boolean {
  return answers(state).isRefused(keyOf(content))
}

function answers(state: string) {
  return openCandidates({ directory: join(state, 'candidates') })
}

/** As which its answer is kept. */
export function keyOf(content: string): string {
  return `everywhere ${content}`
}

function write(state: string, proposed: readonly EverywhereProposal[]): void {
  writeFileAtomic(pathOf(state), JSON.stringify({ v: 1, proposed }))
}

function pathOf(state: string): string {
  return join(state, 'everywhere-proposals.json')
}
