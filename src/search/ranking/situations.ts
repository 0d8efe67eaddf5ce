// When memories matter, beside what they say: those whose situations a query fits are candidates like those whose texts
// it fits, and of every candidate is known what its situations have in common with the query. Apart from the text's: which
// of them counts how much, the judge says.

import type { SearchFilter, StoredDocument } from '../search-document.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { SituationResult, TextResult, WeightedTerm } from '../text/text-query.ts'
import { situationModel } from '../vectors/situation-model.ts'
import type { SearchVectors } from '../vectors/vector-index.ts'

/** A query's vector, as far as it matters here. */
interface AskedVector {
  model: string
  vector: Float32Array
  /** A gloss is a rough translation. */
  form: 'original' | 'gloss'
  chineseOnly?: boolean
}

interface Asked {
  terms: readonly WeightedTerm[]
  /** Originals first. */
  vectors: readonly AskedVector[]
  filter?: SearchFilter
  /** Taken from full text and from each model. */
  pool: number
}

interface Store {
  text: TextIndex
  vectors: Pick<SearchVectors, 'nearest'>
}

/** What the situations of a memory have in common with a query. */
export interface SituationEvidence {
  /** Share of the query's weight whose terms they say, by how rare these are in texts and situations. */
  matched: number
  matchedTerms: readonly string[]
  /** Cosine of their vector; undefined without one that may judge them. */
  cosine: number | undefined
  /** Whose cosine it is. */
  judge: AskedVector | undefined
  /** Cosine of the query's gloss, where an original vector judged. */
  gloss: number | undefined
}

/** By document. */
type Cosines = Map<string, Pick<SituationEvidence, 'cosine' | 'judge' | 'gloss'>>

/** The documents that are not known yet, and what any document has in common. */
export async function askSituations(
  store: Store,
  known: readonly StoredDocument[],
  { terms, vectors, filter, pool }: Asked,
  { situations, rarity }: TextResult,
): Promise<{
  news: StoredDocument[]
  evidenceOf: (document: StoredDocument) => SituationEvidence | undefined
}> {
  if (!situations) return { news: [], evidenceOf: () => undefined }
  const byWords = store.text.documentsAt(situations.rows)
  const wanted = [...known, ...byWords].filter(({ situation }) => situation > 0).map(({ id }) => id)
  const cosines = await cosinesOf(store, vectors, { filter, limit: pool, wanted })
  const near = store.text.documents([...cosines.keys()])
  const news = new Map([...byWords, ...near].map((document) => [document.id, document]))
  for (const { id } of known) news.delete(id)
  const wordsOf = wordsIn(situations, terms, rarity)
  return {
    news: [...news.values()],
    evidenceOf: ({ id, row, situation }) =>
      situation === 0 ? undefined : { ...wordsOf(row), ...(cosines.get(id) ?? UNKNOWN) },
  }
}

const UNKNOWN = { cosine: undefined, judge: undefined, gloss: undefined }

async function cosinesOf(
  { vectors: stored }: Store,
  vectors: readonly AskedVector[],
  asked: Pick<Asked, 'filter'> & { limit: number; wanted: readonly string[] },
): Promise<Cosines> {
  const cosines: Cosines = new Map()
  const { filter, limit } = asked
  for (const vector of vectors) {
    // What another vector found is asked of this one, too.
    const wanted = [...new Set([...asked.wanted, ...cosines.keys()])].map((memory) => ({
      memory,
      passage: 0,
    }))
    const model = situationModel(vector.model)
    const { hits } = await stored.nearest({ model, to: vector.vector, limit, filter, wanted })
    for (const { memory, cosine } of hits)
      cosines.set(memory, takeCosine(cosines.get(memory), cosine, vector))
  }
  return cosines
}

/** An original vector judges, and where there are two the one that is nearer; a gloss speaks next to it. */
function takeCosine(
  former: Pick<SituationEvidence, 'cosine' | 'judge' | 'gloss'> = UNKNOWN,
  cosine: number,
  judge: AskedVector,
): Pick<SituationEvidence, 'cosine' | 'judge' | 'gloss'> {
  if (former.judge?.form === 'original' && judge.form === 'gloss') return { ...former, gloss: cosine }
  return former.cosine === undefined || cosine > former.cosine ? { ...former, cosine, judge } : former
}

/** A term is as rare as it is where it is more common, in texts or in situations. */
function wordsIn(
  situations: SituationResult,
  terms: Asked['terms'],
  rarity: TextResult['rarity'],
): (row: number) => Pick<SituationEvidence, 'matched' | 'matchedTerms'> {
  const weights = terms.map(
    ({ weight }, at) => weight * Math.min(rarity[at] ?? 0, situations.rarity[at] ?? 0),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return (row) => {
    const matched = situations.matchedAt(row)
    const weight = matched.reduce((sum, at) => sum + (weights[at] ?? 0), 0)
    return { matched: weight / all, matchedTerms: matched.flatMap((at) => terms[at]?.term ?? []) }
  }
}
