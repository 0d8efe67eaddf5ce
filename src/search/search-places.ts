// One search over several places: what they find is put into one order and chosen from once, and only what was chosen is
// read.
import { isInside } from '../base/paths/is-inside.ts'
import { isPersonsHome } from '../base/settings/config-home.ts'
import type { Memory } from '../memory/memory.ts'
import { provableSource } from '../memory/origin-rules.ts'
import { isOnlyRead, nameIn, type Place } from '../memory/places.ts'
import type { MemoryHit } from './catalog/catalog.ts'
import type { MemoryQuery, UnreadMemories } from './memory-search.ts'
import type { ProjectContext } from './project-context.ts'
import { type LeftOut, leftOutOf, type Ranked, type Selection } from './recall/select-memories.ts'
import type { SearchHit } from './search.ts'

/** A hit whose file is not read yet; the search data says enough to choose. */
export interface Candidate extends Ranked {
  place: Place
  hit: SearchHit
}

/** Picks from all places at once. */
export type Choose = <Hit extends Ranked>(candidates: readonly Hit[]) => Selection<Hit>

export interface PlaceHit extends MemoryHit {
  place: Place
}

export interface PlacesQuery extends MemoryQuery {
  /** Default: all of them. */
  choose?: Choose
}

export interface FoundInPlaces extends Omit<UnreadMemories, 'hits'> {
  /** Best first. A memory of a place beside has its full path as its file. */
  hits: PlaceHit[]
  /** What was not chosen, and why. */
  leftOut: LeftOut[]
}

/**
 * `groups`: what a group finds comes below what those before it found, in the places that they leave; the first place is
 * what all of it is said of (mode, vectors).
 */
export async function searchPlaces(
  context: ProjectContext,
  groups: readonly (readonly Place[])[],
  { choose = chooseAll, ...query }: PlacesQuery,
): Promise<FoundInPlaces> {
  const places = groups.flat()
  const searches = await Promise.all(places.map(context.searchOf))
  const namings = new Map(places.map((place) => [place, namingIn(place, context)]))
  const find = (at: number, before?: UnreadMemories) => searches[at]!.find(query, before)
  let found = await Promise.all(places.map((_, at) => find(at)))
  for (let isLast = false; ; isLast = true) {
    const candidatesOf = (place: Place) =>
      (found[places.indexOf(place)]?.hits ?? []).map((hit) => candidateOf(place, hit, namings.get(place)!))
    const candidates = groups.flatMap((group) => inOneOrder(group.map(candidatesOf))).slice(0, query.limit)
    const { chosen, dropped } = choose(candidates)
    const read = await Promise.all(
      places.map(async (place, at) => {
        const hits = chosen.flatMap((one) => (one.place === place ? [one.hit] : []))
        return hits.length === 0 ? NONE : searches[at]!.read(hits)
      }),
    )
    // A file that had changed was stored again: its place is asked once more, of what the files say now.
    const isStale = read.map((hits) => hits.includes(undefined))
    if (isLast || !isStale.includes(true)) {
      const rest = read.map((hits) => hits.values())
      const hits = chosen.flatMap(({ place }) => {
        const hit = rest[places.indexOf(place)]?.next().value
        return hit ? [{ ...hit, place, memory: namings.get(place)!(hit.memory) }] : []
      })
      return { ...summaryOf(found), hits, leftOut: dropped.map(leftOutOf) }
    }
    found = await Promise.all(found.map((before, at) => (isStale[at] ? find(at, before) : before)))
  }
}

const NONE: (MemoryHit | undefined)[] = []

const chooseAll: Choose = (candidates) => ({ chosen: [...candidates], dropped: [] })

function summaryOf(found: readonly UnreadMemories[]): Omit<UnreadMemories, 'hits'> {
  const { mode = 'fulltext', covered = 0, documents = 0, problem } = found[0] ?? {}
  return {
    ...{ mode, covered, documents, ...(problem && { problem }) },
    left: found.reduce((sum, { left }) => sum + left, 0),
    vectorsLost: found.some(({ vectorsLost }) => vectorsLost),
  }
}

/** Each list is in an order of its own; where there is one alone, it stays as it is. */
function inOneOrder(lists: readonly Candidate[][]): Candidate[] {
  const [first = [], ...others] = lists.filter(({ length }) => length > 0)
  if (others.length === 0) return first
  const all = [first, ...others].flat()
  // What was taken over from a place that is only read is the project's: there it says nothing more.
  const ours = new Set(all.flatMap(({ place, hit }) => (isOnlyRead(place) ? [] : [hit.document.version])))
  return all
    .filter(({ place, hit }) => !isOnlyRead(place) || !ours.has(hit.document.version))
    .sort((a, b) => b.similarity - a.similarity)
}

type Named = Pick<Memory, 'file' | 'source'>
type Naming = <M extends Named>(memory: M) => M

function candidateOf(place: Place, hit: SearchHit, named: Naming): Candidate {
  const { id: file, expires, origin, conversation } = hit.document
  const source = { ...(origin && { origin }), ...(conversation !== undefined && { conversation }) }
  const memory = { file, source, ...(expires !== undefined && { expires: new Date(expires).toISOString() }) }
  return { place, hit, similarity: hit.similarity, memory: named(memory) }
}

/** Memories of a place beside are known by their full path, and are believed as far as their place allows. */
function namingIn(place: Place, context: ProjectContext): Naming {
  if (!place.isBeside) return (memory) => memory
  const inTree = isInTree(place.directory, context)
  return (memory) => ({
    ...memory,
    file: nameIn(place, memory.file),
    source: provableSource(memory.source, { file: memory.file, inTree }),
  })
}

/** Whoever wrote the repository wrote what is in it. What is in the person's home directory is no repository's. */
function isInTree(directory: string, { home, env, location }: ProjectContext): boolean {
  const { root } = location.identity
  return isInside(root, directory) && !isInside(home, directory) && !isPersonsHome(root, env)
}
