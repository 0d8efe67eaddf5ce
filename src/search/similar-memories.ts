// Memories on one subject among those that are shown together: each says when it was said and that others are older. That
// one counts instead of another is only said where the other's file says so: sentences of one form are mostly about different
// things. No model is asked: it costs less than a millisecond.

import { withoutCues } from '../base/statements/correction-cues.ts'
import { tokenize } from '../base/terms/tokens.ts'
import { type Memory, supersededBy } from '../memory/memory.ts'

export interface SimilarMemories {
  /** When this one was said: the day, or the minute where others are of the same day. */
  time: string
  /** The times of those that this one is newer than, newest first. */
  olderTimes: readonly string[]
  olderIds: readonly string[]
  /** Of those that it provably replaced, by a link or an answer of the person: it counts where they differ. */
  replacedTimes: readonly string[]
}

type WithSimilar<Hit> = Hit & { similar?: SimilarMemories }

/** By the hashes of their files: whether two are known to say nearly the same. */
export type IsLinked = (one: string, other: string) => boolean

/**
 * What two memories on one subject have in common at least: of the terms of the longer; and so many. What says that it
 * corrects something says less or more of the subject: there the shorter counts, without the words for correcting.
 */
const SHARED = 0.5
const FEWEST_SHARED = 2
/** What a memory is about is said at its beginning. */
const CHARACTERS = 2_000
/** As far as hits are compared with each other. */
const MOST = 50

/** What replaced another comes before it; all others stay where their evidence put them. */
export function newerFirst<Hit extends { memory: Memory }>(
  hits: readonly Hit[],
  isLinked: IsLinked = () => false,
): WithSimilar<Hit>[] {
  const ordered: WithSimilar<Hit>[] = [...hits]
  for (const places of subjectsOf(hits.slice(0, MOST), isLinked)) {
    const group = places.flatMap((place) => hits[place] ?? [])
    const inOrder = replacedLast(group)
    const showTime = timesOf(group)
    for (const [at, hit] of inOrder.entries()) {
      const older = group
        .filter((other) => other !== hit && isOlder(other.memory, hit.memory))
        .sort((a, b) => timeOf(b) - timeOf(a))
      const replaced = group.filter((other) => isReplacedBy(other, hit))
      const similar = {
        time: showTime(hit),
        olderTimes: older.map(showTime),
        olderIds: older.map(({ memory }) => memory.id),
        replacedTimes: replaced.map(showTime),
      }
      ordered[places[at]!] = { ...hit, similar }
    }
  }
  return ordered
}

/** With those that are attached also what else is said of their subjects. */
export function withSameSubjects<Hit extends { memory: Memory }>(
  hits: readonly Hit[],
  isAttached: (hit: Hit) => boolean,
  isLinked: IsLinked = () => false,
): Hit[] {
  const groups = subjectsOf(hits.slice(0, MOST), isLinked).map((places) =>
    places.map((place) => hits[place]!),
  )
  const told = new Set(groups.filter((group) => group.some(isAttached)).flat())
  return hits.filter((hit) => told.has(hit) || isAttached(hit))
}

function isReplacedBy({ memory: older }: { memory: Memory }, { memory }: { memory: Memory }): boolean {
  return supersededBy(older) === memory.id
}

/** Each directly before the first of those that it replaced, where it stood behind them. */
function replacedLast<Hit extends { memory: Memory }>(group: readonly Hit[]): Hit[] {
  const order: Hit[] = []
  for (const hit of group) {
    const at = order.findIndex((earlier) => isReplacedBy(earlier, hit))
    order.splice(at < 0 ? order.length : at, 0, hit)
  }
  return order
}

/** When what a memory says was said. Copying, cloning and touching a file change only the file's time. */
function timeOf({ memory }: { memory: Memory }): number {
  return Date.parse(memory.updated ?? memory.created ?? memory.modified) || 0
}

/** Files whose times lie this close were copied together, or cloned: their order says nothing. */
const COPIED_TOGETHER_MS = 120_000

/** Not where somebody may have edited it by hand since: then both are shown with their dates, and none is said to count. */
function isOlder(one: Memory, other: Memory): boolean {
  if (timeOf({ memory: one }) >= timeOf({ memory: other })) return false
  if (one.updated !== undefined) return true
  return Date.parse(one.modified) - Date.parse(other.modified) <= COPIED_TOGETHER_MS
}

/** Not as the files spell it: what reads as a time may hold other words. */
function timesOf(hits: readonly { memory: Memory }[]): (hit: { memory: Memory }) => string {
  const dayOf = (hit: { memory: Memory }) => new Date(timeOf(hit)).toISOString().slice(0, 10)
  const differ = new Set(hits.map(dayOf)).size === hits.length
  if (differ) return dayOf
  return (hit) => `${new Date(timeOf(hit)).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The places of each group of two or more, in their order. */
function subjectsOf(hits: readonly { memory: Memory }[], isLinked: IsLinked): number[][] {
  if (hits.length < 2) return []
  const subjects = hits.map(({ memory }) => subjectOf(memory.content.slice(0, CHARACTERS)))
  const isSame = (a: number, b: number) =>
    shareMost(subjects[a]!, subjects[b]!) || isLinked(hits[a]!.memory.hash, hits[b]!.memory.hash)
  const groups: number[][] = []
  for (let place = 0; place < hits.length; place++) {
    // With its best: what is like a memory that is only like the best would make chains.
    const group = groups.find(([first]) => isSame(first!, place))
    if (group) group.push(place)
    else groups.push([place])
  }
  return groups.filter(({ length }) => length > 1)
}

interface Subject {
  terms: ReadonlySet<string>
  corrects: boolean
}

function subjectOf(text: string): Subject {
  const said = withoutCues(text)
  return { terms: new Set(tokenize(said)), corrects: said !== text }
}

function shareMost(one: Subject, other: Subject): boolean {
  let shared = 0
  for (const term of one.terms) if (other.terms.has(term)) shared++
  const sizes = [one.terms.size, other.terms.size]
  const counted = one.corrects || other.corrects ? Math.min(...sizes) : Math.max(...sizes)
  return shared >= FEWEST_SHARED && shared >= SHARED * counted
}
