// One part that has something waiting for the person: it lists it, and carries out the answer.
import type { ChangedBy } from '../memory/memory-store.ts'
import type { Message } from '../messages/message.ts'
import type { Taken } from './taken-state.ts'

export const INBOX_GROUPS = ['candidates', 'conflicts', 'doubles', 'quarantine', 'proposals'] as const
export type InboxGroup = (typeof INBOX_GROUPS)[number]

export interface InboxItem {
  readonly id: string
  readonly text: string
  readonly reason: Message
  /** The person's own words. */
  readonly quote?: string
  readonly conversation?: string
  /** ISO. */
  readonly time: string
  /** The memories that it is about. */
  readonly memories?: readonly { readonly id: string; readonly file: string }[]
  /** More that a person should see before they answer. */
  readonly details?: readonly Message[]
}

export interface InboxAnswer {
  readonly id: string
  /** What became of it: a memory, or nothing more to see. */
  readonly memory?: { readonly id: string; readonly file: string; readonly name: string }
  /** What the person has to know of how it was written, such as a secret that was cut out. */
  readonly warnings?: readonly Message[]
  /** By which `memdir undo` takes it back, with all that were answered at once. */
  readonly undo?: string
}

export interface InboxSource {
  readonly group: InboxGroup
  list(): Promise<readonly InboxItem[]>
  /** How many there are, where `list` gives only the likeliest. */
  count?(): Promise<number>
  /** Throws where this caller may not. */
  accept(id: string, by: ChangedBy): Promise<InboxAnswer>
  /** Accepts it in other words. */
  edit?(id: string, content: string, by: ChangedBy): Promise<InboxAnswer>
  /** It does not come back. */
  refuse(id: string, by: ChangedBy): Promise<void>
  /** What an answer to it takes out of the state, besides what the history has: for undo. Asked before the answer. */
  takes(id: string): Promise<readonly Taken[]>
}
