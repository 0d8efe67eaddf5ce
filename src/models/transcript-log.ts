// A conversation on disk: one JSONL file, only ever appended to, without the secrets that were said in it. A crash can
// tear the last line; readers ignore it and the next writer closes it off, so nothing that was acknowledged is lost.
import { constants, mkdirSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { type FileOps, nodeFileOps, writeAll } from '../base/files/file-ops.ts'
import { conversationTexts } from '../base/messages/conversation.ts'
import { ioTexts } from '../base/messages/io.ts'
import { message } from '../base/messages/message.ts'
import type { RedactText } from '../base/secrets/secret-finding.ts'
import { ioError, MemdirError } from '../base/values/errors.ts'
import { encodeEntry, LOG_VERSION, type LogEntry, type LogHeader } from './log-line.ts'
import { redactEntry } from './transcript/redact-entry.ts'
import type { TranscriptMessage } from './transcript-message.ts'

export interface TranscriptLog {
  readonly path: string
  append(entries: readonly LogEntry[]): void
  appendMessages(messages: readonly TranscriptMessage[]): void
  close(): void
}

interface OpenTranscriptLogOptions {
  path: string
  /** Written when the file is new. */
  header: () => Omit<LogHeader, 'type' | 'version'>
  /** Cuts secrets out of everything that is written. */
  redact: RedactText
  /** fsync after every append. Off by default: a power cut may cost the last turn, a crash of the process nothing. */
  sync?: boolean
  ops?: FileOps
}

const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND

/** The file is made with the first entry: a conversation in which nothing was said leaves none. */
export function openTranscriptLog(options: OpenTranscriptLogOptions): TranscriptLog {
  const ops = options.ops ?? nodeFileOps
  let fd: number | undefined
  let closed = false
  const append = (entries: readonly LogEntry[]) => {
    if (entries.length === 0) return
    if (closed) throw new MemdirError('internal', message(conversationTexts.logClosed))
    fd ??= begin(ops, options)
    write(ops, fd, entries.map((entry) => line(redactEntry(entry, options.redact))).join(''), options.sync)
  }
  return {
    path: options.path,
    append,
    appendMessages: (messages) => append(messages.map((message) => ({ type: 'message', message }))),
    close() {
      if (fd !== undefined && !closed) ops.close(fd)
      closed = true
    },
  }
}

/** Opens the file where the next line can go: behind a header, and not behind half a line. */
function begin(ops: FileOps, { path, header, sync }: OpenTranscriptLogOptions): number {
  const fd = openForAppend(ops, path)
  try {
    const { size } = ops.fstat(fd)
    if (size === 0) write(ops, fd, line({ type: 'conversation', version: LOG_VERSION, ...header() }), sync)
    else if (!endsWithNewline(fd, size)) write(ops, fd, '\n', sync)
    return fd
  } catch (error) {
    ops.close(fd)
    throw error
  }
}

function write(ops: FileOps, fd: number, text: string, sync = false): void {
  try {
    writeAll(ops, fd, Buffer.from(text))
    if (sync) ops.fsync(fd)
  } catch (error) {
    throw ioError(message(ioTexts.writingLog), error)
  }
}

function line(entry: LogEntry): string {
  return `${encodeEntry(entry)}\n`
}

function openForAppend(ops: FileOps, path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return ops.open(path, FLAGS, 0o600)
  } catch (error) {
    throw ioError(message(ioTexts.openingLog), error)
  }
}

function endsWithNewline(fd: number, size: number): boolean {
  const last = Buffer.alloc(1)
  readSync(fd, last, 0, 1, size - 1)
  return last[0] === 10
}
