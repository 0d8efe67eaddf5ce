// The end of a conversation of memdir's own, left to the worker: spooled like the turns of other agents, read from our log.
import { join } from 'node:path'
import { CHAT_ACTOR } from '../../base/settings/calling-agent.ts'
import { attempt } from '../../base/values/attempt.ts'
import { readTranscript } from '../../models/read-transcript.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { spoolTurn } from '../spool.ts'
import type { SpooledTurn } from '../worker/spool-files.ts'
import type { SaidConversation } from './read-said.ts'

export function spoolEnd(
  { location }: Pick<ProjectContext, 'location'>,
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
  { location }: Pick<ProjectContext, 'location'>,
  conversation: string,
): Promise<SaidConversation | undefined> {
  if (!ID.test(conversation)) return undefined
  const read = await attempt(() => readTranscript(join(location.sessions, `${conversation}.jsonl`)))?.catch(
    () => undefined,
  )
  return read && (await import('./read-said.ts')).readSaid(read.messages)
}
