// The spend ledger: one line for every model call, in `YYYY-MM.jsonl` (UTC).
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FileOps, nodeFileOps } from '../base/files/file-ops.ts'
import type { PriceTable } from '../base/settings/spend-settings.ts'
import { type Clock, isoSeconds, systemClock } from '../base/values/clock.ts'
import { randomId } from '../base/values/ids.ts'
import { cacheShareOf, costOf, DEFAULT_PRICES, findPrice } from './prices.ts'
import { appendLine, MonthReader, probeLedger } from './spend/ledger-file.ts'
import { cappedTokens, type LedgerCall, type LedgerExtraction } from './spend/ledger-line.ts'

export type NewCall = Omit<LedgerCall, 'type' | 'time' | 'cost'>

export interface Ledger {
  /**
   * Before a call is made, because one that was made is paid for: throws where it could not be recorded. What could
   * not be recorded earlier is recorded first.
   */
  prepare(): void
  /** With its time and its price, where that is known. What cannot be written is kept for `prepare`. */
  record(call: NewCall): LedgerCall
  /** Calls of the day, other processes' too. */
  callsOn(day: string): readonly LedgerCall[]
  /** All calls from one day to another (`YYYY-MM-DD`, both included). */
  calls(from: string, to: string): LedgerCall[]
  /** What extracted from a conversation. */
  recordExtraction(run: Omit<LedgerExtraction, 'type' | 'time'>): void
  /** From one day to another, both included. */
  extractions(from: string, to: string): LedgerExtraction[]
  /** The tokens of a call, as caps count them: what was read from a cache counts by its price. */
  tokens(call: LedgerCall): number
  /** True for exactly one caller among all processes. */
  noticeOnce(subject: string): boolean
  today(): string
}

interface LedgerOptions {
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
  const unwritten: LedgerCall[] = []
  const today = () => isoSeconds(clock.now()).slice(0, 10)
  const between = <Line extends { time: string }>(
    from: string,
    to: string,
    linesOf: (reader: MonthReader) => readonly Line[],
  ) =>
    monthsIn(directory)
      .filter((name) => name >= from.slice(0, 7) && name <= to.slice(0, 7))
      .flatMap((name) => linesOf(month(name)))
      .filter(({ time }) => time >= from && time.slice(0, 10) <= to)
  return {
    today,
    prepare() {
      probeLedger(ops, directory)
      while (unwritten[0]) {
        appendLine(ops, directory, unwritten[0])
        unwritten.shift()
      }
    },
    record(call) {
      const cost = costOf(findPrice(prices, call.provider, call.model), call.usage)
      const line: LedgerCall = {
        type: 'call',
        time: isoSeconds(clock.now()),
        ...call,
        ...(cost !== undefined && { cost: Number(cost.toPrecision(6)) }),
      }
      // The answer is here and paid for: it is not lost with its line. But no other call is made before it is written.
      try {
        appendLine(ops, directory, line)
      } catch {
        unwritten.push(line)
      }
      return line
    },
    callsOn: (day) => month(day).calls(day),
    calls: (from, to) => between(from, to, (reader) => reader.all()),
    recordExtraction(run) {
      appendLine(ops, directory, { type: 'extraction', time: isoSeconds(clock.now()), ...run })
    },
    extractions: (from, to) => between(from, to, (reader) => reader.extractions()),
    tokens: (call) => cappedTokens(call, cacheShareOf(findPrice(prices, call.provider, call.model))),
    noticeOnce(subject) {
      const reader = month(today())
      if (reader.noticeToken(subject)) return false
      const token = randomId()
      appendLine(ops, directory, { type: 'notice', time: isoSeconds(clock.now()), subject, token })
      // Appending orders the processes: the first line counts.
      return reader.noticeToken(subject) === token
    },
  }
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
