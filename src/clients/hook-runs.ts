// When each hook last ran and how long it took, for the doctor: one tiny file per agent and event, overwritten.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import type { ClientEvent } from './client-event.ts'

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

export function noteHookRun(
  state: string,
  event: Pick<ClientEvent, 'agent' | 'kind'>,
  run: Pick<HookRun, 'ms' | 'outcome' | 'failed' | 'server'>,
): void {
  const data = { v: 1, agent: event.agent, event: event.kind, at: new Date().toISOString(), ...run }
  const path = join(state, 'hooks', `${event.agent}.${event.kind}.json`)
  // In one step: a server may note an answer in the moment in which the hook notes its own.
  attempt(() => writeFileAtomic(path, JSON.stringify(data), { durable: false }))
}

/** The agent goes on without memory, and nobody sees it there: the doctor says so until this event succeeds again. */
export async function noteHookFailure(
  state: string,
  event: Pick<ClientEvent, 'agent' | 'kind'>,
  { error, ms }: { error: unknown; ms: number },
): Promise<void> {
  const { redactMemory } = await import('../memory/redact-memory.ts')
  const text = error instanceof Error ? error.message : String(error)
  // What could not be looked through may be a secret.
  const outcome = await redactMemory(text, 'person').catch(() => 'error')
  noteHookRun(state, event, { outcome, failed: true, ms })
}

export function readHookRuns(state: string): HookRun[] {
  const names = attempt(() => readdirSync(join(state, 'hooks'))) ?? []
  return names
    .map((name) => attempt(() => JSON.parse(readFileSync(join(state, 'hooks', name), 'utf8')) as HookRun))
    .filter((run) => typeof run?.at === 'string') as HookRun[]
}
