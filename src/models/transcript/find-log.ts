// Where the client says that it keeps the conversation, if that is where this client keeps conversations: an event is
// only text, and who can send one could name any file.
import { lstatSync, realpathSync } from 'node:fs'
import { basename, sep } from 'node:path'
import { knownAgent, type LogClient } from '../../base/agents/agents.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { attempt } from '../../base/values/attempt.ts'

export interface FoundLog {
  path: string
  client: LogClient
}

/** undefined: this client keeps no log that can be read, or names one that is not this conversation's. */
export function findLog(
  { agent, conversation, raw }: { agent: string; conversation: string | undefined; raw: string },
  env: Environment,
): FoundLog | undefined {
  const place = knownAgent(agent)?.log
  const given = attempt(() => (JSON.parse(raw) as { transcript_path?: unknown }).transcript_path)
  if (!place || !conversation || typeof given !== 'string') return undefined
  const isFile = attempt(() => lstatSync(given).isFile()) ?? false
  const path = attempt(() => realpathSync.native(given))
  const root = attempt(() => realpathSync.native(place.root(env)))
  if (!isFile || path === undefined || root === undefined || !path.startsWith(root + sep)) return undefined
  return place.isOf(basename(path), conversation) ? { path, client: place.client } : undefined
}
