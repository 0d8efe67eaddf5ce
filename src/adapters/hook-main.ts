// The program behind every command hook: one event on standard input, at most one JSON document on standard output,
// exit code 0 whatever happens. Loads as little as it can: it runs once per prompt.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerEvent, type EventAnswer } from '../clients/answer-event.ts'
import { claudeMemory } from '../clients/claude-memory.ts'
import { type ClientEvent, readClientEvent } from '../clients/client-event.ts'
import { canNotify, HOOK_CHARACTERS, hookOutput } from '../clients/hook-output.ts'
import { noteHookRun } from '../clients/hook-runs.ts'
import { type Engine, openEngine } from '../engine/engine.ts'
import { attempt } from '../lib/attempt.ts'
import { monotonicMs } from '../lib/clock.ts'
import { GUARD_VARIABLE } from '../lib/guard.ts'
import { readStandardInput, writeStandardOutput } from '../lib/standard-streams.ts'
import { hasNews } from '../settings/settings.ts'
import type { HookNotice } from './hook-notices.ts'

/** Recall is asked to hurry at the first, and the process ends at the second. Waiting for the client does not count. */
const SOFT_MS = 300
const HARD_MS = 1_000
const STDIN_BYTES = 4_000_000

const started = monotonicMs()
const { env } = process

function leave(): never {
  process.exit(0)
}

/** A worker's own calls of an agent must not come back here. */
if (env[GUARD_VARIABLE] || env.MEMDIR_HOOKS === 'off') leave()
process.on('uncaughtException', leave)
process.on('unhandledRejection', leave)
const factor = Number(env.MEMDIR_HOOK_SLOWER) || 1
setTimeout(leave, HARD_MS * factor)
void main().catch(debug).then(leave)

async function main(): Promise<void> {
  // Events without anything private may come as an argument: nobody has to stay and write.
  const raw = process.argv[3] ?? (await readStandardInput({ limit: STDIN_BYTES, isWhole: isJson }))
  const event = readClientEvent(JSON.parse(raw), { agent: process.argv[2], env })
  if (event.kind === 'other') return
  const engine = openEngine({ directory: event.directory ?? process.cwd(), env, probeHistory: false })
  const answer = await answerEvent(engine, event, {
    budget: HOOK_CHARACTERS,
    raw,
    indexShownByClient: event.kind === 'start' && shownByClaude(engine, event),
    signal: AbortSignal.timeout(SOFT_MS * factor),
  })
  const notices = canNotify(event) ? await noticesFor(engine, event, answer) : []
  const output = hookOutput(event, answer.text, noticeText(notices))
  // The record comes after the output: a hook that runs out of time must not count as shown what nobody saw.
  if (output !== '') {
    await writeStandardOutput(`${output}\n`)
    await answer.afterOutput?.()
    for (const { said } of notices) await said().catch(debug)
  }
  noteHookRun(engine.location.state, event, { outcome: answer.outcome, ms: monotonicMs() - started })
}

/** Loaded only where there is something to say. */
async function noticesFor(engine: Engine, { kind }: ClientEvent, answer: EventAnswer): Promise<HookNotice[]> {
  const asks = hasNews(engine.settings.trust)
  const offers = kind === 'start' && engine.location.identity.offers.length > 0
  if (!asks && !offers && !answer.notice) return []
  const { answerNotice, offerNotice, trustNotice } = await import('./hook-notices.ts')
  return [
    ...(answer.notice ? [answerNotice(engine, env, answer.notice)] : []),
    ...(asks ? trustNotice(engine, env) : []),
    ...(offers ? offerNotice(engine, env) : []),
  ]
}

function noticeText(notices: readonly HookNotice[]): string {
  return notices.length === 0 ? '' : `memdir: ${notices.map(({ text }) => text).join('\n')}`
}

function shownByClaude(engine: Engine, { agent }: ClientEvent): boolean {
  if (agent !== 'claude-code') return false
  const claude = claudeMemory(engine.location.identity.root, env)
  return claude.on && claude.directory === engine.location.memory
}

function isJson(text: string): boolean {
  return attempt(() => JSON.parse(text)) !== undefined
}

/** Only to a file that the person named: standard error is shown by some clients. Never the environment. */
async function debug(error: unknown): Promise<void> {
  const file = env.MEMDIR_HOOK_LOG
  if (!file) return
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  try {
    const { redactMemory } = await import('../memory/redact-memory.ts')
    const clean = await redactMemory(text, 'agent')
    writeFileSync(join(file), `${clean}\n`, { flag: 'a', mode: 0o600 })
  } catch {
    // Nothing may fail here.
  }
}
