// What an answer in the inbox takes out of the state, how it comes back, and how it goes again.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import { everywherePlace } from '../../base/projects/everywhere.ts'
import { attempt } from '../../base/values/attempt.ts'
import { systemClock } from '../../base/values/clock.ts'
import type { HeldOperation } from '../../learn/dream/dream-plan.ts'
import { findHeld, holdAgain, refuseProposal } from '../../learn/dream/held-operations.ts'
import { openCandidates } from '../../learn/extract/candidates.ts'
import type { MemoryContext } from '../memory-context.ts'
import { changeFeedback, type MemoryFeedback, readFeedback, withoutWrong } from '../records/feedback.ts'
import { openWaitingImports } from '../transfer/waiting-imports.ts'
import {
  type EverywhereProposal,
  proposeAgain,
  readProposed,
  withdrawProposed,
} from './everywhere-proposals.ts'

export type Taken =
  /** A file of its own: a candidate, what is held back. */
  | {
      readonly what: 'file'
      /** Below the state. */
      readonly directory: 'candidates' | 'quarantine'
      readonly id: string
      readonly content: string
      readonly everywhere?: boolean
    }
  /** That it does not come back. */
  | { readonly what: 'settled'; readonly content: string }
  | { readonly what: 'held'; readonly held: HeldOperation }
  | { readonly what: 'proposed'; readonly proposed: EverywhereProposal }
  /** Parts of an import that waits. */
  | { readonly what: 'import'; readonly id: string; readonly numbers: readonly number[] }
  /** What was said of a memory. */
  | { readonly what: 'feedback'; readonly memory: string; readonly feedback: MemoryFeedback }

type TakenFile = Extract<Taken, { what: 'file' }>
type Place = Pick<MemoryContext, 'location'>

export function takenFile(
  place: Place,
  { directory, id, everywhere }: Pick<TakenFile, 'directory' | 'id' | 'everywhere'>,
): Taken[] {
  const file = { what: 'file', directory, id, ...(everywhere && { everywhere }) } as const
  const path = pathOf(place, file)
  const content = path === undefined ? undefined : readRegularText(path, MOST_BYTES)
  return content === undefined ? [] : [{ ...file, content }]
}

export function takenHeld({ location }: Place, id: string): Taken[] {
  return [{ what: 'held', held: findHeld(location.state, id) }]
}

export function takenProposed({ location }: Place, memory: string): Taken[] {
  return readProposed(location.state)
    .filter(({ id }) => id === memory)
    .map((proposed) => ({ what: 'proposed', proposed }))
}

export function takenFeedback({ location }: Place, memory: string): Taken[] {
  const feedback = readFeedback(location.state).get(memory)
  return feedback ? [{ what: 'feedback', memory, feedback }] : []
}

/** What is there already stays as it is. */
export async function bringBack(place: Place, taken: Taken): Promise<void> {
  const { state } = place.location
  switch (taken.what) {
    case 'file': {
      const path = pathOf(place, taken)
      if (path !== undefined && !existsSync(path)) writeFileAtomic(path, taken.content)
      return
    }
    case 'settled':
      return candidatesOf(state).unsettle(taken.content)
    case 'held':
      return holdAgain(state, taken.held)
    case 'proposed':
      return proposeAgain(state, taken.proposed)
    case 'import':
      return importsOf(state).takeBack(taken.id, taken.numbers)
    case 'feedback':
      return changeFeedback(state, (known) => new Map(known).set(taken.memory, taken.feedback))
  }
}

export async function takeAgain(place: Place, taken: Taken): Promise<void> {
  const { state } = place.location
  switch (taken.what) {
    case 'file':
      rmSync(pathOf(place, taken) ?? '', { force: true })
      return
    case 'settled':
      return candidatesOf(state).settle(taken.content)
    case 'held':
      attempt(() => refuseProposal(state, taken.held.id))
      return
    case 'proposed':
      return withdrawProposed(state, taken.proposed.id)
    case 'import':
      return importsOf(state).answer(taken.id, taken.numbers)
    case 'feedback':
      return changeFeedback(state, (known) => withoutWrong(known, taken.memory))
  }
}

const MOST_BYTES = 1_000_000

/** What it is read from is only data: no other file is named by it. */
function pathOf(
  { location }: Place,
  { directory, id, everywhere }: Omit<TakenFile, 'content'>,
): string | undefined {
  if ((directory !== 'candidates' && directory !== 'quarantine') || !/^[0-9a-z]+$/.test(id)) return undefined
  const state = everywhere ? everywherePlace(location.projects).state : location.state
  return join(state, directory, `${id}.json`)
}

function importsOf(state: string) {
  return openWaitingImports(state, systemClock)
}

function candidatesOf(state: string) {
  return openCandidates({ directory: join(state, 'candidates') })
}
