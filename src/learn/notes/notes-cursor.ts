// Up to where notes cover a conversation: a note line in its log, so that a resumed conversation has it.

import { isObject } from '../../base/values/is-object.ts'
import { toolResultsOf, toolUsesOf } from '../../models/content.ts'
import type { LogNote } from '../../models/log-line.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'

/** The log's cursor. */
export const NOTES_CURSOR = 'session-notes'
/** An update that counts for nothing, and why. */
export const NOTES_FAILED = 'session-notes-failed'

export interface NotesCursor {
  readonly lastSummarizedMessageId: string | undefined
  /** What the conversation took at the update. */
  readonly tokens: number
  /** What the notes took. */
  readonly notesTokens: number
  readonly by: 'model' | 'rules'
}

/** The newest; undefined where there was no update. */
export function readCursor(notes: readonly LogNote[]): NotesCursor | undefined {
  const data = notes.findLast(({ kind }) => kind === NOTES_CURSOR)?.data
  if (!isObject(data) || typeof data.tokens !== 'number') return undefined
  const { lastSummarizedMessageId: id, tokens, notesTokens, by } = data
  return {
    lastSummarizedMessageId: typeof id === 'string' ? id : undefined,
    tokens,
    notesTokens: typeof notesTokens === 'number' ? notesTokens : 0,
    by: by === 'rules' ? 'rules' : 'model',
  }
}

/** The last message up to which every call has its result; undefined where there is none. */
export function lastWholeMessage(messages: readonly TranscriptMessage[]): string | undefined {
  const open = new Set<string>()
  let last: string | undefined
  for (const message of messages) {
    for (const { toolUseId } of toolResultsOf(message)) open.delete(toolUseId)
    for (const { id } of toolUsesOf(message)) open.add(id)
    if (open.size === 0) last = message.id
  }
  return last
}

/** What came after a message; everything where it is not there any more. */
export function messagesAfter(
  messages: readonly TranscriptMessage[],
  id: string | undefined,
): readonly TranscriptMessage[] {
  return messages.slice(messages.findIndex((message) => message.id === id) + 1)
}

export function countToolCalls(messages: readonly TranscriptMessage[]): number {
  return messages.reduce((sum, message) => sum + toolUsesOf(message).length, 0)
}
