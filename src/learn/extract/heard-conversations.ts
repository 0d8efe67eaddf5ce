// Which conversations of this project the person took part in while episodes were kept: where their logs are, and from
// when on those may be read. Episodes are made from these logs, again and again; no text is kept here.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { LogClient } from '../../base/agents/agents.ts'
import { readState, type StateKind, updateState } from '../../base/files/state-file.ts'
import { attempt } from '../../base/values/attempt.ts'
import { conversationKey } from '../../base/values/hash.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { TurnLog } from '../../models/turn-log.ts'
import { promptsPath } from '../../models/typed-prompts.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { SpooledTurn } from '../worker/spool-files.ts'

export interface HeardConversation {
  readonly conversation: string
  /** `prompts`: the client keeps no log that can be read, memdir has what was typed. */
  readonly client: LogClient | 'memdir' | 'prompts'
  readonly path: string
}

interface HeardConversations {
  /** The last purge, an ISO time: older turns in other programs' logs may hold what was purged. */
  after?: string
  /** By the key of the conversation; oldest first. */
  conversations: Record<string, HeardConversation>
}

/** More than anybody's turns are kept of. */
const MOST_CONVERSATIONS = 5_000
/** Durable: were the time of a purge lost, what was purged would be read again. */
const HEARD: StateKind<HeardConversations> = {
  read: ({ after, conversations }) => {
    if (!isObject(conversations)) return undefined
    const entries = Object.entries(conversations)
    const heard = entries.filter((entry): entry is [string, HeardConversation] => isHeard(...entry))
    return { ...(typeof after === 'string' && { after }), conversations: Object.fromEntries(heard) }
  },
  plain: ({ after, conversations }) => {
    const newest = Object.entries(conversations).slice(-MOST_CONVERSATIONS)
    return { ...(after !== undefined && { after }), conversations: Object.fromEntries(newest) }
  },
  most: 10_000_000,
}
const NOTHING: HeardConversations = { conversations: {} }

function pathIn(state: string): string {
  return join(state, 'heard.json')
}

/** What is damaged is none: conversations are noted again as they go on. */
export function readHeard(state: string): HeardConversations {
  return readState(pathIn(state), HEARD) ?? NOTHING
}

function isHeard(key: string, value: unknown): boolean {
  if (!isObject(value)) return false
  const { conversation, client, path } = value
  const isText = typeof conversation === 'string' && typeof client === 'string' && typeof path === 'string'
  return isText && key === conversationKey(conversation)
}

export async function noteHeard(
  { location, settings }: ProjectContext,
  heard: HeardConversation,
): Promise<void> {
  if (!settings.get('episodes.enabled')) return
  const key = conversationKey(heard.conversation)
  if (readHeard(location.state).conversations[key]?.path === heard.path) return
  await updateState(pathIn(location.state), HEARD, (known = NOTHING) => ({
    ...known,
    conversations: { ...known.conversations, [key]: heard },
  }))
}

/** Notes another agent's turn. What nobody typed, in a run without a person, is nobody's words. */
export async function noteHeardTurn(
  context: ProjectContext,
  turn: SpooledTurn,
  { found }: TurnLog,
): Promise<void> {
  const { conversation, unattended } = turn
  if (conversation === undefined || unattended) return
  const path = found?.path ?? promptsPath(context.location.state, conversation)
  await noteHeard(context, { conversation, client: found?.client ?? 'prompts', path })
}

/** A purge cleans our own files; what other programs keep of that time is never read again. */
export async function hearOnlySince(state: string, now: Date): Promise<void> {
  await updateState(pathIn(state), HEARD, (known = NOTHING) => ({ ...known, after: now.toISOString() }))
}

export async function forgetHeard(state: string): Promise<void> {
  await updateState(pathIn(state), HEARD, (known = NOTHING) => ({ ...known, conversations: {} }))
}

/** Changes whenever something is said; undefined where the log is gone. */
export function markOf({ path }: HeardConversation): string | undefined {
  const stat = attempt(() => statSync(path))
  return stat && `${stat.size} ${stat.mtimeMs}`
}
