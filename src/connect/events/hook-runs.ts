// When each hook last ran and how long it took, for the doctor: one tiny file per agent and event, overwritten.
import { constants, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDirectories } from '../../base/files/directory.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { readState, type StateKind, stateText } from '../../base/files/state-file.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { ClientEvent } from '../client-event.ts'

const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
const OVERWRITE = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK
/** Every record has so many: no shorter one leaves the end of a longer one behind it. */
const RECORD_BYTES = 2_048
const OUTCOME_LENGTH = 300

/** The outcome where memory was off in the process that the agent started. */
export const MEMORY_WAS_OFF = 'memory is off'

export interface HookRun {
  agent: string
  event: string
  /** ISO time. */
  at: string
  /** Without the start of the process. */
  ms: number
  /** What came of it, or why it failed, without secrets. */
  outcome: string
  failed?: true
  /** A running server answered. */
  server?: true
}

const RUN: StateKind<HookRun> = {
  read: ({ agent, event, at, ms, outcome, failed, server }) => {
    const isWhole = [agent, event, at, outcome].every((text) => typeof text === 'string')
    if (!isWhole || typeof ms !== 'number') return undefined
    const run = { agent, event, at, ms, outcome } as HookRun
    return { ...run, ...(failed === true && { failed }), ...(server === true && { server }) }
  },
  most: RECORD_BYTES,
}

export function noteHookRun(
  state: string,
  event: Pick<ClientEvent, 'agent' | 'kind'>,
  run: Pick<HookRun, 'ms' | 'outcome' | 'failed' | 'server'>,
): void {
  const outcome = run.outcome.slice(0, OUTCOME_LENGTH)
  const noted = { agent: event.agent, event: event.kind, at: new Date().toISOString(), ...run, outcome }
  const path = join(state, 'hooks', `${event.agent}.${event.kind}.json`)
  const text = Buffer.from(stateText(noted, RUN))
  if (text.length > RECORD_BYTES) return
  const record = Buffer.alloc(RECORD_BYTES, ' ')
  record.set(text)
  attempt(() => {
    try {
      overwrite(path, record)
    } catch {
      // No directory yet, or something else in its place.
      rmSync(path, { recursive: true, force: true })
      makeDirectories(nodeFileOps, dirname(path))
      overwrite(path, record)
    }
  })
}

/**
 * All of the same length, in one write: a server may note an answer in the moment in which the hook notes its own. A
 * temporary file and a rename would be a millisecond of every prompt.
 */
function overwrite(path: string, record: Uint8Array): void {
  const ops = nodeFileOps
  const file = ops.open(path, OVERWRITE, 0o600)
  try {
    ops.writeAt(file, record, 0)
  } finally {
    ops.close(file)
  }
}

/** The agent goes on without memory, and nobody sees it there: the doctor says so until this event succeeds again. */
export async function noteHookFailure(
  state: string,
  event: Pick<ClientEvent, 'agent' | 'kind'>,
  { error, ms }: { error: unknown; ms: number },
): Promise<void> {
  const { redactFor } = await import('../../base/secrets/redact-for.ts')
  const text = error instanceof Error ? error.message : String(error)
  // What could not be looked through may be a secret.
  const outcome = await redactFor(text, 'person').catch(() => 'error')
  noteHookRun(state, event, { outcome, failed: true, ms })
}

export function readHookRuns(state: string): HookRun[] {
  const names = attempt(() => readdirSync(join(state, 'hooks'))) ?? []
  return names.flatMap((name) => readState(join(state, 'hooks', name), RUN) ?? [])
}
