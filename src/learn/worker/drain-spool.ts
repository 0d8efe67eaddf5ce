// Hands the spooled turns over, oldest first. A turn goes when it was handled, and after three failures it is kept
// aside; a crash in between repeats it, so that whoever handles turns must not mind one that comes twice.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { parseState, stateText, writeState } from '../../base/files/state-file.ts'
import { jobsTexts } from '../../base/messages/jobs.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import { reasonOf } from './run-job.ts'
import {
  droppedFile,
  type SpooledTurn,
  STORED_TURN,
  type StoredTurn,
  spoolDirectory,
  spooledFiles,
} from './spool-files.ts'

export const TURN_ATTEMPTS = 3
const KEPT_FAILURES = 50

interface Drained {
  turns: number
  /** What went wrong this time, whether they are tried again or not. */
  errors: Message[]
  /** False where the signal ended it, or where what handles turns is unavailable. */
  complete: boolean
  /** Why nothing can be handled now: no fault of a turn. */
  unavailable?: Message
  /** Why some of them are to be handled once more, later. */
  again?: Message
}

/** What handles a turn did its part, and could not do all of it. */
export interface Unfinished {
  readonly problem: Message
  /** It is not tried again: the turn is kept aside. */
  readonly isLast: boolean
}

export async function drainSpool(
  state: string,
  handle: (turn: SpooledTurn) => Promise<Unfinished | undefined> | Promise<void> | void,
  signal?: AbortSignal,
): Promise<Drained> {
  const drained: Drained = { turns: 0, errors: [], complete: true }
  for (const name of spooledFiles(state)) {
    if (signal?.aborted) return { ...drained, complete: false }
    const path = join(spoolDirectory(state), name)
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      // Dropped by a hook; any other fault is the disk's, not the turn's.
      if (systemCode(error) !== 'ENOENT') drained.errors.push(await reasonOf(error))
      continue
    }
    const turn = parseState(text, STORED_TURN).value
    const attempts = (turn?.attempts ?? 0) + 1
    if (!turn || attempts > TURN_ATTEMPTS) {
      setAside(state, name, text)
      drained.errors.push(describeFailed(name, turn).error)
      continue
    }
    // Counted before it begins: a turn that ends the process must not do so for ever.
    store(path, { ...turn, attempts })
    try {
      const unfinished = await handle(turn)
      drained.turns++
      if (!unfinished) rmSync(path, { force: true })
      else {
        const left = { ...turn, attempts, error: unfinished.problem }
        if (unfinished.isLast || attempts >= TURN_ATTEMPTS) setAside(state, name, stateText(left))
        else {
          store(path, left)
          drained.again = unfinished.problem
        }
      }
    } catch (thrown) {
      if (signal?.aborted) {
        store(path, turn)
        return { ...drained, complete: false }
      }
      const error = await reasonOf(thrown)
      if (MemdirError.is(thrown) && thrown.code === 'unavailable') {
        store(path, turn)
        return { ...drained, complete: false, unavailable: error }
      }
      drained.errors.push(error)
      const failed = { ...turn, attempts, error }
      if (attempts < TURN_ATTEMPTS) store(path, failed)
      else setAside(state, name, stateText(failed))
    }
  }
  return drained
}

interface FailedTurn {
  file: string
  agent: string
  event: string
  conversation?: string
  attempts: number
  error: Message
}

export interface SpoolReport {
  waiting: number
  /** Kept aside, oldest first. */
  failed: FailedTurn[]
  /** Turns that went because too many waited, since a worker last said so. */
  dropped: number
}

export function readSpool(state: string): SpoolReport {
  return {
    waiting: spooledFiles(state).length,
    failed: asideFiles(state).map((file) => {
      const text = attempt(() => readFileSync(join(aside(state), file), 'utf8'))
      return describeFailed(file, parseState(text ?? '', STORED_TURN).value)
    }),
    dropped: attempt(() => statSync(droppedFile(state)).size) ?? 0,
  }
}

/** For whoever says it: the count begins again. */
export function takeDropped(state: string): number {
  const { dropped } = readSpool(state)
  rmSync(droppedFile(state), { force: true })
  return dropped
}

function describeFailed(file: string, turn: StoredTurn | undefined): FailedTurn {
  if (!turn) return { file, agent: '', event: '', attempts: 0, error: message(jobsTexts.turnUnreadable) }
  const { agent, event, conversation, attempts = 0, error = message(jobsTexts.turnInterrupted) } = turn
  return { file, agent, event, ...(conversation !== undefined && { conversation }), attempts, error }
}

function store(path: string, turn: StoredTurn): void {
  writeState(path, STORED_TURN, turn)
}

function aside(state: string): string {
  return join(spoolDirectory(state), 'failed')
}

function asideFiles(state: string): string[] {
  return (attempt(() => readdirSync(aside(state))) ?? []).filter((name) => name.endsWith('.json')).sort()
}

/** Not moved: a hook that writes a turn may have dropped this one, the oldest, by then. */
function setAside(state: string, name: string, text: string): void {
  writeFileAtomic(join(aside(state), name), text, { durable: false })
  rmSync(join(spoolDirectory(state), name), { force: true })
  for (const old of asideFiles(state).slice(0, -KEPT_FAILURES))
    rmSync(join(aside(state), old), { force: true })
}
