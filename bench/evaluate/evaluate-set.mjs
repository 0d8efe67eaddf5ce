// Measures search on a labelled set: each group is a store of its own, and every question is answered three ways from
// one pass. With negatives, each question is judged as a prompt is, sentence by sentence, in its own store and in the
// next group's, which has no answer to it.

import { boundedQuery } from '../../dist/search/catalog/embed-texts.js'
import { askQuery, summarize } from '../../dist/search/evaluate/ask-query.js'
import { embedSetQueries } from '../../dist/search/evaluate/build-store.js'
import { averageMetrics } from '../../dist/search/evaluate/metrics.js'
import { VectorCache } from '../../dist/search/evaluate/vector-cache.js'
import { asMessage, textsOf } from '../../dist/search/ranking/pieces.js'
import { recallPoints } from '../../dist/search/recall/recall-points.js'
import { CANDIDATES } from '../../dist/search/recall.js'
import { search } from '../../dist/search/search.js'
import { judgeAbstention } from './abstention.mjs'
import { Stores } from './stores.mjs'

/**
 * `embedders`: without, full text only. `cacheDirectory`: where vectors are kept between runs. `limit`: only the first so
 * many questions. `openVectors(group)`: where a group's vectors live, by default in memory; they are dropped afterwards.
 */
export async function evaluateSet(options) {
  const { embedders, onProgress } = options
  const embedding = embedders && { embedders, cache: new VectorCache(options.cacheDirectory) }
  const onEmbed = (done, total) => onProgress?.({ stage: 'embedding', done, total })
  const stores = new Stores(options.corpus, embedding, onEmbed, options.openVectors)
  const known = options.queries.filter(({ group, relevant }) => stores.has(group) && relevant.length > 0)
  const queries = known.slice(0, options.limit ?? known.length)
  const texts = queries.map(({ text }) => text)
  const vectors = embedding ? await embedSetQueries(texts, embedding) : texts.map(() => [])
  try {
    const asked = []
    for (const [index, query] of queries.entries()) {
      const store = await stores.get(query.group)
      asked.push(await askQuery(store, query, vectors[index] ?? []))
      onProgress?.({ stage: 'asking', done: index + 1, total: queries.length })
    }
    return {
      ...summarize(asked),
      ...(options.byCategory ? { byCategory: summarizeByCategory(asked) } : {}),
      ...(options.negatives ? { negatives: await askAsPrompts(stores, asked, embedding) } : {}),
    }
  } finally {
    await stores.close()
  }
}

/** What would be attached to the question as a prompt: how far above the point each hit is, in odds. */
async function answerOf(store, text, message, relevant) {
  const { hits } = await search(store, { text, ...message, isPrompt: true, limit: CANDIDATES, now: 0 })
  return {
    margins: hits.map(({ similarity }) => oddsOf(similarity) - oddsOf(ATTACH)),
    relevant: hits.map(({ document }) => relevant.has(document.id)),
    wanted: relevant.size,
  }
}

const ATTACH = recallPoints({
  get: (name) => (name === 'recall.eagerness' ? 'normal' : true),
  find: () => ({ value: undefined, origin: 'default' }),
}).attach

function oddsOf(chance) {
  return Math.log(chance / Math.max(1e-12, 1 - chance))
}

/** `null`: the set has one group only, there is no neighbour to ask. */
async function askAsPrompts(stores, asked, embedding) {
  const texts = asked.map(({ query }) => boundedQuery(query.text))
  const messages = await asMessages(texts, embedding)
  const own = []
  const foreign = []
  for (const [at, { query }] of asked.entries()) {
    const neighbour = stores.neighbourOf(query.group)
    const message = messages[at]
    if (neighbour === undefined || !message) return null
    const put = async (group, relevant) =>
      answerOf(await stores.get(group), texts[at] ?? '', message, new Set(relevant))
    own.push(await put(query.group, query.relevant))
    foreign.push(await put(neighbour, []))
  }
  return judgeAbstention(own, foreign, averageMetrics(asked.map(({ metrics }) => metrics.hybrid))['R@5'])
}

/** As the product asks a prompt: embedded piece by piece. */
async function asMessages(texts, embedding) {
  const pieces = texts.map(textsOf)
  const vectors = embedding ? await embedSetQueries(pieces.flat(), embedding) : []
  let from = 0
  return pieces.map((own) => {
    const to = from + own.length
    const message = asMessage(own, vectors.slice(from, to))
    from = to
    return message
  })
}

function summarizeByCategory(asked) {
  const categories = [...new Set(asked.map(({ query }) => query.category))].sort()
  return Object.fromEntries(
    categories.map((category) => [
      category,
      summarize(asked.filter(({ query }) => query.category === category)),
    ]),
  )
}
