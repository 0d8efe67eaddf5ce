// The hook as agents start it: asks a running server, else does the work itself; what nobody waits for is handed over.
import { writeSync } from 'node:fs'
import { eventsOf, isEventAgent } from '../base/agents/agents.ts'
import { hookFaultsTexts } from '../base/messages/hook-faults.ts'
import { message } from '../base/messages/message.ts'
import { GUARD_VARIABLE } from '../base/processes/guard.ts'
import { readStandardInput } from '../base/processes/standard-streams.ts'
import { chooseLanguage } from '../base/settings/choose-language.ts'
import { attempt } from '../base/values/attempt.ts'
import { isObject } from '../base/values/is-object.ts'
import { kindOf } from '../connect/client-event.ts'
import { APART, isHandedOver } from '../connect/hook-exchange.ts'
import { askServer } from './ask-server.ts'
import { endAfter } from './end-after.ts'
import { handOver } from './hand-over.ts'
import { build, runProgram } from './run-program.ts'
import { spareCompilers } from './spare-compilers.ts'

const STDIN_BYTES = 4_000_000
/** Where nobody waits, and the program does not keep its own limit of 30 s. */
const APART_MS = 35_000

const { argv, env } = process
const [, , agent, given] = argv
if (env[GUARD_VARIABLE] || env.MEMDIR_HOOKS === 'off') process.exit(0)
if (given === APART) endAfter(APART_MS * (Number(env.MEMDIR_HOOK_SLOWER) || 1))
if (given !== undefined) runAlone()
else
  void answer()
    // Whatever is wrong with the server: nobody needs it.
    .catch(() => {})
    .then(runAlone)

async function answer(): Promise<void> {
  let event: unknown
  const isWhole = (text: string) => {
    event = attempt(() => JSON.parse(text))
    return event !== undefined
  }
  const raw = await readStandardInput({ limit: STDIN_BYTES, isWhole }).catch(() => '')
  // It is handed on as the events that come as an argument are.
  argv.splice(2, 2, agent ?? '', raw)
  event ??= attempt(() => JSON.parse(raw))
  if (isObject(event) && isHandedOver(kindOf(event))) handOver(raw, agent, env)
  await askServer({ build, env, agent, raw })
}

function runAlone(): void {
  try {
    runProgram('hook-program.js', spareCompilers('hook', argv[3] ?? ''), env)
  } catch (error) {
    sayUnusable(error)
  }
}

/** An installation that is damaged: the person is told when a conversation starts, and no client sees a failure. */
function sayUnusable(error: unknown): void {
  const event: unknown = attempt(() => JSON.parse(argv[3] ?? ''))
  if (!isObject(event) || kindOf(event) !== 'start') return
  const reason = String((error as Error | undefined)?.message).split('\n', 1)[0] ?? ''
  const said = message(hookFaultsTexts.noMemories, { reason })[chooseLanguage(undefined, undefined, env)]
  const output =
    isEventAgent(agent) && eventsOf(agent).takes === 'plugin' ? { notice: said } : { systemMessage: said }
  writeSync(1, `${JSON.stringify(output)}\n`)
}
