// Whether the words that two texts share stand in the same roles: "Alice calls Bob" is not "Bob calls Alice", though
// every word is the same, and a phrase that only moved to the front changes nothing.
import type { MeaningWord } from './meaning-words.ts'

/** Places of one word in both texts. */
export type SharedWord = readonly [inOne: number, inOther: number]

type Words = readonly MeaningWord[]

export function sameRoles(shared: readonly SharedWord[], one: Words, other: Words): boolean {
  const isChinese = one.some(({ key }) => /\p{Script=Han}/u.test(key))
  if (!sameBonds(one, other) || !sameJoints(shared, one, other)) return false
  return !(isChinese ? turnsThree(shared, one) : swapsNeighbours(shared, one, other))
}

/** What these stand before is part of what they say, as with all limits. */
const BINDING = new Set(['from', 'into', 'through', 'by', 'to', '从', '向', '给', '比', '由', '对'])

/** They follow what they belong to: the cache is off. */
const PARTICLES = new Set(['up', 'down', 'off', 'out', 'away', 'ago'])

/** "Not slow tests run" and "slow tests do not run" have the same words: what a limit belongs to must be the same. */
function sameBonds(one: Words, other: Words): boolean {
  const [bonds, there] = [bondsOf(one), bondsOf(other)]
  for (const [key, bound] of bonds) {
    const others = there.get(key)
    if (others?.length === bound.length && bound.sort().join() !== others.sort().join()) return false
  }
  return true
}

function bondsOf(words: Words): Map<string, string[]> {
  const bonds = new Map<string, string[]>()
  for (const [at, { key, kind }] of words.entries()) {
    if ((kind !== 'limit' || PARTICLES.has(key)) && !BINDING.has(key)) continue
    // A negation needs more to say what it denies: "not make all", "not make build".
    const next = words
      .slice(at + 1, at + 6)
      .filter(isSaid)
      .slice(0, key === 'not' ? 2 : 1)
    const said = next.map((word) => word.key).join(' ')
    const bound = bonds.get(key)
    if (bound) bound.push(said)
    else bonds.set(key, [said])
  }
  return bonds
}

/** Prepositions that may stand for one another before the same word. */
const LIKE = [
  ['at', 'in'],
  ['at', 'on'],
  ['and', 'with'],
  ['of', 'at'],
  ['of', 'in'],
  ['of', 'on'],
  ['as', 'for'],
]

/** "A gift for Dana" is not "a gift by Dana"; "at the beach" is "on the beach". */
function sameJoints(shared: readonly SharedWord[], one: Words, other: Words): boolean {
  return shared.every(([at, place]) => {
    const [here, there] = [one[at - 1], other[place - 1]]
    if (here?.kind !== 'joint' || there?.kind !== 'joint' || here.key === there.key) return true
    if (here.key === 'be_name' || there.key === 'be_name') return true
    return LIKE.some((two) => two.includes(here.key) && two.includes(there.key))
  })
}

function isSaid({ kind }: MeaningWord): boolean {
  return kind === 'word' || kind === 'exact'
}

/** Three characters in the reverse order: 小明向小红 and 小红向小明. Moving one phrase turns no three about. */
function turnsThree(shared: readonly SharedWord[], one: Words): boolean {
  const places = shared.filter(([at]) => one[at]!.kind !== 'joint').map(([, place]) => place)
  const highest: number[] = []
  for (const [at, place] of places.entries()) highest.push(Math.max(place, highest[at - 1] ?? -1))
  let lowest = Number.POSITIVE_INFINITY
  for (let at = places.length - 1; at > 0; at--) {
    const place = places[at]!
    if (lowest < place && highest[at - 1]! > place) return true
    lowest = Math.min(lowest, place)
  }
  return false
}

/** After these comes who does it, or whose it is. */
const PASSIVE = new Set(['by', 'of'])

function swapsNeighbours(shared: readonly SharedWord[], one: Words, other: Words): boolean {
  const places = new Map(shared)
  const changed = new Set<string>()
  let passives = 0
  for (const [at, place] of shared) {
    // The same in both directions.
    if (one[at]!.key === 'and') continue
    const [here, there] = [neighboursOf(one, at), neighboursOf(other, place)]
    if (areTurned(here, there, place, places)) {
      if (here.isPassive === there.isPassive) return true
      passives++
      continue
    }
    for (const side of ['left', 'right'] as const) {
      const [was, is] = [one[here[side] ?? -1]?.key, other[there[side] ?? -1]?.key]
      if (was !== undefined && is !== undefined && was !== is) changed.add(`${was} ${is}`)
    }
  }
  // "The parser is called by the lexer" without a turn of the two is the reverse of "the parser calls the lexer".
  const isBy = (words: Words) => words.some(({ key }) => key === 'by')
  return (isBy(one) !== isBy(other) && passives === 0) || isCrossed(changed)
}

/** Where the words directly before and after a word in its phrase stand; undefined where the phrase ends. */
interface Neighbours {
  left?: number
  right?: number
  isPassive: boolean
}

function neighboursOf(words: Words, at: number): Neighbours {
  const isPassive = PASSIVE.has(words[at + 1]?.key ?? '')
  const near = (from: number, step: 1 | -1) => {
    let place = from
    while (words[place]?.kind === 'limit' || words[place]?.kind === 'person') place += step
    const word = words[place]
    return word && isSaid(word) ? place : undefined
  }
  return { left: near(at - 1, -1), right: near(at + (isPassive ? 2 : 1), 1), isPassive }
}

/** What stood before the word stands after it now, and the other way round. */
function areTurned(
  here: Neighbours,
  there: Neighbours,
  place: number,
  places: ReadonlyMap<number, number>,
): boolean {
  if (there.left === undefined || there.right === undefined) return false
  const [left, right] = [places.get(here.left ?? -1), places.get(here.right ?? -1)]
  return left !== undefined && right !== undefined && left > place && right < place
}

/** One word got the other's neighbour, and somewhere the other got the one's. */
function isCrossed(changed: ReadonlySet<string>): boolean {
  return [...changed].some((two) => changed.has(two.split(' ').reverse().join(' ')))
}
