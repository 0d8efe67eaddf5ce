// Pairs of memories whose stored vectors are near: what may say the same. No model is asked: it costs one scan for each
// memory, about a millisecond among 10,000.

import { isOver, type TimeLimit } from '../../base/time/time-limit.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import type { StoredDocument } from '../search-document.ts'

/** Where the limit is over, what was found until then is returned. */
export interface NearFilePairsOptions extends TimeLimit {
  /** Cosine from which a pair counts. */
  atLeast: number
  /** Only pairs with one of these files; absent: all. */
  of?: readonly string[]
  /** Milliseconds since 1970: expired memories are left out. */
  now: number
}

interface FilePair {
  /** Files, in the order of the alphabet. */
  files: readonly [string, string]
  cosine: number
}

export interface NearFilePairs {
  /** Nearest first. */
  pairs: FilePair[]
  /** Files that have a vector and were compared with all others. */
  compared: string[]
  /** Whose vectors they were. */
  model: string
}

/** More than this many likenesses of one memory are a pattern, not doubles. */
const MOST_EACH = 8
/** Others in the process get a turn after so many. */
const TURN = 25

export async function nearFilePairs(
  store: SearchStore,
  embedders: readonly Pick<Embedder, 'model' | 'languages'>[],
  options: NearFilePairsOptions,
): Promise<NearFilePairs> {
  const pairs = new Map<string, FilePair>()
  const compared: string[] = []
  for (const [index, document] of store.text.documents(options.of).entries()) {
    if (index % TURN === TURN - 1) await new Promise(setImmediate)
    if (isOver(options)) break
    const found = await nearPairsOf(store, embedders, document, options)
    if (!found) continue
    compared.push(document.id)
    for (const pair of found) pairs.set(pair.files.join('\n'), pair)
  }
  return {
    pairs: [...pairs.values()].sort((a, b) => b.cosine - a.cosine),
    compared,
    model: embedders.map(({ model }) => model).join(' '),
  }
}

/** Undefined where it has no vector to compare. */
async function nearPairsOf(
  { text, vectors }: SearchStore,
  embedders: readonly Pick<Embedder, 'model' | 'languages'>[],
  document: StoredDocument,
  { atLeast, now }: NearFilePairsOptions,
): Promise<FilePair[] | undefined> {
  // A rough translation cannot say that two texts say the same: each is judged in its own language.
  const language = document.dense ? 'zh' : 'en'
  const model = embedders.find(({ languages }) => languages.includes(language))?.model
  if (model === undefined || (document.expires ?? Infinity) <= now) return undefined
  const to = { memory: document.id, passage: 0 }
  const filter = { liveAt: now }
  const limit = MOST_EACH + 1
  const { hits } = await vectors.nearest({ model, to, limit, filter, wanted: [to], atLeast })
  if (!hits.some(({ memory, passage }) => memory === document.id && passage === 0)) return undefined
  const near = hits.filter((hit) => hit.memory !== document.id && hit.passage === 0 && hit.cosine >= atLeast)
  const dense = new Map(text.documents(near.map(({ memory }) => memory)).map((one) => [one.id, one.dense]))
  return near
    .filter(({ memory }) => dense.get(memory) === document.dense)
    .map(({ memory, cosine }) => ({
      files: memory < document.id ? [memory, document.id] : [document.id, memory],
      cosine,
    }))
}
