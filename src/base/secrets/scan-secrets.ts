// Text in, findings out. Linear in the length of the text, bounded in time; a text that cannot be scanned in time
// is itself a finding, so that nothing passes unseen.

import { budgetTimer } from '../time/budget-timer.ts'
import { type Joint, jointChoices, jointsOf } from './join-pieces.ts'
import { base64Runs } from './matching/base64-runs.ts'
import { foldEdits } from './matching/fold-text.ts'
import { RANK } from './matching/judge-secret.ts'
import { firstFrom, overlapsAny, type Span } from './matching/spans.ts'
import { type Edit, editedViews, type TextView } from './matching/text-view.ts'
import { noteSpans } from './redaction-notes.ts'
import { matchChinesePasswords } from './rules/assignment-rules.ts'
import { matchAnchor, ruleBook } from './rules/rule-book.ts'
import type { Hit, SecretFinding } from './secret-finding.ts'

/** The rule of the finding that says: this text could not be scanned in time. */
export const UNSCANNED_RULE = 'unscanned-text'

export interface ScanOptions {
  /** Says when to give up, such as `budgetTimer`. Default: after 1,000 ms of processor time and 4 more per 1,000 characters. */
  late?: () => boolean
}

/** As long as a text may take that nobody waits for. */
export function scanBudget({ length }: string): () => boolean {
  return budgetTimer(1000 + length / 250)
}

/** Secrets in `text`, in order, without overlaps. Costs about 0.1 ms per 4 KB, plus 10 ms once per process. */
export function scanSecrets(text: string, options: ScanOptions = {}): SecretFinding[] {
  const { late = scanBudget(text) } = options
  const hits: Hit[] = []
  const done = scanReading(text, hits, late) && scanFolded(text, hits, late)
  if (!done) hits.push({ rule: UNSCANNED_RULE, tier: 'block', start: 0, end: text.length, rank: RANK.whole })
  return withPositions(text, mergeHits(hits))
}

/** A text as it is, then with what was taken apart put together. */
function scanReading(text: string, hits: Hit[], late: () => boolean): boolean {
  const found: Hit[] = []
  if (!scanWithDecoded(text, found, late)) return false
  const joints = jointsOf(text)
  const sure = joints.filter((joint) => joint.sure)
  if (!scanEdited(text, sure, found, late)) return false
  if (joints.length > sure.length) {
    const all = mergeHits(found)
    // A warning for half of a secret must not hide the whole.
    const certain = mergeHits(found.filter(({ tier }) => tier === 'block'))
    for (const chosen of jointChoices(text, joints)) {
      const joined: Hit[] = []
      if (!scanEdited(text, chosen, joined, late)) return false
      for (const hit of joined)
        if (isNews(hit, text, hit.tier === 'block' ? certain : all, chosen)) found.push(hit)
    }
  }
  for (const hit of found) hits.push(hit)
  return !late()
}

/**
 * What is next to a whole secret is no part of it, as the next key of a list is not: unless full lines show that a
 * program wrapped them, or what follows looks like the rest of it.
 */
function isNews(hit: Hit, text: string, known: readonly Hit[], joints: readonly Joint[]): boolean {
  if (!overlapsAny(known, hit)) return true
  const within = joints.slice(firstFrom(joints, hit.start), firstFrom(joints, hit.end))
  const last = within.at(-1)
  if (!last) return false
  return within.every(({ full }) => full) || isRest(text, { start: last.end, end: hit.end }, known)
}

const LEAST_REST = 8

function isRest(text: string, span: Span, known: readonly Hit[]): boolean {
  const rest = text.slice(span.start, span.end)
  const mixed = /[0-9]/.test(rest) && /[A-Za-z]/.test(rest)
  return mixed && rest.length >= LEAST_REST && !overlapsAny(known, span)
}

