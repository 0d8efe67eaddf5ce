// What the fits need of one set: for every question its candidates with their features, the hits of its own store and of
// a neighbour's as evidence, and what foreign questions find by chance.
import { embedQueries } from '../../dist/evaluate/build-store.js'
import { Stores } from '../../dist/evaluate/stores.js'
import { VectorCache } from '../../dist/evaluate/vector-cache.js'
import { findCandidates } from '../../dist/search/candidates.js'
import { FUSION } from '../../dist/search/fitted.js'
import { foreignQuestions } from '../../dist/search/foreign-questions.js'
import { fusionFeatures, rankCandidates } from '../../dist/search/fusion.js'
import { POOL } from '../../dist/search/search.js'
import { evidenceFeatures, judgeHits, judgeOf } from '../../dist/search/similarity.js'
import { queryTerms } from '../../dist/search/terms.js'

const ALL = 1_000
const SHOWN = 5

export async function collect({ corpus, queries }, embedders, cacheDirectory) {
  const embedding = { embedders, cache: new VectorCache(cacheDirectory) }
  const stores = new Stores(corpus, embedding)
  const asked = queries.filter(({ group, relevant }) => stores.has(group) && relevant.length > 0)
  const vectors = await embedQueries(
    asked.map(({ text }) => text),
    embedding,
  )
  const questions = []
  const judged = []
  for (const [index, { text, group, relevant }] of asked.entries()) {
    const wanted = new Set(relevant)
    const own = await ask(stores, group, text, vectors[index])
    questions.push({
      wanted: wanted.size,
      candidates: own.ranked.map((hit) => withFeatures(hit, own.found, wanted)),
    })
    judged.push(...evidence(own, wanted))
    const neighbour = stores.neighbourOf(group)
    if (neighbour !== undefined)
      judged.push(...evidence(await ask(stores, neighbour, text, vectors[index]), new Set()))
  }
  const chance = await chances(stores, await embedQueries(foreignQuestions, embedding))
  await stores.close()
  return { questions, judged, chance }
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

/** Answers among the first hits, and, where there is none, all of them as what must not be brought up. */
function evidence({ found, ranked }, wanted) {
  const first = ranked.slice(0, SHOWN)
  const answers = first.filter(({ candidate }) => wanted.has(candidate.document.id))
  const isOwn = wanted.size > 0
  return (isOwn ? answers : first).map(({ candidate }) => ({
    judge: judgeOf(candidate, found.dense),
    answer: isOwn,
    features: evidenceFeatures(candidate, found),
  }))
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
