// Reading our own log back, to resume a conversation or to look at it.
import { MemdirError } from '../lib/errors.ts'
import { decodeEntry, LOG_VERSION, type LogHeader, type LogNote } from './log-line.ts'
import { conversationTo, type Message } from './message.ts'
import { readLines } from './read-lines.ts'

export interface Session {
  readonly header: LogHeader | undefined
  /** Every message of the file in order, removed ones too. */
  readonly all: readonly Message[]
  /** What the model sees now: from the last boundary to the newest message. */
  readonly messages: readonly Message[]
  readonly notes: readonly LogNote[]
  /** Lines that were not understood; a torn last line counts. */
  readonly skipped: number
}

export async function readSession(path: string): Promise<Session> {
  let header: LogHeader | undefined
  const all: Message[] = []
  const notes: LogNote[] = []
  let skipped = 0
  for await (const lines of readLines(path)) {
    for (const { text } of lines) {
      const entry = decodeEntry(text)
      if (!entry) skipped += text === '' ? 0 : 1
      else if (entry.type === 'conversation') header ??= checked(entry)
      else if (entry.type === 'message') all.push(entry.message)
      else if (entry.type === 'note') notes.push(entry)
    }
  }
  const leaf = all.findLast((message) => !message.sidechain)
  return { header, all, messages: leaf ? conversationTo(all, leaf.id) : [], notes, skipped }
}

function checked(header: LogHeader): LogHeader {
  if (header.version > LOG_VERSION) {
    throw new MemdirError('broken_file', 'This conversation was written by a newer memdir.', {
      fix: 'Update memdir, or start a new conversation.',
    })
  }
  return header
}
