// How often memories were used, kept outside their files: reading a memory never changes it.
//
// One file a day, to which every process appends a line per use; days that are over are summed up into one file. Only
// days before yesterday are summed up, so that nobody can still be appending to what is read and removed.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { addLines, eraseLines, type LineKind, readLines } from '../base/files/line-file.ts'
import { tryLock } from '../base/files/lock.ts'
import { readState, type StateKind, writeState } from '../base/files/state-file.ts'
import { mayHoldSecret } from '../base/secrets/redact-for.ts'
import { attempt } from '../base/values/attempt.ts'
import { type Clock, DAY_MS, isoSeconds } from '../base/values/clock.ts'
import { isObject } from '../base/values/is-object.ts'
import type { UsageTotals } from './records/usage.ts'
import type { UseReason } from './records.ts'

interface Use extends UseReason {
  id: string
}

export interface UsageLog {
  /** Never throws: counting must not keep anybody from recalling. */
  record(uses: readonly Use[]): void
  read(): Map<string, UsageTotals>
  /** Sums up the days that are over. False when another process is at it. */
  compact(): boolean
  /** Puts totals in, as an import of an export does. */
  restore(totals: ReadonlyMap<string, UsageTotals>): void
  /** Erases every use of these memories, and the words of these texts wherever they explain a use of another. */
  forget(ids: ReadonlySet<string>, texts?: readonly string[]): void
}

/** A use, with names that are short because there are many. */
interface UseLine {
  id: string
  /** ISO time. */
  t: string
  /** Similarity, words, conversation. */
  s?: number
  w?: readonly string[]
  c?: string
  /** How many uses it is; one where it is not said. */
  n?: number
}

const MOST_BYTES = 256_000_000

const LINE: LineKind<UseLine> = {
  read: (data) =>
    typeof data.id === 'string' && typeof data.t === 'string' ? (data as unknown as UseLine) : undefined,
  most: MOST_BYTES,
}

interface Summary {
  /** Files of days that are in it and may still be there, by name: dates say nothing where the clock was set. */
  summed: string[]
  totals: Record<string, UsageTotals>
}

const SUMMARY: StateKind<Summary> = {
  read: ({ summed, totals }) =>
    Array.isArray(summed) && isObject(totals) ? { summed, totals: totals as Summary['totals'] } : undefined,
  version: 2,
  most: MOST_BYTES,
}

const DAY = /^\d{4}-\d{2}-\d{2}\.jsonl$/
const MOST_TERMS = 8

/** `directory`: `state/usage`. */
export function openUsageLog(directory: string, clock: Clock): UsageLog {
  return {
    record: (uses) => void attempt(() => append(directory, clock, linesOf(uses, clock))),
    read() {
      const summary = readSummary(directory)
      const totals = new Map(Object.entries(summary.totals))
      for (const name of days(directory, summary.summed)) addDay(totals, join(directory, name))
      return totals
    },
    restore: (totals) =>
      append(
        directory,
        clock,
        [...totals].map(([id, { count, last, why }]) => ({ id, t: last, n: count, ...shortReason(why) })),
      ),
    forget: (ids, texts = []) => forget(directory, ids, texts),
    compact() {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      const lock = tryLock(directory, 'compact')
      if (!lock) return false
      try {
        sumUp(directory, clock)
        return true
      } finally {
        lock.release()
      }
    },
  }
}

function readSummary(directory: string): Summary {
  return readState(summaryIn(directory), SUMMARY) ?? { summed: [], totals: {} }
}

function writeSummary(directory: string, summary: Summary): void {
  writeState(summaryIn(directory), SUMMARY, summary)
}

function summaryIn(directory: string): string {
  return join(directory, 'totals.json')
}

function days(directory: string, without: readonly string[] = []): string[] {
  return (attempt(() => readdirSync(directory)) ?? [])
    .filter((name) => DAY.test(name) && !without.includes(name))
    .sort()
}

