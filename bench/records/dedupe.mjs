// How well two texts that say the same are told from those that only sound alike, with the embedded models. The pairs
// are split in two by the item's id: the threshold is chosen on one half, and precision and recall are measured on the
// other. Rewordings and near misses are in pairs.json, some as whole pairs; what the others reword, and the nearest neighbours that are further
// near misses, come from the development data (`dedupe DIRECTORY`), which is not in this repository.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { createEmbedders } from '../../dist/embed/create-embedders.js'
import { overlapOf, pairSimilarity } from '../../dist/records/pair-similarity.js'
import { embedMemory } from '../../dist/search/embed-texts.js'
import { printTable } from '../measure.mjs'

const PAIRS = JSON.parse(readFileSync(fileURLToPath(new URL('pairs.json', import.meta.url)), 'utf8'))
/** Of each item: these are as alike as another item can be. */
const NEIGHBOURS = 3
const GOAL = { precision: 0.95, recall: 0.6 }
/** The product's: src/engine/records.ts, src/records/find-similar.ts. */
const MERGE_AT = 0.85
const LIKELY = 0.2

export async function run([directory = '../shared/data/retrieval']) {
  const modelsDirectory = join(process.env.MEMDIR_HOME ?? join(homedir(), '.memdir'), 'models')
  const embedders = await createEmbedders({ modelsDirectory })
  try {
    const pairs = []
    for (const set of ['madial-en', 'madial-zh']) pairs.push(...(await pairsOf(set, directory, embedders)))
    const items = pairs.length
    for (const language of ['en', 'zh']) pairs.push(...(await ownPairs(language, embedders)))
    const [chosenOn, heldOut] = [
      pairs.filter((pair) => pair.half === 0),
      pairs.filter((pair) => pair.half === 1),
    ]
    const threshold = chooseThreshold(chosenOn)
    const row = (name, list, at) => [name, ...counts(list), at.toFixed(3), ...measure(list, at)]
    printTable(
      ['pairs', 'same', 'other', 'threshold', 'precision', 'recall', 'goal'],
      [
        row('chosen on', chosenOn, threshold),
        row('held out, threshold chosen', heldOut, threshold),
        row('held out, threshold built in', heldOut, MERGE_AT),
        row(
          '  without own pairs',
          pairs.slice(0, items).filter((pair) => pair.half === 1),
          MERGE_AT,
        ),
        ...['en', 'zh'].map((language) =>
          row(
            `  ${language}`,
            heldOut.filter((pair) => pair.set.endsWith(language)),
            MERGE_AT,
          ),
        ),
        row(
          'held out, words alone',
          heldOut.map((pair) => ({ ...pair, similarity: pair.byWords })),
          MERGE_AT,
        ),
      ],
    )
    const merged = pairs.filter(({ same, similarity }) => same && similarity >= MERGE_AT)
    const seen = merged.filter(({ overlap }) => overlap >= LIKELY).length
    console.log(
      `of ${merged.length} that say the same and reach ${MERGE_AT}, words name ${seen} before anything is added`,
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
    const cosine = cosineOf(await vectorsOf(item.text), await vectorsOf(text))
    return {
      set,
      same,
      half: halfOf(items, item),
      similarity: pairSimilarity(item.text, text, cosine),
      byWords: pairSimilarity(item.text, text, undefined),
      overlap: overlapOf(item.text, text),
    }
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
    // Within its half, or a pair seen from both ends would be in both. The sets repeat some items word for word:
    // those do say the same.
    for (const other of items)
      if (halfOf(items, other) === halfOf(items, item) && other.text !== item.text)
        others.push({ other, cosine: cosineOf(own, await vectorsOf(other.text)) ?? 0 })
    others.sort((a, b) => b.cosine - a.cosine)
    for (const { other } of others.slice(0, NEIGHBOURS)) pairs.push(await pair(item, other.text, false))
  }
  return pairs
}

/** Whole pairs, by turns in one half or the other. */
async function ownPairs(language, embedders) {
  const pairs = []
  for (const [kind, list] of Object.entries(PAIRS.own[language]))
    for (const [at, [one, other]] of list.entries()) {
      const cosine = cosineOf(await embedMemory(embedders, one), await embedMemory(embedders, other))
      pairs.push({
        set: `own-${language}`,
        same: kind === 'same',
        half: at % 2,
        similarity: pairSimilarity(one, other, cosine),
        byWords: pairSimilarity(one, other, undefined),
        overlap: overlapOf(one, other),
      })
    }
  return pairs
}

/** Items by turns, so that both halves have all kinds. */
function halfOf(items, item) {
  return items.indexOf(item) % 2
}

function cosineOf(one, other) {
  const found = one.flatMap(({ model, vector }) => {
    const match = other.find((candidate) => candidate.model === model)
    return match ? [vector.reduce((sum, value, at) => sum + value * match.vector[at], 0)] : []
  })
  return found.length === 0 ? undefined : Math.max(...found)
}

/** The lowest that keeps the precision: the most that may be merged. */
function chooseThreshold(pairs) {
  const values = [...new Set(pairs.map(({ similarity }) => similarity))].sort((a, b) => a - b)
  return values.find((at) => rates(pairs, at).precision >= GOAL.precision) ?? 1
}

function rates(pairs, at) {
  const merged = pairs.filter(({ similarity }) => similarity >= at)
  const right = merged.filter(({ same }) => same).length
  const same = pairs.filter((pair) => pair.same).length
  return { precision: merged.length === 0 ? 1 : right / merged.length, recall: right / Math.max(1, same) }
}

function measure(pairs, at) {
  const { precision, recall } = rates(pairs, at)
  const ok = precision >= GOAL.precision && recall >= GOAL.recall
  return [precision.toFixed(3), recall.toFixed(3), ok ? 'ok' : `under ${GOAL.precision} / ${GOAL.recall}`]
}

function counts(pairs) {
  const same = pairs.filter((pair) => pair.same).length
  return [same, pairs.length - same]
}
