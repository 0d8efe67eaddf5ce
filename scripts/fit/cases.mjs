// What the judge sees of every prompt in a store: the features of each memory, of the whole message and of its pieces, by
// the product's own search. `openCases` gives a case: {author, project, store, family, kind, lang, group, rows}, a row of
// `rows` being a memory: {id, relevant, units: [features]}.
import { closeSearchStore } from '../../dist/search/catalog/catalog-files.js'
import { boundedQuery } from '../../dist/search/catalog/embed-texts.js'
import { buildStore, embedSetQueries } from '../../dist/search/evaluate/build-store.js'
import { findCandidates } from '../../dist/search/ranking/candidates.js'
import { judgeFeatures } from '../../dist/search/ranking/judge.js'
import { JUDGE } from '../../dist/search/ranking/judge-weights.js'
import { asMessage, textsOf } from '../../dist/search/ranking/pieces.js'
import { queryTerms } from '../../dist/search/text/terms.js'

export const FEATURES = Object.keys(JUDGE)
/** More than compete: which eight are the best changes with the weights. */
const KEPT = 24
const ALL = 1_000

/** Prompts of these projects put to their own store, with and without situations, and to other ones. */
export async function casesOf({ author, projects, real = false }, embedding) {
  const messages = await embedMessages(
    projects.flatMap(({ prompts }) => prompts),
    embedding,
  )
  const cases = []
  const put = async (name, prompts, memories) => {
    const store = await buildStore(memories.map(asDocument), embedding)
    const size = memories.length
    for (const prompt of prompts) {
      const rows = await rowsOf(store, prompt, messages.get(prompt.id))
      cases.push({ author, project: prompt.project, store: name, size, ...prompt, rows })
    }
    await closeSearchStore(store)
  }
  const hasWhen = projects.some(({ memories }) => memories.some(({ when }) => when.length > 0))
  const everything = projects.flatMap(({ memories }) => memories)
  for (const [at, { name, memories, prompts: own }] of projects.entries()) {
    const prompts = own.map((prompt) => ({ ...prompt, project: name }))
    if (hasWhen) await put('own', prompts, memories)
    await put('bare', prompts, memories.map(withoutWhen))
    if (real || projects.length === 1) continue
    await put('together', prompts, everything)
    const { memories: others } = projects[(at + 1) % projects.length]
    await put('foreign', prompts.map(asForeign), others)
    for (const size of [5, 2])
      for (const [index, prompt] of prompts.entries())
        if (index % 3 === 0)
          await put(size === 5 ? 'five' : 'two', [prompt], fewOf(memories, prompt, size, index))
  }
  return cases
}

const withoutWhen = (memory) => ({ ...memory, when: [] })

const asForeign = (prompt) => ({ ...prompt, family: 'foreign', relevant: [], also: [] })

function asDocument({ id, text, when }) {
  return { id, text, situations: when }
}

/** One answer, where there is any, and others. */
function fewOf(memories, { relevant, also }, size, index) {
  const answers = memories.filter(({ id }) => relevant.includes(id)).slice(0, 1)
  const others = memories.filter(({ id }) => !relevant.includes(id) && !also.includes(id))
  const start = (7 * index) % others.length
  return [...answers, ...others.slice(start), ...others.slice(0, start)].slice(0, size)
}

/** As the product asks a message: embedded piece by piece. */
async function embedMessages(prompts, embedding) {
  const texts = prompts.map(({ text }) => textsOf(boundedQuery(text)))
  const vectors = await embedSetQueries(texts.flat(), embedding)
  let from = 0
  return new Map(
    prompts.map(({ id, text }, at) => {
      const own = vectors.slice(from, from + texts[at].length)
      from += texts[at].length
      const { pieces, vectors: whole } = asMessage(texts[at], own)
      return [id, [{ text: boundedQuery(text), vectors: whole }, ...pieces]]
    }),
  )
}

async function rowsOf(store, { relevant, also }, message) {
  const rows = new Map()
  for (const { text, vectors } of message) {
    const found = await findCandidates(store, { terms: queryTerms(text), vectors, pool: ALL })
    for (const candidate of found.candidates) {
      const { id } = candidate.document
      if (also.includes(id)) continue
      const features = judgeFeatures(candidate, found)
      const row = rows.get(id) ?? { id, relevant: relevant.includes(id), units: [] }
      rows.set(id, row)
      row.units.push(FEATURES.map((name) => Math.fround(features[name])))
    }
  }
  return [...rows.values()]
    .sort((a, b) => roughly(b) - roughly(a))
    .filter(({ relevant: isAnswer }, at) => isAnswer || at < KEPT)
}

const usual = FEATURES.map((name) => JUDGE[name])

function roughly({ units }) {
  return Math.max(...units.map((unit) => unit.reduce((sum, value, at) => sum + value * usual[at], 0)))
}
