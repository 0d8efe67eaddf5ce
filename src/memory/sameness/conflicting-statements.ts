// Statements that can hardly both hold: on one subject, with another value in one place, or with and without a negation;
// or the newer says itself that something has changed. Nobody decides by this which one is right: they are listed for a
// person. Pure; the time grows with the number of statements, not with that of their pairs.

import { type Word, wordsOf } from '../../base/statements/words.ts'
import { type Claim, claimOf, type Value } from './claim.ts'

/** One statement of a memory. */
interface Stated {
  readonly file: string
  readonly text: string
  /** When it was said, in milliseconds. */
  readonly time: number
}

interface StatementConflict<T extends Stated = Stated> {
  readonly reason: 'value' | 'negation' | 'change'
  readonly older: T
  readonly newer: T
  /** How many values were said of that subject. */
  readonly values: number
}

interface Read<T extends Stated> {
  readonly stated: T
  readonly claim: Claim
}

/** Fewer words say too little to be about one thing; two Han characters count as one. */
const LEAST_WORDS = 2.5
const LONGEST = 400
/** More values than these of one thing are no news of it but a series: weeks, tickets, measurements. */
const MOST_VALUES = 3
/** So many statements that a word stands in are looked at, the newest: frequent words say little. */
const MOST_WITH_WORD = 24
/** The share of the shorter subject's words, where the newer one says that something has changed. */
const SHARED = [
  { least: 2, part: 0.6 },
  { least: 3, part: 0.4 },
]

/** A correction leaves two values; the more there are, the more it may be a series. Of these the newest first. */
export function byLikelihood(a: StatementConflict, b: StatementConflict): number {
  return a.values - b.values || b.newer.time - a.newer.time
}

/** The likeliest first. A statement is listed once as the older one. */
export function conflictingStatements<T extends Stated>(statements: readonly T[]): StatementConflict<T>[] {
  const read = statements
    .filter(({ text }) => text.length <= LONGEST && !/[?？]\s*$/u.test(text))
    .map((stated): Read<T> => ({ stated, claim: claimOf(stated.text) }))
    .filter(({ claim, stated }) => weightOf(wordsOf(stated.text)) >= LEAST_WORDS || claim.isUniversal)
    .sort((a, b) => a.stated.time - b.stated.time)
  const found = [...sameSubject(read), ...overruled(read), ...changed(read)]
  const byOlder = new Map<T, StatementConflict<T>>()
  for (const conflict of found)
    if (conflict.older.file !== conflict.newer.file && !byOlder.has(conflict.older))
      byOlder.set(conflict.older, conflict)
  return [...byOlder.values()].sort(byLikelihood)
}

/** The same but for one value, or for a negation. */
function sameSubject<T extends Stated>(read: readonly Read<T>[]): StatementConflict<T>[] {
  const groups = new Map<string, { value: string; reason: 'value' | 'negation'; stated: T }[]>()
  const put = (key: string, value: string, reason: 'value' | 'negation', stated: T) => {
    const known = groups.get(key)
    if (known) known.push({ value, reason, stated })
    else groups.set(key, [{ value, reason, stated }])
  }
  for (const { stated, claim } of read) {
    const { subject, values } = claim
    if (subject.length > 0)
      put(JSON.stringify([subject, values]), String(claim.isNegated), 'negation', stated)
    for (const [at, { kind, text }] of values.entries()) {
      if (kind === EVENT || (subject.length === 0 && !isChoice(kind))) continue
      const others = values.filter((_, other) => other !== at)
      put(JSON.stringify([subject, kind, others, claim.isNegated]), text, 'value', stated)
    }
  }
  return [...groups.values()].flatMap((group) => {
    const values = new Set(group.map(({ value }) => value)).size
    return values > MOST_VALUES ? [] : inOrder(group, values)
  })
}

/** Each with the one before it, where that says something else. */
function inOrder<T extends Stated>(
  group: readonly { value: string; reason: 'value' | 'negation'; stated: T }[],
  values: number,
): StatementConflict<T>[] {
  return group.flatMap(({ value, reason, stated }, at) => {
    const before = group[at - 1]
    return before && before.value !== value ? [{ reason, older: before.stated, newer: stated, values }] : []
  })
}

