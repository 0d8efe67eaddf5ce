// The end of a conversation of memdir's own, left to the worker: spooled like the turns of other agents, read from our log.
import { join } from 'node:path'
import type { SaidConversation } from '../extract/read-said.ts'
import { attempt } from '../lib/attempt.ts'
import { readTranscript } from '../transcript/read-transcript.ts'
import { spoolTurn } from '../worker/spool.ts'
import type { SpooledTurn } from '../worker/spool-files.ts'
import type { EngineContext } from './engine-context.ts'
import { CHAT_ACTOR } from './shell-environment.ts'

export function spoolEnd(
  { location }: Pick<EngineContext, 'location'>,
  conversation: string,
  unattended = false,
): Promise<{ drop(): void }> {
  return spoolTurn(location.state, {
    ...{ agent: CHAT_ACTOR, event: 'end', conversation, raw: '{}' },
    ...(unattended && { unattended }),
  })
}

export function isOwnTurn({ agent }: Pick<SpooledTurn, 'agent'>): boolean {
  return agent === CHAT_ACTOR
}

/** As our own ids are made: whoever writes into the spool must not lead us elsewhere. */
const ID = /^[\w-]{1,64}$/

/** undefined where there is no such log. */
export async function ownSaid(
  { location }: Pick<EngineContext, 'location'>,
  conversation: string,
): Promise<SaidConversation | undefined> {
  if (!ID.test(conversation)) return undefined
  const read = await attempt(() => readTranscript(join(location.sessions, `${conversation}.jsonl`)))?.catch(
    () => undefined,
  )
  return read && (await import('../extract/read-said.ts')).readSaid(read.messages)
}
