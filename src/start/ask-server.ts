// The hook asks a running server of the same project, which has its search data and models open already. Where there is
// none, or it does not answer in time, the hook continues alone: nothing depends on it.
import { connect, type Socket } from 'node:net'
import { writeStandardOutput } from '../base/processes/standard-streams.ts'
import type { Environment } from '../base/settings/environment.ts'
import { attempt } from '../base/values/attempt.ts'
import { isObject } from '../base/values/is-object.ts'
import { directoryOf, kindOf } from '../connect/client-event.ts'
import {
  CONFIRMED,
  checkoutOf,
  type HookReply,
  type HookRequest,
  isPrivateDirectory,
  isPrivateSocket,
  isServed,
  isUsable,
  MOST_BYTES,
  pickVariables,
  readLines,
  SENT_VARIABLES,
  socketDirectory,
  socketPath,
} from '../connect/hook-exchange.ts'

/** From the connection to the answer. */
const ANSWER_MS = 50
/** As for a hook that is alone: from the event on. */
const HARD_MS = 1_000

interface AskOptions {
  /** Hash of all chunks. */
  build: string
  env: Environment
  /** What the hook's command line says. */
  agent: string | undefined
  /** The event. */
  raw: string
}

/** Exits where a server has answered. */
export async function askServer(options: AskOptions): Promise<void> {
  const { env } = options
  const run = socketDirectory(env)
  if (!isPrivateDirectory(run)) return
  const factor = Number(env.MEMDIR_HOOK_SLOWER) || 1
  const end = setTimeout(leave, HARD_MS * factor)
  const request = requestFor(options)
  const path = request && socketPath(run, checkoutOf(request.directory))
  if (path && isUsable(path) && isPrivateSocket(path)) {
    const socket = connect(path)
    const reply = await replyOn(socket, request, ANSWER_MS * factor)
    if (reply) return print(socket, reply)
    socket.destroy()
  }
  clearTimeout(end)
}

function leave(): never {
  process.exit(0)
}

/** Undefined for events that are not asked about: they come seldom, or have to work without an answer. */
function requestFor({ build, env, agent, raw }: AskOptions): HookRequest | undefined {
  const data: unknown = attempt(() => JSON.parse(raw))
  if (!isObject(data) || !isServed(kindOf(data))) return undefined
  return {
    hook: process.pid,
    build,
    directory: directoryOf(data, env) ?? process.cwd(),
    agent,
    raw,
    env: pickVariables(env, SENT_VARIABLES),
  }
}

/** Undefined where there is no answer in time, or none that can be used. */
function replyOn(socket: Socket, request: HookRequest, timeoutMs: number): Promise<HookReply | undefined> {
  const line = `${JSON.stringify(request)}\n`
  if (Buffer.byteLength(line) > MOST_BYTES) return Promise.resolve(undefined)
  return new Promise((done) => {
    const giveUp = () => done(undefined)
    // An answer that is there already when the time is up counts: the machine was busy, not the server.
    setTimeout(() => setImmediate(giveUp), timeoutMs).unref()
    socket.on('error', giveUp).on('close', giveUp)
    readLines(socket, (text) => done(readReply(text, request.build)))
    socket.write(line)
  })
}

function readReply(text: string, build: string): HookReply | undefined {
  const reply = attempt(() => JSON.parse(text) as HookReply)
  return reply?.build === build && typeof reply.output === 'string' ? reply : undefined
}

/** The server records what was shown when it hears that it was; if it never does, that is shown again. */
async function print(socket: Socket, { output }: HookReply): Promise<never> {
  if (output !== '') {
    await writeStandardOutput(`${output}\n`).catch(leave)
    await new Promise<void>((sent) => socket.on('error', leave).end(`${CONFIRMED}\n`, sent))
  }
  return leave()
}
