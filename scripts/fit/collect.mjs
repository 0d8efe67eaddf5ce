// What the fit of the order needs of one set: for every question its candidates with their features.
import { Stores } from '../../bench/evaluate/stores.mjs'
import { embedSetQueries } from '../../dist/search/evaluate/build-store.js'
import { VectorCache } from '../../dist/search/evaluate/vector-cache.js'
import { findCandidates } from '../../dist/search/ranking/candidates.js'
import { FUSION } from '../../dist/search/ranking/fitted.js'
import { fusionFeatures, rankCandidates } from '../../dist/search/ranking/fusion.js'
import { POOL } from '../../dist/search/search.js'
import { queryTerms } from '../../dist/search/text/terms.js'

const ALL = 1_000

export async function collect({ corpus, queries }, embedders, cacheDirectory) {
  const embedding = { embedders, cache: new VectorCache(cacheDirectory) }
  const stores = new Stores(corpus, embedding)
  const asked = queries.filter(({ group, relevant }) => stores.has(group) && relevant.length > 0)
  const vectors = await embedSetQueries(
    asked.map(({ text }) => text),
    embedding,
  )
  const questions = []
  for (const [index, { text, group, relevant }] of asked.entries()) {
    const wanted = new Set(relevant)
    const store = await stores.get(group)
    const found = await findCandidates(store, {
      terms: queryTerms(text),
      vectors: vectors[index],
      pool: POOL,
    })
    const ranked = await rankCandidates(store, found, { mode: 'hybrid', depth: ALL })
    questions.push({
      wanted: wanted.size,
      candidates: ranked.map((hit) => withFeatures(hit, found, wanted)),
    })
  }
  await stores.close()
  return { questions }
}

/** `context`: what the conversation and its situations added, which is not fitted here. */
function withFeatures({ candidate, score }, found, wanted) {
  const features = fusionFeatures(candidate, found)
  const own = Object.entries(FUSION.weights).reduce((sum, [name, weight]) => sum + weight * features[name], 0)
  return { features, context: score - own, relevant: wanted.has(candidate.document.id) }
}