/** "US English everywhere": whatever was chosen for one place before. */
function overruled<T extends Stated>(read: readonly Read<T>[]): StatementConflict<T>[] {
  const last = new Map<string, Read<T>>()
  return read.flatMap((one) => {
    const chosen = one.claim.values.find(({ kind }) => isChoice(kind))
    if (!chosen) return []
    const before = last.get(chosen.kind)
    last.set(chosen.kind, one)
    const former = before?.claim.values.find(({ kind }) => kind === chosen.kind)
    if (!before || !one.claim.isUniversal || former?.text === chosen.text) return []
    return [{ reason: 'value' as const, older: before.stated, newer: one.stated, values: 2 }]
  })
}

/** The newer says that it changes something: of those before it on the same subject, the one with the most words in common. */
function changed<T extends Stated>(read: readonly Read<T>[]): StatementConflict<T>[] {
  const byWord = new Map<string, Read<T>[]>()
  const conflicts: { subject: string; older: T; newer: T }[] = []
  const times = new Map<string, number>()
  for (const one of read) {
    const older = one.claim.isChange ? formerOf(one.claim, byWord) : undefined
    if (older) {
      const subject = one.claim.subject.join(' ')
      times.set(subject, (times.get(subject) ?? 0) + 1)
      conflicts.push({ subject, older: older.stated, newer: one.stated })
    }
    for (const word of one.claim.subject) {
      const known = byWord.get(word)
      if (!known) byWord.set(word, [one])
      else {
        known.push(one)
        if (known.length > MOST_WITH_WORD) known.shift()
      }
    }
  }
  return conflicts.flatMap(({ subject, older, newer }) => {
    const changes = times.get(subject) ?? 0
    return changes <= MOST_VALUES ? [{ reason: 'change' as const, older, newer, values: changes + 1 }] : []
  })
}

function formerOf<T extends Stated>(
  newer: Claim,
  byWord: ReadonlyMap<string, Read<T>[]>,
): Read<T> | undefined {
  const shared = new Map<Read<T>, number>()
  for (const word of newer.subject)
    for (const older of byWord.get(word) ?? [])
      shared.set(older, (shared.get(older) ?? 0) + weightOfTerm(word))
  const fitting = [...shared].filter(
    ([{ stated, claim }, weight]) =>
      isShared(weight / Math.min(weightOfTerms(claim.subject), weightOfTerms(newer.subject)), weight) &&
      isOtherwise(stated, claim, newer),
  )
  // The newest of equals.
  return fitting.reduce<(typeof fitting)[number] | undefined>(
    (best, one) => (best && best[1] > one[1] ? best : one),
    undefined,
  )?.[0]
}

function isShared(part: number, weight: number): boolean {
  return SHARED.some((enough) => weight >= enough.least && part >= enough.part)
}

/** It says the value that is named as the former one, or another of the same kind. */
function isOtherwise({ text }: Stated, older: Claim, newer: Claim): boolean {
  if (newer.former !== undefined)
    return older.former !== newer.former && text.toLowerCase().includes(newer.former)
  const lacks = (values: readonly Value[], one: Value) =>
    !values.some((other) => isSameKind(other, one) && other.text === one.text)
  return newer.values.some(
    (value) =>
      lacks(older.values, value) &&
      older.values.some((other) => isSameKind(other, value) && lacks(newer.values, other)),
  )
}

/** What was planned for a day may have happened on another. */
function isSameKind(one: Value, other: Value): boolean {
  const kindOf = ({ kind }: Value) => (kind === EVENT ? 'time' : kind)
  return kindOf(one) === kindOf(other)
}

/** The day of what happened: it happens on others too. */
const EVENT = 'event'
const READ_KINDS = new Set(['number', 'time', EVENT, 'name', 'attribute', 'person', 'place'])

function isChoice(kind: string): boolean {
  return !READ_KINDS.has(kind)
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { isHan }) => sum + (isHan ? 0.5 : 1), 0)
}

function weightOfTerm(term: string): number {
  return /^\p{Script=Han}$/u.test(term) ? 0.5 : 1
}

function weightOfTerms(terms: readonly string[]): number {
  return terms.reduce((sum, term) => sum + weightOfTerm(term), 0)
}
