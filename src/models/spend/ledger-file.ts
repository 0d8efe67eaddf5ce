// One month of the ledger on disk. Lines are appended with a single write and synced, so several processes can share
// the file and a crash tears at most the line being written. Reading starts where the last reading ended.
import { constants } from 'node:fs'
import { join } from 'node:path'
import { unlinkQuietly } from '../../base/files/atomic-write.ts'
import { makeDirectories, syncDirectory } from '../../base/files/directory.ts'
import { type FileOps, writeAll } from '../../base/files/file-ops.ts'
import { ioTexts } from '../../base/messages/io.ts'
import { message } from '../../base/messages/message.ts'
import { spendTexts } from '../../base/messages/spend.ts'
import { ioError, MemdirError, systemCode } from '../../base/values/errors.ts'
import type { LedgerCall, LedgerExtraction, LedgerLine } from './ledger-line.ts'

const APPEND = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND

export function appendLine(ops: FileOps, directory: string, line: LedgerLine): void {
  try {
    makeDirectories(ops, directory)
    const fd = ops.open(join(directory, `${line.time.slice(0, 7)}.jsonl`), APPEND, 0o600)
    try {
      const { size } = ops.fstat(fd)
      // A torn line of a crashed process is closed off first.
      const torn = size > 0 && lastByte(ops, fd, size) !== 10
      writeAll(ops, fd, Buffer.from(`${torn ? '\n' : ''}${JSON.stringify(line)}\n`))
      ops.fsync(fd)
      // The name of a new month must last as its first line does.
      if (size === 0) syncDirectory(ops, directory)
    } finally {
      ops.close(fd)
    }
  } catch (error) {
    throw ioError(message(ioTexts.writingLedger), error)
  }
}

/** More than any line takes, and a whole block of most disks. */
const PROBE = Buffer.alloc(4096, ' ')

/** Throws where a line could not be kept now. Nothing stays behind. */
export function probeLedger(ops: FileOps, directory: string): void {
  const path = join(directory, 'probe.tmp')
  try {
    makeDirectories(ops, directory)
    const fd = ops.open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600)
    try {
      writeAll(ops, fd, PROBE)
    } finally {
      ops.close(fd)
      unlinkQuietly(ops, path)
    }
  } catch (error) {
    const { messages, details } = ioError(message(ioTexts.writingLedger), error)
    throw new MemdirError(
      'unavailable',
      message(spendTexts.ledgerUnwritable, { problem: messages.message }),
      {
        fix: messages.fix,
        cause: error,
        details,
      },
    )
  }
}

function lastByte(ops: FileOps, fd: number, size: number): number | undefined {
  const byte = Buffer.alloc(1)
  ops.read(fd, byte, size - 1)
  return byte[0]
}

/** One month's file, read as far as it goes; each call reads only what was added. */
export class MonthReader {
  private readonly path: string
  private readonly ops: FileOps
  private position = 0
  private readonly byDay = new Map<string, LedgerCall[]>()
  private readonly runs: LedgerExtraction[] = []
  private readonly noticeTokens = new Map<string, string>()

  constructor(path: string, ops: FileOps) {
    this.path = path
    this.ops = ops
  }

  calls(day: string): readonly LedgerCall[] {
    this.catchUp()
    return this.byDay.get(day) ?? []
  }

  all(): LedgerCall[] {
    this.catchUp()
    return [...this.byDay.values()].flat()
  }

  extractions(): readonly LedgerExtraction[] {
    this.catchUp()
    return this.runs
  }

  noticeToken(subject: string): string | undefined {
    this.catchUp()
    return this.noticeTokens.get(subject)
  }

  private catchUp(): void {
    const added = readFrom(this.ops, this.path, this.position)
    const end = added.lastIndexOf(10) + 1
    this.position += end
    for (const text of added.subarray(0, end).toString('utf8').split('\n')) this.take(parseLine(text))
  }

  private take(line: LedgerLine | undefined): void {
    if (line?.type === 'call') {
      const day = line.time.slice(0, 10)
      const calls = this.byDay.get(day) ?? []
      calls.push(line)
      this.byDay.set(day, calls)
    } else if (line?.type === 'extraction') {
      this.runs.push(line)
    } else if (line?.type === 'notice' && !this.noticeTokens.has(line.subject)) {
      this.noticeTokens.set(line.subject, line.token)
    }
  }
}

function readFrom(ops: FileOps, path: string, position: number): Buffer {
  let fd: number
  try {
    fd = ops.open(path, constants.O_RDONLY)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return Buffer.alloc(0)
    throw ioError(message(ioTexts.readingLedger), error)
  }
  try {
    const size = ops.fstat(fd).size
    const bytes = Buffer.alloc(Math.max(0, size - position))
    return bytes.subarray(0, ops.read(fd, bytes, position))
  } finally {
    ops.close(fd)
  }
}

function parseLine(text: string): LedgerLine | undefined {
  if (text === '') return undefined
  try {
    const line = JSON.parse(text) as LedgerLine
    const isCall = line.type === 'call' && typeof line.usage?.input === 'number'
    const isRun = line.type === 'extraction' && typeof line.extractor === 'string'
    return typeof line.time === 'string' && (isCall || isRun || line.type === 'notice') ? line : undefined
  } catch {
    return undefined
  }
}