function linesOf(uses: readonly Use[], clock: Clock): UseLine[] {
  const t = isoSeconds(clock.now())
  return uses.map(({ id, similarity, terms, conversation }) => ({
    id,
    t,
    ...(similarity === undefined ? {} : { s: Math.round(similarity * 1000) / 1000 }),
    ...shownTerms(terms),
    ...(conversation === undefined ? {} : { c: conversation }),
  }))
}

function append(directory: string, clock: Clock, lines: readonly UseLine[]): void {
  addLines(join(directory, `${clock.now().toISOString().slice(0, 10)}.jsonl`), LINE, lines)
}

/** Under the lock. A day that is in the sums is named there until its file is gone: a crash in between counts nothing twice. */
function sumUp(directory: string, clock: Clock): void {
  const summary = readSummary(directory)
  const yesterday = new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
  const over = days(directory, summary.summed).filter((name) => name.slice(0, 10) < yesterday)
  const summed = [...summary.summed, ...over]
  if (summed.length === 0) return
  const counted = new Map(Object.entries(summary.totals))
  for (const name of over) addDay(counted, join(directory, name))
  const totals = Object.fromEntries(counted)
  writeSummary(directory, { summed, totals })
  for (const name of summed) rmSync(join(directory, name), { force: true })
  writeSummary(directory, { summed: [], totals })
}

function forget(directory: string, ids: ReadonlySet<string>, texts: readonly string[]): void {
  const erased = texts.join('\n').toLowerCase()
  const isKept = (word: unknown) => !erased.includes(String(word).toLowerCase())
  const summary = readSummary(directory)
  const before = JSON.stringify(summary.totals)
  const totals = Object.fromEntries(
    Object.entries(summary.totals)
      .filter(([id]) => !ids.has(id))
      .map(([id, { why, ...counted }]) => [id, { ...counted, ...(why && { why: onlyTerms(why, isKept) }) }]),
  )
  if (JSON.stringify(totals) !== before) writeSummary(directory, { ...summary, totals })
  for (const name of days(directory)) forgetInDay(join(directory, name), ids, isKept)
}

function onlyTerms({ terms, ...why }: UseReason, isKept: (word: unknown) => boolean): UseReason {
  const kept = terms?.filter(isKept) ?? []
  return kept.length > 0 ? { ...why, terms: kept } : why
}

/** A word that may be a part of a key is none to explain a hit with. */
function shownTerms(terms: readonly string[] = []): { w?: readonly string[] } {
  const words = terms.filter((term) => !mayHoldSecret(term)).slice(0, MOST_TERMS)
  return words.length > 0 ? { w: words } : {}
}

function shortReason(why: UseReason = {}): Pick<UseLine, 's' | 'w' | 'c'> {
  const { similarity, terms, conversation } = why
  return {
    ...(similarity !== undefined && { s: similarity }),
    ...(terms && { w: terms }),
    ...(conversation !== undefined && { c: conversation }),
  }
}

function addDay(totals: Map<string, UsageTotals>, path: string): void {
  for (const { id, t, s, w, c, n } of readLines(path, LINE)) {
    const known = totals.get(id)
    const why: UseReason = {
      ...(typeof s === 'number' ? { similarity: s } : {}),
      ...(Array.isArray(w) ? { terms: w.map(String) } : {}),
      ...(typeof c === 'string' ? { conversation: c } : {}),
    }
    const newer = !known || t >= known.last
    totals.set(id, {
      count: (known?.count ?? 0) + (typeof n === 'number' ? n : 1),
      last: newer ? t : known.last,
      ...(newer ? (Object.keys(why).length > 0 ? { why } : {}) : known.why ? { why: known.why } : {}),
    })
  }
}

/** A use that is counted at this very moment may be lost: better than a word that stays. */
function forgetInDay(path: string, ids: ReadonlySet<string>, isKept: (word: unknown) => boolean): void {
  eraseLines(path, LINE, (uses) =>
    uses
      .filter(({ id }) => !ids.has(id))
      .map((use) => {
        const { w, ...rest } = use
        if (!Array.isArray(w) || w.every(isKept)) return use
        const words = w.filter(isKept)
        return words.length > 0 ? { ...rest, w: words } : rest
      }),
  )
}
