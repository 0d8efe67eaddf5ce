// When each hook last ran and how long it took, for the doctor: one tiny file per agent and event, overwritten.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import type { ClientEvent } from './client-event.ts'

export interface HookRun {
  agent: string
  event: string
  /** ISO time. */
  at: string
  /** Without the start of the process. */
  ms: number
  outcome: string
  /** A running server answered. */
  server?: true
}

export function noteHookRun(
  state: string,
  event: Pick<ClientEvent, 'agent' | 'kind'>,
  run: Pick<HookRun, 'ms' | 'outcome' | 'server'>,
): void {
  const data = { v: 1, agent: event.agent, event: event.kind, at: new Date().toISOString(), ...run }
  attempt(() => {
    mkdirSync(join(state, 'hooks'), { recursive: true, mode: 0o700 })
    writeFileSync(join(state, 'hooks', `${event.agent}.${event.kind}.json`), JSON.stringify(data), {
      mode: 0o600,
    })
  })
}

export function readHookRuns(state: string): HookRun[] {
  const names = attempt(() => readdirSync(join(state, 'hooks'))) ?? []
  return names
    .map((name) => attempt(() => JSON.parse(readFileSync(join(state, 'hooks', name), 'utf8')) as HookRun))
    .filter((run) => typeof run?.at === 'string') as HookRun[]
}
