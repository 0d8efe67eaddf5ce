// Our message: a turn of the conversation with an identity, a place in the tree and a time.

import { randomId } from '../base/values/ids.ts'
import type { Usage } from '../base/values/usage.ts'
import type { Block, ModelMessage, Role } from './content.ts'

/** Why a message is in the history though nobody said it. */
export type MetaKind =
  | 'context' // instructions and index, in front of the conversation
  | 'attachment' // recalled memories, agent listings, notices
  | 'interruption' // where the user stopped the agent
  | 'summary' // replaces messages that a compaction removed
  | 'hook' // added by a hook
  | 'sent' // by another agent, a channel or a program in the person's place
  | 'unseen' // the client's prompt hook was called, and not for this
  | 'other' // another agent's log marks it without saying why

export interface TranscriptMessage extends ModelMessage {
  readonly id: string
  /** The message before it; null at the start and after a compaction. */
  readonly parent: string | null
  /** ISO time. */
  readonly time: string
  /** Injected: seen by the model, not said by the person or the agent. */
  readonly meta?: MetaKind
  readonly usage?: Usage
  /** The model that wrote it. */
  readonly model?: string
  /** The provider's id of the response. Other agents' logs split one response over several messages. */
  readonly response?: string
  /** Belongs to a sub-agent's own conversation. */
  readonly sidechain?: boolean
  /** Rules of the secrets that the model saw here and that were cut out when the message was written to its log. */
  readonly redacted?: readonly string[]
}

export interface NewMessage {
  role: Role
  content: readonly Block[]
  parent: string | null
  time: Date
  id?: string
  meta?: MetaKind
  usage?: Usage
  model?: string
  response?: string
  sidechain?: boolean
}

export function createMessage(from: NewMessage): TranscriptMessage {
  return {
    id: from.id ?? randomId(16),
    parent: from.parent,
    role: from.role,
    time: from.time.toISOString(),
    content: from.content,
    ...(from.meta && { meta: from.meta }),
    ...(from.usage && { usage: from.usage }),
    ...(from.model && { model: from.model }),
    ...(from.response && { response: from.response }),
    ...(from.sidechain && { sidechain: true }),
  }
}

/** The way from the start to `leaf`. A parent that is missing ends the way there; a cycle ends too. */
export function conversationTo(messages: Iterable<TranscriptMessage>, leaf: string): TranscriptMessage[] {
  const byId = new Map<string, TranscriptMessage>()
  for (const message of messages) byId.set(message.id, message)
  const way: TranscriptMessage[] = []
  for (let at = byId.get(leaf); at; at = at.parent === null ? undefined : byId.get(at.parent)) {
    way.push(at)
    byId.delete(at.id)
  }
  return way.reverse()
}
