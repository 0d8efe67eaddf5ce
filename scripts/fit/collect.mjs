// What the fits need of one set: for every question its candidates with their features, and what foreign questions find by
// chance.

import { Stores } from '../../bench/evaluate/stores.mjs'
import { embedSetQueries } from '../../dist/search/evaluate/build-store.js'
import { VectorCache } from '../../dist/search/evaluate/vector-cache.js'
import { findCandidates } from '../../dist/search/ranking/candidates.js'
import { FUSION } from '../../dist/search/ranking/fitted.js'
import { foreignQuestions } from '../../dist/search/ranking/foreign-questions.js'
import { fusionFeatures, rankCandidates } from '../../dist/search/ranking/fusion.js'
import { judgeHits } from '../../dist/search/ranking/similarity.js'
import { POOL } from '../../dist/search/search.js'
import { queryTerms } from '../../dist/search/text/terms.js'

const ALL = 1_000
const SHOWN = 5

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
    const own = await ask(stores, group, text, vectors[index])
    questions.push({
      wanted: wanted.size,
      candidates: own.ranked.map((hit) => withFeatures(hit, own.found, wanted)),
    })
  }
  const chance = await chances(stores, await embedSetQueries(foreignQuestions, embedding))
  await stores.close()
  return { questions, chance }
}

async function ask(stores, group, text, vectors) {
  const { store } = await stores.get(group)
  const found = await findCandidates(store, { terms: queryTerms(text), vectors, pool: POOL })
  const ranked = await rankCandidates(store, found, { mode: 'hybrid', depth: ALL })
  return { found, ranked }
}

/** `context`: what the conversation added, which is not fitted here. */
function withFeatures({ candidate, score }, found, wanted) {
  const features = fusionFeatures(candidate, found)
  const own = Object.entries(FUSION.weights).reduce((sum, [name, weight]) => sum + weight * features[name], 0)
  return { features, context: score - own, relevant: wanted.has(candidate.document.id) }
}

async function chances(stores, vectors) {
  const found = []
  for (const name of stores.names)
    for (const [index, text] of foreignQuestions.entries()) {
      const asked = await ask(stores, name, text, vectors[index])
      if (asked.found.covered === 0) continue
      const best = judgeHits(asked.ranked.slice(0, SHOWN), asked.found).map((one) => one.evidence)
      found.push({ dense: asked.found.dense, evidence: Math.max(...best) })
    }
  return found
}
