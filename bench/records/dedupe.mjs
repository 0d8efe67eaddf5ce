// How well likely doubles are distinguished from texts that only sound similar, with the embedded models: near by cosine, and no
// other number, name or negation. Rewordings and near misses are in pairs.json, some as whole pairs; what the others
// reword, and the nearest neighbours that are further near misses, come from the development data (`dedupe DIRECTORY`),
// which is not in this repository.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { exactDifference } from '../../dist/base/statements/exact-difference.js'
import { toSimplified } from '../../dist/base/terms/characters.js'
import { createEmbedders } from '../../dist/search/create-embedders.js'
import { printTable } from '../measure.mjs'

const PAIRS = JSON.parse(readFileSync(fileURLToPath(new URL('pairs.json', import.meta.url)), 'utf8'))
/** Neighbours of each item: these are as alike as another item can be. */
const NEIGHBOURS = 3
/** The product's: src/memory/records/likely-doubles.ts. */
const LEAST_COSINE = 0.91

export async function run([directory = '../shared/data/retrieval']) {
  const modelsDirectory = join(process.env.MEMDIR_HOME ?? join(homedir(), '.memdir'), 'models')
  const embedders = await createEmbedders({ modelsDirectory })
  try {
    const pairs = []
    for (const set of ['madial-en', 'madial-zh']) pairs.push(...(await pairsOf(set, directory, embedders)))
    for (const language of ['en', 'zh']) pairs.push(...(await ownPairs(language, embedders)))
    const row = (name, list) => [name, ...counts(list), ...measure(list)]
    const of = (language) => pairs.filter((pair) => pair.set.endsWith(language))
    printTable(
      ['pairs', 'same', 'other', 'precision', 'recall'],
      [
        row('likely doubles', pairs),
        ...['en', 'zh'].map((language) => row(`  ${language}`, of(language))),
        row(
          'by cosine alone',
          pairs.map((pair) => ({ ...pair, similarity: pair.cosine })),
        ),
      ],
    )
  } finally {
    await embedders.close()
  }
}

async function pairsOf(set, directory, embedders) {
  const lines = gunzipSync(readFileSync(join(directory, `${set}.corpus.jsonl.gz`))).toString('utf8')
  const items = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const vectors = new Map()
  const vectorsOf = async (text) => {
    if (!vectors.has(text)) vectors.set(text, await embedMemory(embedders, text))
    return vectors.get(text)
  }
  const pair = async (item, text, same) => {
    const cosine = cosineOf(await vectorsOf(item.text), await vectorsOf(text)) ?? 0
    return { set, same, cosine, similarity: similarityOf(item.text, text, cosine) }
  }
  const pairs = []
  for (const [kind, texts] of Object.entries(PAIRS[set]))
    for (const [id, text] of Object.entries(texts))
      pairs.push(
        await pair(
          items.find((item) => item.id === id),
          text,
          kind === 'same',
        ),
      )
  for (const item of items) {
    const own = await vectorsOf(item.text)
    const others = []
    // The sets repeat some items word for word: those do say the same.
    for (const other of items)
      if (other.text !== item.text)
        others.push({ other, cosine: cosineOf(own, await vectorsOf(other.text)) ?? 0 })
    others.sort((a, b) => b.cosine - a.cosine)
    for (const { other } of others.slice(0, NEIGHBOURS)) pairs.push(await pair(item, other.text, false))
  }
  return pairs
}

async function ownPairs(language, embedders) {
  const pairs = []
  for (const [kind, list] of Object.entries(PAIRS.own[language]))
    for (const [one, other] of list) {
      const cosine = cosineOf(await embedMemory(embedders, one), await embedMemory(embedders, other)) ?? 0
      const similarity = similarityOf(one, other, cosine)
      pairs.push({ set: `own-${language}`, same: kind === 'same', cosine, similarity })
    }
  return pairs
}

/** As the catalog stores a memory: by the models that read it in its own language. */
async function embedMemory(embedders, text) {
  const parts = await embedders.plan(toSimplified(text))
  const vectors = parts
    .filter(({ form }) => form === 'original')
    .map(async ({ embedder, text: part }) => {
      const [vector] = await embedder.embed([part], { purpose: 'memory' })
      return { model: embedder.model, vector }
    })
  return Promise.all(vectors)
}

function similarityOf(one, other, cosine) {
  return exactDifference(one, other) === undefined ? cosine : 0
}

function cosineOf(one, other) {
  const found = one.flatMap(({ model, vector }) => {
    const match = other.find((candidate) => candidate.model === model)
    return match ? [vector.reduce((sum, value, at) => sum + value * match.vector[at], 0)] : []
  })
  return found.length === 0 ? undefined : Math.max(...found)
}

function measure(pairs) {
  const linked = pairs.filter(({ similarity }) => similarity >= LEAST_COSINE)
  const right = linked.filter(({ same }) => same).length
  const same = pairs.filter((pair) => pair.same).length
  return [right / Math.max(1, linked.length), right / Math.max(1, same)].map((rate) => rate.toFixed(3))
}

function counts(pairs) {
  const same = pairs.filter((pair) => pair.same).length
  return [same, pairs.length - same]
}
