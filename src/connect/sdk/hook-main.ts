// The program behind every command hook: one event on standard input, at most one JSON document on standard output,
// exit code 0 whatever happens. Loads as little as it can: it runs once per prompt.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { showsIndex } from '../../base/agents/own-memory.ts'
import { message } from '../../base/messages/message.ts'
import { GUARD_VARIABLE } from '../../base/processes/guard.ts'
import { readStandardInput, writeStandardOutput } from '../../base/processes/standard-streams.ts'
import { configHome } from '../../base/settings/config-home.ts'
import { attempt } from '../../base/values/attempt.ts'
import { monotonicMs } from '../../base/values/clock.ts'
import { type ClientEvent, readClientEvent } from '../client-event.ts'
import { type Engine, openEngine } from '../engine.ts'
import { answerHookEvent, SOFT_MS } from '../events/answer-hook.ts'
import { canSpeak } from '../events/hook-output.ts'
import { noteHookFailure, noteHookRun } from '../events/hook-runs.ts'
import { isNotedSilent, noteSilent } from '../events/silent-disk.ts'
import { APART } from '../hook-exchange.ts'

/** The process ends after so long. Waiting for the client does not count. */
const HARD_MS = 1_000
/** Where nobody waits for it. */
const APART_MS = 30_000
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
/** What is being answered, for what the person is told if it cannot be. */
const now: { event?: ClientEvent; state?: string; printed?: true } = {}
void main()
  .catch(async (error) => {
    await debug(error)
    await tellPerson(error)
  })
  .then(leave)

async function main(): Promise<void> {
  // Events without anything private may come as an argument: nobody has to stay and write.
  const [, , agent, given] = process.argv
  const apart = given === APART
  const raw =
    given !== undefined && !apart ? given : await readStandardInput({ limit: STDIN_BYTES, isWhole: isJson })
  setTimeout(giveUp, apart ? APART_MS : HARD_MS * factor)
  const event = readClientEvent(JSON.parse(raw), { agent, env })
  if (event.kind === 'other') return
  now.event = event
  if (!(await canWork(event))) return
  const engine = openEngine({ directory: event.directory ?? process.cwd(), env, probeHistory: false })
  const { state } = engine.location
  now.state = state
  try {
    const outcome = await printAnswer(engine, event, raw)
    if (outcome !== undefined) noteHookRun(state, event, { outcome, ms: monotonicMs() - started })
  } catch (error) {
    await noteHookFailure(state, event, { error, ms: monotonicMs() - started })
    throw error
  }
}

/** How long the disk may take to say anything at all. */
const SILENCE_MS = 500

/** Throws at the start of a conversation where the disk does not answer; false in what follows. */
async function canWork({ kind }: ClientEvent): Promise<boolean> {
  if (kind !== 'start') return !isNotedSilent(env)
  const { diskAnswers } = await import('../../base/files/disk-answers.ts')
  const place = join(configHome(env), 'projects')
  const answers = await diskAnswers([place], SILENCE_MS * factor)
  noteSilent(env, !answers)
  if (answers) return true
  const { MemdirError } = await import('../../base/values/errors.ts')
  const { hookFaultsTexts } = await import('../../base/messages/hook-faults.ts')
  throw new MemdirError('io', message(hookFaultsTexts.diskSilent, { directory: place }))
}

/** What was done; undefined where another hook does it. */
async function printAnswer(engine: Engine, event: ClientEvent, raw: string): Promise<string | undefined> {
  const answer = await answerHookEvent(engine, event, {
    env,
    raw,
    hook: process.pid,
    indexShownByClient: () => showsIndex(event.agent, engine.location, env),
    signal: AbortSignal.timeout(SOFT_MS * factor),
  })
  if (answer.repeated) return undefined
  if (answer.output !== '') {
    now.printed = true
    await writeStandardOutput(`${answer.output}\n`)
    await answer.afterOutput().catch(debug)
  }
  return answer.outcome
}

/** A little more time to say so. */
const SAYING_MS = 150

function giveUp(): void {
  setTimeout(leave, SAYING_MS)
  void tellPerson(HARD_MS).finally(leave)
}

/** Never throws. */
async function tellPerson(reason: unknown): Promise<void> {
  const { event, state, printed } = now
  if (!event || printed || !canSpeak(event)) return
  try {
    const { faultOutput } = await import('../events/fault-output.ts')
    const output = await faultOutput({ event, state, env, reason })
    if (output !== '') await writeStandardOutput(`${output}\n`)
  } catch (error) {
    await debug(error)
  }
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
    const { redactFor } = await import('../../base/secrets/redact-for.ts')
    const clean = await redactFor(text, 'agent')
    writeFileSync(join(file), `${clean}\n`, { flag: 'a', mode: 0o600 })
  } catch {
    // Nothing may fail here.
  }
}
