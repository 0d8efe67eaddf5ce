// A hook's request over the socket, answered as the hook would answer it alone; or not at all.

import { showsIndex } from '../../base/agents/own-memory.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { attempt } from '../../base/values/attempt.ts'
import { monotonicMs } from '../../base/values/clock.ts'
import { isObject } from '../../base/values/is-object.ts'
import { readClientEvent } from '../client-event.ts'
import type { Engine } from '../engine.ts'
import { answerHookEvent, SOFT_MS } from '../events/answer-hook.ts'
import { noteHookRun } from '../events/hook-runs.ts'
import {
  COMPARED_VARIABLES,
  checkoutOf,
  type HookRequest,
  isServed,
  pickVariables,
} from '../hook-exchange.ts'

export interface AnsweringServer {
  build: string
  /** The project's. */
  directory: string
  env: Environment
  /** The engine of now: settings may have changed since the last call. */
  host(): Engine
}

interface AnsweredRequest {
  output: string
  /** Call it when the hook has printed the output, or where there is none. */
  afterOutput(): Promise<void>
}

/** Undefined where the hook has to answer by itself. */
export async function answerRequest(
  server: AnsweringServer,
  line: string,
): Promise<AnsweredRequest | undefined> {
  const started = monotonicMs()
  const request = readRequest(line)
  if (!request || !isSameSetup(server, request)) return undefined
  const { raw, agent, env, hook } = request
  const event = readClientEvent(JSON.parse(raw), { agent, env })
  if (!isServed(event.kind)) return undefined
  const host = server.host()
  // A provider's key is in the hook's environment, and its answer takes longer than a hook waits for a server.
  if (host.settings.get('storage.embeddingUrl') || host.settings.get('storage.embeddingModel'))
    return undefined
  if (event.kind === 'prompt' && !isWarm(host, event.prompt)) return undefined
  const signal = AbortSignal.timeout(SOFT_MS * (Number(env.MEMDIR_HOOK_SLOWER) || 1))
  const { output, outcome, repeated, afterOutput } = await answerHookEvent(host, event, {
    env,
    raw,
    hook,
    indexShownByClient: () => showsIndex(event.agent, host.location, env),
    signal,
  })
  return {
    output,
    async afterOutput() {
      // What could not be noted as shown is shown again; the agent has its answer.
      if (output !== '') await afterOutput().catch(() => {})
      if (repeated) return
      noteHookRun(host.location.state, event, { outcome, ms: monotonicMs() - started, server: true })
    },
  }
}

const warm = new WeakSet<Engine>()
const warming = new WeakSet<Engine>()
/** The hook that asked first has the processor until then. */
const WARM_UP_AFTER_MS = 300

/**
 * Opening search data and models takes longer than a hook waits: the first that asks goes on alone at once, and the server
 * gets ready for the next. No earlier, since most servers are never asked.
 */
function isWarm(host: Engine, prompt: string): boolean {
  if (!warm.has(host) && !warming.has(host)) {
    warming.add(host)
    setTimeout(() => void warmUp(host, prompt), WARM_UP_AFTER_MS).unref()
  }
  return warm.has(host)
}

async function warmUp(host: Engine, prompt: string): Promise<void> {
  // The second time is what V8 has compiled by then. Nobody asked: whoever does meets the fault and says it.
  for (let time = 0; time < 2; time++)
    await host.recall({ prompt, signal: AbortSignal.timeout(SOFT_MS) }).catch(() => {})
  warm.add(host)
}

function readRequest(line: string): HookRequest | undefined {
  const request: unknown = attempt(() => JSON.parse(line))
  if (!isObject(request)) return undefined
  const { build, directory, agent, raw, env, hook } = request
  const isWhole =
    typeof hook === 'number' &&
    [build, directory, raw].every((value) => typeof value === 'string') &&
    (agent === undefined || typeof agent === 'string') &&
    isObject(env) &&
    Object.values(env).every((value) => typeof value === 'string')
  return isWhole ? (request as unknown as HookRequest) : undefined
}

/** The same build, the same checkout and the same environment: then the answers are the same. */
function isSameSetup(server: AnsweringServer, { build, directory, env }: HookRequest): boolean {
  const setup = (of: Environment) => JSON.stringify(pickVariables(of, COMPARED_VARIABLES))
  return (
    build === server.build &&
    checkoutOf(directory) === checkoutOf(server.directory) &&
    setup(env) === setup(server.env)
  )
}
