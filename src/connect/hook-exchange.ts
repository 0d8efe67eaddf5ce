// What a hook and a running server of the same project say to each other, and where: a socket in a directory of the
// config home that only this user can enter. Loaded by every hook, so it imports little.
import { lstatSync, realpathSync, type Stats } from 'node:fs'
import type { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { findGit } from '../base/git/git.ts'
import { configHome } from '../base/settings/config-home.ts'
import {
  BACKGROUND_VARIABLE,
  type Environment,
  QWEN_MEMORY_VARIABLES,
  VARIABLES,
} from '../base/settings/environment.ts'
import { attempt } from '../base/values/attempt.ts'
import { shortHash } from '../base/values/hash.ts'
import type { EventKind } from './client-event.ts'

/** One line of JSON, then the answer in one line, then `CONFIRMED` in one line where there was output. */
export interface HookRequest {
  /** The hook's process. */
  hook: number
  /** The hook's build: a server of another build does not answer. */
  build: string
  /** Where the hook was started. */
  directory: string
  /** What the hook's command line says. */
  agent: string | undefined
  /** The event, as it came. */
  raw: string
  /** Those of `SENT_VARIABLES` that are set. */
  env: Environment
}

export interface HookReply {
  build: string
  /** What the hook prints; empty: nothing. */
  output: string
}

/** In place of an event on the hook's command line: it comes on standard input, and nobody waits. */
export const APART = '-'

/** The output has gone out: what was in it counts as shown. */
export const CONFIRMED = 'shown'
/** Bytes of a line; what is longer is not for the socket. */
export const MOST_BYTES = 1_000_000

/** An answer depends on these; where the server has another value, it does not answer. */
export const COMPARED_VARIABLES: readonly string[] = [
  'HOME',
  'MEMDIR_HOME',
  'CLAUDE_CONFIG_DIR',
  ...QWEN_MEMORY_VARIABLES,
  BACKGROUND_VARIABLE,
  ...Object.values(VARIABLES).flat(),
]
/** For these the hook's own values count. */
const HOOK_VARIABLES = [
  'CLAUDE_PROJECT_DIR',
  'CLAUDECODE',
  'LC_ALL',
  'LC_MESSAGES',
  'LANG',
  'MEMDIR_HOOK_SLOWER',
]
export const SENT_VARIABLES: readonly string[] = [...COMPARED_VARIABLES, ...HOOK_VARIABLES]

/** These leave nothing behind that a hook which goes on alone would do twice. */
export function isServed(kind: EventKind): boolean {
  return kind === 'prompt' || kind === 'call' || kind === 'tool'
}

/**
 * Nobody is given anything for these: a process of its own does what there is to do, and the client goes on. A compaction
 * is not one of them: its summary is told what it must keep.
 */
export function isHandedOver(kind: EventKind): boolean {
  return kind === 'turn-end' || kind === 'end'
}

/** Calls with every whole line. Who sends too much is not listened to. */
export function readLines(socket: Socket, onLine: (line: string) => void): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      onLine(rest.toString('utf8', 0, end))
      rest = rest.subarray(end + 1)
    }
    if (rest.length > MOST_BYTES) socket.destroy()
  })
}

export function pickVariables(env: Environment, names: readonly string[]): Environment {
  const set = names.flatMap((name) => {
    const value = env[name]?.trim()
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(set)
}

export function socketDirectory(env: Environment): string {
  return join(configHome(env), 'run')
}

/** The project's files: hooks below a checkout ask the server of the checkout. */
export function checkoutOf(directory: string): string {
  return findGit(directory)?.workTree ?? attempt(() => realpathSync.native(directory)) ?? resolve(directory)
}

export function socketPath(directory: string, checkout: string): string {
  return join(directory, `${shortHash(checkout)}.sock`)
}

/** With its final zero, on the platform with the shortest. */
const ADDRESS_BYTES = 104

/** On Windows there is no such socket, and a longer path is cut by the system. */
export function isUsable(socketPath: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(socketPath) < ADDRESS_BYTES
}

/** A directory that belongs to this user and is open to nobody else; proven without following a link. */
export function isPrivateDirectory(path: string): boolean {
  const stat = ownStat(path)
  return stat?.isDirectory() === true && isClosed(stat)
}

/** A socket of this user alone. Ask it only in a private directory: nobody else can put another in its place there. */
export function isPrivateSocket(path: string): boolean {
  const stat = ownStat(path)
  return stat?.isSocket() === true && isClosed(stat)
}

function isClosed({ mode }: Stats): boolean {
  return (mode & 0o077) === 0
}

function ownStat(path: string): Stats | undefined {
  const stat = attempt(() => lstatSync(path))
  return stat?.uid === process.getuid?.() ? stat : undefined
}
