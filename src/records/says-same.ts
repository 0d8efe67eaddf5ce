// Whether what differs between two texts carries no meaning. Inflection, fillers, known rewordings and the place of a
// phrase may differ, and one may say more; what both say must be said of the same things in the same roles. Where it
// is not sure they do not say the same: two memories too many are better than one too few.
import { type MeaningKind, type MeaningWord, meaningWords } from './meaning-words.ts'
import { SOFT } from './rewordings.ts'
import { type SharedWord, sameRoles } from './same-roles.ts'
import { sameTense, sameTime } from './same-tense.ts'

export function saysSame(one: string, other: string): boolean {
  const [a, b] = [meaningWords(one), meaningWords(other)]
  const { shared, onlyA, onlyB } = match(a, b)
  const has = (list: readonly MeaningWord[], ...kinds: MeaningKind[]) =>
    list.some(({ kind }) => kinds.includes(kind))
  if (shared.length === 0 || has([...onlyA, ...onlyB], 'exact', 'limit')) return false
  // Each says something that the other does not: something was replaced.
  if (has(onlyA, 'person') && has(onlyB, 'person')) return false
  if (has(onlyA, 'word') && has(onlyB, 'word')) return false
  if (!isAddition(a, new Set(onlyA)) || !isAddition(b, new Set(onlyB))) return false
  return sameRoles(shared, a, b) && sameTense(shared, a, b) && sameTime(one, other)
}

/** How much a text says: of two that say the same, the one with more is the richer. */
export function richnessOf(text: string): number {
  return meaningWords(text).filter(({ kind }) => kind === 'word' || kind === 'exact' || kind === 'limit')
    .length
}

interface Matched {
  shared: SharedWord[]
  onlyA: MeaningWord[]
  onlyB: MeaningWord[]
}

/** The first of a key in one with the first in the other, and so on. */
function match(a: readonly MeaningWord[], b: readonly MeaningWord[]): Matched {
  const places = new Map<string, number[]>()
  for (let at = b.length - 1; at >= 0; at--) {
    if (b[at]!.kind === 'mark') continue
    const known = places.get(b[at]!.key)
    if (known) known.push(at)
    else places.set(b[at]!.key, [at])
  }
  const shared: SharedWord[] = []
  const onlyA: MeaningWord[] = []
  for (const [at, word] of a.entries()) {
    const place = word.kind === 'mark' ? undefined : places.get(word.key)?.pop()
    if (place !== undefined) shared.push([at, place])
    else if (word.kind !== 'mark') onlyA.push(word)
  }
  return { shared, onlyA, onlyB: [...places.values()].flat().map((at) => b[at]!) }
}

/** Words that begin a phrase. */
const STARTS = new Set(['from', 'into', 'through', '在', '因', '从', '用'])

/**
 * What one says beyond the other is a phrase or a clause of its own: "…, in staging too". A word put before a noun
 * ("staging database") or one more of a list ("Anna and Bert") says something else.
 */
function isAddition(all: readonly MeaningWord[], extra: ReadonlySet<MeaningWord>): boolean {
  const isBoundary = (word: MeaningWord | undefined) =>
    word === undefined || word.kind === 'mark' || word.kind === 'joint'
  const isMore = (word: MeaningWord | undefined) =>
    word !== undefined && extra.has(word) && !SOFT.has(word.key)
  for (let at = 0; at < all.length; at++) {
    if (!isMore(all[at]) || all[at]!.kind !== 'word') continue
    const start = at
    while (isMore(all[at]) || (all[at]?.kind === 'joint' && isMore(all[at + 1]))) at++
    const before = all[start - 1]
    const said = all.slice(start, at).filter(({ kind }) => kind === 'word').length
    if (!isBoundary(before) && !STARTS.has(all[start]!.key)) return false
    if (before?.key === 'and' && said < 3) return false
    if (!isBoundary(all[at])) return false
  }
  return true
}
