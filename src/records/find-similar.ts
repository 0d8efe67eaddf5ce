// Which memories say nearly what a text says: for merging.
//
// Before a memory is added nobody wants to wait for a model that is not needed: words name the few that might say the
// same, and only those are compared by meaning. What shares hardly a word with its double is found by the worker.
import type { Memory } from '../memory/memory.ts'
import { overlapOf, pairSimilarity } from './pair-similarity.ts'
import type { FindSimilar, FoundMemory, RecordSearch, SimilarMemory } from './record.ts'
import { statementKey } from './statements.ts'

export interface FindSimilarParts {
  search: RecordSearch
  /** Cosines of a text with others, as memories; undefined where no model reads both. */
  compare(text: string, others: readonly string[]): Promise<(number | undefined)[]>
}

/** Characters: what follows in long texts would only cost time. */
const MOST_COMPARED = 4_000
/** Share of words that two texts must have in common to be compared by meaning before one is added. */
const LIKELY = 0.2
/** Looked at for each, when all are looked through. */
const CANDIDATES = 4
/** So many are compared by meaning at most: each costs some 10 ms. */
const MOST_LIKELY = 4

/** By meaning, as far as there are vectors. */
export function findByMeaning(parts: FindSimilarParts): FindSimilar {
  return async (text, { limit, wanted = () => true }) => {
    const found = await parts.search(text.slice(0, MOST_COMPARED), { limit, threshold: 0 })
    return judge(
      parts,
      text,
      found.filter(({ memory }) => wanted(memory)),
    )
  }
}

/** By words first, then by meaning where words say that it is worth it. Never fails: adding must not wait for search. */
export function findByWords(parts: FindSimilarParts): FindSimilar {
  return async (text, { limit, wanted = () => true, keep = () => false }) => {
    const how = { limit: 3 * limit, threshold: 0, words: true }
    const found = await parts.search(text.slice(0, MOST_COMPARED), how).catch(() => [])
    const likely = found
      .filter(({ memory }) => wanted(memory))
      .map((hit) => ({ hit, overlap: keep(hit.memory) ? 1 : overlapOf(text, hit.memory.content) }))
      .filter(({ overlap }) => overlap >= LIKELY)
      .sort((a, b) => b.overlap - a.overlap)
      .slice(0, MOST_LIKELY)
      .map(({ hit }) => hit)
    const same = likely.find(({ memory }) => statementKey(memory.content) === statementKey(text))
    return same ? [{ memory: same.memory, similarity: 1 }] : judge(parts, text, likely)
  }
}

/** So near to the stored vector that a comparison of the two texts may end at "the same" (cosine 0.91). */
const WORTH_COMPARING = 0.6

/**
 * For looking through all memories: `without` names the files that have no vectors yet. They are compared by their
 * words alone, for embedding thousands of texts is the work of `reindex`.
 */
export function findAmongAll(
  parts: FindSimilarParts,
  without: ReadonlySet<string>,
): (memory: Memory) => Promise<SimilarMemory[]> {
  const { search } = parts
  const byWords = findByWords({ search, compare: async (_, others) => others.map(() => undefined) })
  return async (memory) => {
    const { file, content } = memory
    const wanted = (other: Memory) => other.file !== file
    if (without.has(file)) return byWords(content, { limit: CANDIDATES, wanted })
    const found = await search(content.slice(0, MOST_COMPARED), { limit: CANDIDATES + 1, threshold: 0 })
    const others = found.filter((hit) => wanted(hit.memory))
    const near = others.filter(({ why }) => why.cosine !== undefined && why.cosine >= WORTH_COMPARING)
    const rest = others.filter((hit) => !near.includes(hit))
    const judged = [...(await judge(parts, content, near)), ...judgeWords(content, rest)]
    return judged.sort((a, b) => b.similarity - a.similarity)
  }
}

function judgeWords(text: string, found: readonly FoundMemory[]): SimilarMemory[] {
  return found.map(({ memory }) => ({ memory, similarity: pairSimilarity(text, memory.content, undefined) }))
}

/** Most similar first. */
async function judge(
  { compare }: FindSimilarParts,
  text: string,
  found: readonly FoundMemory[],
): Promise<SimilarMemory[]> {
  const bodies = found.map(({ memory }) => memory.content.trim().slice(0, MOST_COMPARED))
  const cosines =
    found.length === 0 ? [] : await compare(text.slice(0, MOST_COMPARED), bodies).catch(() => [])
  return found
    .map(({ memory }, at) => ({ memory, similarity: pairSimilarity(text, memory.content, cosines[at]) }))
    .sort((a, b) => b.similarity - a.similarity)
}
