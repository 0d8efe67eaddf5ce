// The hook as agents start it: asks a running server, else does the work itself; what nobody waits for is handed over.
import { kindOf } from '../clients/client-event.ts'
import { isHandedOver } from '../clients/hook-exchange.ts'
import { attempt } from '../lib/attempt.ts'
import { GUARD_VARIABLE } from '../lib/guard.ts'
import { isObject } from '../lib/is-object.ts'
import { readStandardInput } from '../lib/standard-streams.ts'
import { askServer } from './ask-server.ts'
import { handOver } from './hand-over.ts'
import { build, runProgram } from './run-program.ts'

const STDIN_BYTES = 4_000_000

const { argv, env } = process
const [, , agent, given] = argv
if (env[GUARD_VARIABLE] || env.MEMDIR_HOOKS === 'off') process.exit(0)
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
  runProgram('hook-program.js', 'hook', env)
}