function scanEdited(text: string, edits: readonly Edit[], hits: Hit[], late: () => boolean): boolean {
  for (const view of editedViews(text, edits)) {
    const found: Hit[] = []
    if (!scanWithDecoded(view.text, found, late)) return false
    // What was taken away after the last character of a finding is no part of it.
    for (const hit of wholeHits(view, found))
      hits.push({ ...hit, start: view.startOf(hit.start), end: view.startOf(hit.end - 1) + 1 })
  }
  return true
}

/** As a reader would take the text: an escape is several characters for one. */
function scanFolded(text: string, hits: Hit[], late: () => boolean): boolean {
  for (const view of editedViews(text, foldEdits(text))) {
    const found: Hit[] = []
    if (!scanReading(view.text, found, late)) return false
    for (const hit of wholeHits(view, found))
      hits.push({ ...hit, start: view.startOf(hit.start), end: view.startOf(hit.end) })
  }
  return !late()
}

/** What touches an edge inside the text may be half of something. */
function wholeHits(view: TextView, hits: readonly Hit[]): Hit[] {
  return hits.filter(
    ({ start, end }) => (start > 0 || view.opensText) && (end < view.text.length || view.closesText),
  )
}

function scanWithDecoded(text: string, hits: Hit[], late: () => boolean): boolean {
  if (!scanPlain(text, hits, late)) return false
  for (const run of base64Runs(text)) {
    if (late()) return false
    const inside: Hit[] = []
    if (!scanPlain(run.text, inside, late)) return false
    const best = inside.filter((hit) => hit.rank !== RANK.generic).sort(byWeight)[0]
    if (best) hits.push({ ...best, start: run.start, end: run.end })
  }
  return true
}

/** One pass of the literal finder; false when time ran out. */
function scanPlain(text: string, hits: Hit[], late: () => boolean): boolean {
  const book = ruleBook()
  const notes = noteSpans(text, book.ids)
  const held = new Map<string, boolean>()
  let lower: string | undefined
  const contains = (word: string) => {
    let known = held.get(word)
    if (known === undefined) {
      lower ??= text.toLowerCase()
      known = lower.includes(word)
      held.set(word, known)
    }
    return known
  }
  const add = (hit: Hit) => {
    if (!overlapsAny(notes, hit)) hits.push(hit)
  }
  matchChinesePasswords(text, add)
  let checks = 0
  return book.finder.find(
    text,
    (literal, start) => {
      if ((++checks & 255) === 0 && late()) return true
      const anchor = book.anchors[literal]
      if (!anchor) return false
      const end = start + anchor.length
      if (!overlapsAny(notes, { start, end })) matchAnchor(anchor, text, start, end, add, contains)
      return false
    },
    late,
  )
}

/** Surer first: tier, then how specific the rule is, then length. */
function byWeight(a: Hit, b: Hit): number {
  if (a.tier !== b.tier) return a.tier === 'block' ? -1 : 1
  return b.rank - a.rank || b.end - b.start - (a.end - a.start)
}

/** Overlapping hits become one: the span of all, the rule of the surest. */
export function mergeHits(hits: readonly Hit[]): Hit[] {
  const merged: Hit[] = []
  for (const hit of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (!last || hit.start >= last.end) merged.push(hit)
    else {
      const surest = byWeight(last, hit) <= 0 ? last : hit
      merged[merged.length - 1] = { ...surest, start: last.start, end: Math.max(last.end, hit.end) }
    }
  }
  return merged
}

export function withPositions(text: string, hits: readonly Hit[]): SecretFinding[] {
  let line = 1
  let lineStart = 0
  return hits.map(({ rule, tier, start, end }) => {
    for (
      let feed = text.indexOf('\n', lineStart);
      feed >= 0 && feed < start;
      feed = text.indexOf('\n', lineStart)
    ) {
      line++
      lineStart = feed + 1
    }
    return { rule, tier, line, column: start - lineStart + 1, start, end }
  })
}
