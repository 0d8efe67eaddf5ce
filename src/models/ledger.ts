// The spend ledger: one line for every model call that memdir makes on its own, in `YYYY-MM.jsonl` (UTC).
//
// Lines are appended with a single write and synced, so several processes can share the file and a crash tears at most
// the line being written. Reading starts where the last reading ended.
import { constants, mkdirSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, isoSeconds, systemClock } from '../lib/clock.ts'
import { inputTokens, type Usage } from '../lib/content.ts'
import { ioError, systemCode } from '../lib/errors.ts'
import { type FileOps, nodeFileOps, writeAll } from '../lib/file-ops.ts'
import { randomId } from '../lib/ids.ts'
import { costOf, DEFAULT_PRICES, findPrice, type PriceTable } from './prices.ts'

/** selector, extraction, notes, dream, compaction, hook, …: who asked. */
export type Purpose = string

export interface LedgerCall {
  readonly type: 'call'
  /** ISO time, UTC. */
  readonly time: string
  readonly purpose: Purpose
  readonly project: string
  /** The turn of a conversation that caused it. */
  readonly turn?: string
  readonly provider: string
  readonly model: string
  readonly usage: Usage
  /** US dollars at the price of that day; absent where the price was not known. */
  readonly cost?: number
  /** The kind of failure, where the call failed. */
  readonly failed?: string
}

export interface LedgerTold {
  readonly type: 'told'
  readonly time: string
  /** What was told, with the day it is about. */
  readonly what: string
  readonly token: string
}

export type LedgerLine = LedgerCall | LedgerTold

export type NewCall = Omit<LedgerCall, 'type' | 'time' | 'cost'>

export interface Ledger {
  record(call: NewCall): void
  /** Calls of the day, other processes' too. */
  callsOn(day: string): readonly LedgerCall[]
  /** All calls from one day to another (`YYYY-MM-DD`, both included). */
  calls(from: string, to: string): LedgerCall[]
  /** True for exactly one caller among all processes. */
  tellOnce(what: string): boolean
  today(): string
}

export interface LedgerOptions {
  /** `<config home>/ledger`, made when first needed. */
  directory: string
  prices?: PriceTable
  clock?: Clock
  ops?: FileOps
}

export function openLedger(options: LedgerOptions): Ledger {
  const { directory, clock = systemClock, ops = nodeFileOps } = options
  const prices = { ...DEFAULT_PRICES, ...options.prices }
  const months = new Map<string, MonthReader>()
  const month = (day: string): MonthReader => {
    const name = day.slice(0, 7)
    const found = months.get(name) ?? new MonthReader(join(directory, `${name}.jsonl`), ops)
    months.set(name, found)
    return found
  }
  const today = () => isoSeconds(clock.now()).slice(0, 10)
  return {
    today,
    record(call) {
      const cost = costOf(findPrice(prices, call.provider, call.model), call.usage)
      const line: LedgerCall = {
        type: 'call',
        time: isoSeconds(clock.now()),
        ...call,
        ...(cost !== undefined && { cost: Number(cost.toPrecision(6)) }),
      }
      appendLine(ops, directory, line)
    },
    callsOn: (day) => month(day).calls(day),
    calls(from, to) {
      return monthsIn(directory)
        .filter((name) => name >= from.slice(0, 7) && name <= to.slice(0, 7))
        .flatMap((name) => month(name).all())
        .filter((call) => call.time.slice(0, 10) >= from && call.time.slice(0, 10) <= to)
    },
    tellOnce(what) {
      const reader = month(today())
      if (reader.teller(what)) return false
      const token = randomId(12)
      appendLine(ops, directory, { type: 'told', time: isoSeconds(clock.now()), what, token })
      // Appending orders the processes: the first line counts.
      return reader.teller(what) === token
    },
  }
}

export function tokensOf(call: LedgerCall): number {
  return inputTokens(call.usage) + call.usage.output
}

const APPEND = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND

function appendLine(ops: FileOps, directory: string, line: LedgerLine): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const fd = ops.open(join(directory, `${line.time.slice(0, 7)}.jsonl`), APPEND, 0o600)
    try {
      const { size } = ops.fstat(fd)
      // A torn line of a crashed process is closed off first.
      const torn = size > 0 && lastByte(fd, size) !== 10
      writeAll(ops, fd, Buffer.from(`${torn ? '\n' : ''}${JSON.stringify(line)}\n`))
      ops.fsync(fd)
    } finally {
      ops.close(fd)
    }
  } catch (error) {
    throw ioError('Writing the spend ledger', error)
  }
}

function lastByte(fd: number, size: number): number | undefined {
  const byte = Buffer.alloc(1)
  return readSync(fd, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined
}

function monthsIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^\d{4}-\d\d\.jsonl$/.test(name))
      .map((name) => name.slice(0, 7))
      .sort()
  } catch {
    return []
  }
}

/** One month's file, read as far as it goes; each call reads only what was added. */
class MonthReader {
  private readonly path: string
  private readonly ops: FileOps
  private position = 0
  private readonly byDay = new Map<string, LedgerCall[]>()
  private readonly tellers = new Map<string, string>()

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

  teller(what: string): string | undefined {
    this.catchUp()
    return this.tellers.get(what)
  }

  private catchUp(): void {
    const added = readFrom(this.ops, this.path, this.position)
    const end = added.lastIndexOf(10) + 1
    this.position += end
    for (const text of added.toString('utf8', 0, end).split('\n')) this.take(parseLine(text))
  }

  private take(line: LedgerLine | undefined): void {
    if (line?.type === 'call') {
      const day = line.time.slice(0, 10)
      const calls = this.byDay.get(day) ?? []
      calls.push(line)
      this.byDay.set(day, calls)
    } else if (line?.type === 'told' && !this.tellers.has(line.what)) {
      this.tellers.set(line.what, line.token)
    }
  }
}

function readFrom(ops: FileOps, path: string, position: number): Buffer {
  let fd: number
  try {
    fd = ops.open(path, constants.O_RDONLY)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return Buffer.alloc(0)
    throw ioError('Reading the spend ledger', error)
  }
  try {
    const size = ops.fstat(fd).size
    const bytes = Buffer.alloc(Math.max(0, size - position))
    const read = bytes.length > 0 ? readSync(fd, bytes, 0, bytes.length, position) : 0
    return bytes.subarray(0, read)
  } finally {
    ops.close(fd)
  }
}

function parseLine(text: string): LedgerLine | undefined {
  if (text === '') return undefined
  try {
    const line = JSON.parse(text) as LedgerLine
    const isCall = line.type === 'call' && typeof line.usage?.input === 'number'
    return typeof line.time === 'string' && (isCall || line.type === 'told') ? line : undefined
  } catch {
    return undefined
  }
}
