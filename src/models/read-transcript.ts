// Reading our own log back, to resume a conversation or to look at it.

import { conversationTexts } from '../base/messages/conversation.ts'
import { message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import { decodeEntry, LOG_VERSION, type LogEntry, type LogHeader, type LogNote } from './log-line.ts'
import { readLines } from './transcript/read-lines.ts'
import { conversationTo, type TranscriptMessage } from './transcript-message.ts'

export interface Transcript {
  readonly header: LogHeader | undefined
  /** Every message of the file in order, removed ones too. */
  readonly all: readonly TranscriptMessage[]
  /** What the model sees now: from the last boundary to the newest message. */
  readonly messages: readonly TranscriptMessage[]
  readonly notes: readonly LogNote[]
  /** Lines that were not understood; a torn last line counts. */
  readonly skipped: number
}

export async function readTranscript(path: string): Promise<Transcript> {
  let header: LogHeader | undefined
  // A compaction writes what it keeps again, with another parent: the last one counts.
  const all = new Map<string, TranscriptMessage>()
  const notes: LogNote[] = []
  let leaf: string | undefined
  let skipped = 0
  const take = (entry: LogEntry) => {
    if (entry.type === 'conversation') header ??= checked(entry)
    else if (entry.type === 'note') notes.push(entry)
    else if (entry.type === 'boundary') leaf = undefined
    else {
      all.set(entry.message.id, entry.message)
      if (!entry.message.sidechain) leaf = entry.message.id
    }
  }
  for await (const lines of readLines(path)) {
    for (const { text } of lines) {
      const entry = decodeEntry(text)
      if (entry) take(entry)
      else skipped += text === '' ? 0 : 1
    }
  }
  const messages = leaf === undefined ? [] : conversationTo(all.values(), leaf)
  return { header, all: [...all.values()], messages, notes, skipped }
}

/** Messages as they were first written: a compaction writes again what it keeps, and may have changed it. */
export async function findOriginals(path: string, ids: readonly string[]): Promise<TranscriptMessage[]> {
  const wanted = new Set(ids)
  const found = new Map<string, TranscriptMessage>()
  for await (const lines of readLines(path))
    for (const { text } of lines) {
      if (!text.startsWith('{"type":"message"')) continue
      const entry = decodeEntry(text)
      if (entry?.type !== 'message' || !wanted.has(entry.message.id) || found.has(entry.message.id)) continue
      found.set(entry.message.id, entry.message)
    }
  return ids.flatMap((id) => found.get(id) ?? [])
}

function checked(header: LogHeader): LogHeader {
  if (header.version > LOG_VERSION) {
    throw new MemdirError('broken_file', message(conversationTexts.newerLog), {
      fix: message(conversationTexts.newerLogFix),
    })
  }
  return header
}
