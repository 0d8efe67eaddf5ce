// The program behind every command hook: one event on standard input, at most one JSON document on standard output,
// exit code 0 whatever happens. Loads as little as it can: it runs once per prompt.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerHookEvent, SOFT_MS } from '../clients/answer-hook.ts'
import { claudeMemory } from '../clients/claude-memory.ts'
import { type ClientEvent, readClientEvent } from '../clients/client-event.ts'
import { noteHookFailure, noteHookRun } from '../clients/hook-runs.ts'
import { type Engine, openEngine } from '../engine/engine.ts'
import { attempt } from '../lib/attempt.ts'
import { monotonicMs } from '../lib/clock.ts'
import { GUARD_VARIABLE } from '../lib/guard.ts'
import { readStandardInput, writeStandardOutput } from '../lib/standard-streams.ts'

/** The process ends after so long. Waiting for the client does not count. */
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
void main().catch(debug).then(leave)

async function main(): Promise<void> {
  // Events without anything private may come as an argument: nobody has to stay and write.
  const raw = process.argv[3] ?? (await readStandardInput({ limit: STDIN_BYTES, isWhole: isJson }))
  setTimeout(leave, HARD_MS * factor)
  const event = readClientEvent(JSON.parse(raw), { agent: process.argv[2], env })
  if (event.kind === 'other') return
  const engine = openEngine({ directory: event.directory ?? process.cwd(), env, probeHistory: false })
  const { state } = engine.location
  try {
    const outcome = await printAnswer(engine, event, raw)
    noteHookRun(state, event, { outcome, ms: monotonicMs() - started })
  } catch (error) {
    await noteHookFailure(state, event, { error, ms: monotonicMs() - started })
    throw error
  }
}

async function printAnswer(engine: Engine, event: ClientEvent, raw: string): Promise<string> {
  const answer = await answerHookEvent(engine, event, {
    env,
    raw,
    indexShownByClient: event.kind === 'start' && shownByClaude(engine, event),
    signal: AbortSignal.timeout(SOFT_MS * factor),
  })
  if (answer.output !== '') {
    await writeStandardOutput(`${answer.output}\n`)
    await answer.afterOutput().catch(debug)
  }
  return answer.outcome
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
