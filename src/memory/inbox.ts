// One part that has something waiting for the person: it lists it, and carries out the answer.

import type { Message } from '../base/messages/message.ts'
import type { ChangedBy } from './memory-store.ts'
import type { PlaceKind } from './places.ts'
import type { StateChange } from './state-change.ts'
import type { Answered } from './writer/answers.ts'

export const INBOX_GROUPS = [
  'candidates',
  'conflicts',
  'doubles',
  'quarantine',
  'imports',
  'proposals',
] as const
export type InboxGroup = (typeof INBOX_GROUPS)[number]

export interface InboxItem {
  readonly id: string
  readonly text: string
  readonly reason: Message
  /** The name of the file or directory that it came in; agents are not told it. */
  readonly from?: string
  /** The person's own words. */
  readonly quote?: string
  readonly conversation?: string
  /** ISO. */
  readonly time: string
  /** The memories that it is about. */
  readonly memories?: readonly { readonly id: string; readonly file: string }[]
  /** More that a person should see before they answer. */
  readonly details?: readonly Message[]
  /** What it consists of, where it can be answered in parts. */
  readonly entries?: readonly InboxPart[]
}

export interface InboxPart {
  /** From 1; it stays when others are answered. */
  readonly number: number
  readonly text: string
  /** What else of it would reach a prompt and its text does not say: `field: value`. */
  readonly also?: readonly string[]
  /** It reads like an instruction. */
  readonly doubtful: boolean
}

export interface InboxAnswer {
  readonly id: string
  /** What became of it: a memory, or nothing more to see. */
  readonly memory?: { readonly id: string; readonly file: string; readonly name: string }
  /** For an import: how many became memories, and how many were there already. */
  readonly taken?: { readonly imported: number; readonly known: number }
  /** What the person has to know of how it was written, such as a secret that was cut out. */
  readonly warnings?: readonly Message[]
  /** By which `memdir undo` takes it back, with all that were answered at once. */
  readonly undo?: string
}

/** As the history says why a memory is there. */
export const ACCEPTED = 'accepted from the inbox'

/** What somebody asks for, and by whom. */
export interface Answering {
  readonly action: Answered['action']
  readonly by: ChangedBy
  readonly only?: readonly number[] | undefined
  /** What an acceptance changes in the state besides what it takes away. */
  change(...changes: readonly StateChange[]): void
}

export interface InboxSource {
  readonly group: InboxGroup
  list(): Promise<readonly InboxItem[]>
  /** How many there are, where `list` gives only the likeliest. */
  count?(): Promise<number>
  /** Its entries have parts, which can be answered by their numbers: `only`. */
  readonly inParts?: boolean
  /** Where the memory is, or comes to be, that it answers; default: where the inbox is. */
  readonly at?: PlaceKind
  /** Writes memories; all else that an answer does is what it takes. Throws where this caller may not. */
  accept(id: string, asked: Answering): Promise<InboxAnswer>
  /** Accepts it in other words. */
  edit?(id: string, content: string, asked: Answering): Promise<InboxAnswer>
  /** What an answer to it takes out of the state. Refused, it does not come back. Throws where this caller may not. */
  takes(id: string, asked: Answering): Promise<readonly StateChange[]>
}
