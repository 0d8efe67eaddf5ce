// What judging notes is fitted on: prompts with and without an answer, put to the store of their project, to a foreign
// one, to all of them in one, and to stores of five. Only the tune half, and of that what is one sentence long.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeSearchStore } from '../../dist/search/catalog/catalog-files.js'
import { buildStore, embedSetQueries } from '../../dist/search/evaluate/build-store.js'
import { findCandidates } from '../../dist/search/ranking/candidates.js'
import { evidenceFeatures, judgeOf } from '../../dist/search/ranking/similarity.js'
import { wordsOf } from '../../dist/search/search.js'

const ALL = 1_000
const FIVES = 8
/** Prompts that were written to be hard count less: a person meets fewer of them. */
const HARD = 0.4
/** How much a group counts: what a person meets most, most. */
const SHARES = { own: 1, together: 0.7, foreign: 0.4, five: 0.15 }

/** `<project>.memories.jsonl` and `<project>.prompts.jsonl` of a directory. */
export function readProjects(directory) {
  const lines = (name) =>
    readFileSync(join(directory, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  return readdirSync(directory).flatMap((file) => {
    const name = /^(.+)\.memories\.jsonl$/.exec(file)?.[1]
    if (name === undefined || name === 'readme') return []
    const prompts = lines(`${name}.prompts.jsonl`).filter(
      ({ half, sentences }) => half === 'tune' && sentences === 'one',
    )
    return [{ name, memories: lines(file), prompts }]
  })
}

/** `{stores: {name: [{id, content}]}, queries: [{text, own, want}]}`; what belongs to no store goes to each in turn. */
export function readStores(path) {
  const { stores, queries } = JSON.parse(readFileSync(path, 'utf8'))
  const names = Object.keys(stores)
  const of = (name) => queries.filter(({ own }, index) => (own ?? names[index % names.length]) === name)
  return names.map((name) => ({
    name,
    memories: stores[name].map(({ id, content }) => ({ id: `${name}/${id}`, text: content })),
    prompts: of(name).map(({ text, want = [] }) => ({ text, relevant: want.map((id) => `${name}/${id}`) })),
  }))
}

/** Groups of rows: one prompt put to one store. `families`: lists of projects that may share a store. */
export async function collectPrompts(families, embedding) {
  const groups = []
  for (const projects of families) {
    const open = (memories) => buildStore(memories.map(asDocument), embedding)
    const together = await open(projects.flatMap(({ memories }) => memories))
    const stores = await Promise.all(projects.map(({ memories }) => open(memories)))
    for (const [at, { name, memories, prompts }] of projects.entries()) {
      const fives = await Promise.all(
        Array.from({ length: FIVES }, (_, five) =>
          open(memories.filter((_, index) => index % FIVES === five).slice(0, 5)),
        ),
      )
      const vectors = await embedSetQueries(
        prompts.map(({ text }) => text),
        embedding,
      )
      for (const [index, prompt] of prompts.entries()) {
        const put = async (kind, store) => {
          const rows = await rowsOf(store, prompt, vectors[index])
          const share = SHARES[kind] * (prompt.hard ? HARD : 1)
          groups.push({ project: name, kind, share, rows, prompt, vectors: vectors[index] })
        }
        await put('own', stores[at])
        if (stores.length > 1) {
          await put('foreign', stores[(at + 1) % stores.length])
          await put('together', together)
        }
        await put('five', fives[index % FIVES])
      }
      for (const five of fives) await closeSearchStore(five)
    }
    for (const store of [...stores, together]) await closeSearchStore(store)
  }
  return groups
}

function asDocument({ id, text }) {
  return { id, text }
}

async function rowsOf(store, { text, relevant }, vectors) {
  const found = await findCandidates(store, { ...wordsOf(text), vectors, pool: ALL })
  return found.candidates.map((candidate) => ({
    judge: judgeOf(candidate, found),
    answer: relevant.includes(candidate.document.id),
    features: evidenceFeatures(candidate, found),
  }))
}
