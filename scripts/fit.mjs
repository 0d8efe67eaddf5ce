// npm run fit -- --data DIR [--authors DIR,DIR] [--sets a,b] [--models DIR] [--cache DIR]: fits the numbers of
// src/search/ranking/judge-weights.ts on prompts with their stores, and shows what everybody is given whose prompts the
// weights have not seen (one author left out at a time), and the weights of all next to those that are there. With
// --sets also those of fitted.ts, on evaluation sets (DIR/retrieval/<set>.corpus.jsonl.gz, …). Changes nothing: who
// takes a number over says so in the commit.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCorpus, readQueries } from '../bench/evaluate/read-set.mjs'
import { createEmbedders } from '../dist/search/create-embedders.js'
import { VectorCache } from '../dist/search/evaluate/vector-cache.js'
import { FUSION } from '../dist/search/ranking/fitted.js'
import { COMPETING, JUDGE, WORDS } from '../dist/search/ranking/judge-weights.js'
import { casesOf } from './fit/cases.mjs'
import { collect } from './fit/collect.mjs'
import { figuresOf, pointFor, replay } from './fit/figures.mjs'
import { fitJudge, judged, packed } from './fit/judge.mjs'
import { fitRanking, recallAtFive } from './fit/ranking.mjs'
import { readFamilies, readReal } from './fit/read-sets.mjs'

const home = join(homedir(), '.memdir', 'models')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.MEMDIR_EVAL_DATA ?? '' },
    authors: { type: 'string', default: '' },
    sets: { type: 'string' },
    models: { type: 'string', default: home },
    cache: { type: 'string', default: join(home, 'evaluation') },
  },
})

/** How much a prompt counts: by the store that it is put to, by whose it is. */
const STORES = { own: 1, bare: 0.6, together: 0.5, foreign: 0.15, five: 0.3, two: 0.2 }
const AUTHORS = { own: 0.3, fit: 0.7, people: 2, five: 1 }
const OTHER_AUTHORS = 3
/** `transcript` is set by hand; by words alone nothing is known of meaning. */
const FITTED = Object.keys(JUDGE).filter((name) => name !== 'transcript')
const BY_WORDS = ['words', 'whenWords', 'bare', 'bareWords', 'terms', 'nothing']
const NOISE = [1, 0.5]

const embedders = await createEmbedders({ modelsDirectory: values.models })
await showJudge()
if (values.sets) await showSets(join(values.data, 'retrieval'), values.sets.split(','))
await embedders.close()

async function showJudge() {
  const embedding = { embedders, cache: new VectorCache(values.cache) }
  const families = readFamilies(values.data, values.authors.split(',').filter(Boolean))
  const real = readReal(values.data).map((project) => ({
    author: project.name,
    real: true,
    projects: [project],
  }))
  const cases = []
  for (const family of [...families, ...real]) {
    process.stderr.write(`${family.author} …\n`)
    for (const one of await casesOf(family, embedding)) cases.push(packed(one))
  }
  const names = families.map(({ author }) => author)
  const fits = (author) => ({ meaning: fitOn(cases, author, JUDGE), words: fitOn(cases, author, WORDS) })
  const leftOut = new Map(names.map((author) => [author, fits(author)]))
  for (const kind of ['meaning', 'words'])
    showLeftOut(cases, kind, new Map(names.map((author) => [author, leftOut.get(author)[kind]])))
  const all = fits(undefined)
  showReal(cases, real, all.meaning)
  compare('JUDGE', JUDGE, all.meaning.weights)
  compare('WORDS', WORDS, all.words.weights)
}

/** What a prompt without an answer should tell: our own hold half is for measuring alone. */
function fitOn(cases, without, start) {
  const { around, least } = COMPETING
  const shareOf = ({ author, store, half, family }) =>
    author === without || half === 'hold' || family === 'real'
      ? 0
      : STORES[store] * (AUTHORS[author] ?? OTHER_AUTHORS)
  const free = start === JUDGE ? FITTED : BY_WORDS
  return { weights: fitJudge(cases, { shareOf, start, free, around, least }), around, least }
}

function showLeftOut(cases, kind, fits) {
  console.log(`\nWhat the fit gives whose author it has not seen (${kind}), in percent`)
  const columns = ['store', 'n', ...NOISE.map((noise) => `at noise ${noise}: reached (orders) / anything`)]
  print([...columns, 'in full at false 5 %', 'riders', 'near misses', 'everyday'], (row) => {
    for (const [author, fit] of fits)
      for (const store of Object.keys(STORES)) {
        const own = cases.filter((one) => one.author === author && one.store === store && one.half !== 'tune')
        if (own.length === 0 || store === 'foreign') continue
        const given = judged(own, fit)
        const lines = NOISE.map((noise) => {
          const line = pointFor(given, 'noise', noise, (point) => ({ line: point }))
          const { reached, orders, anything } = figuresOf(given, { line })
          return `${percent(reached)} (${percent(orders)}) / ${percent(anything)} from ${line.toFixed(3)}`
        })
        const attach = pointFor(given, 'false', 5, (point) => ({ attach: point }))
        const { attached, riders, near, everyday } = figuresOf(given, { attach })
        const full = `${percent(attached)} from ${attach.toFixed(2)}`
        row(
          `${author} ${store}`,
          own.length,
          ...lines,
          full,
          riders.toFixed(2),
          percent(near),
          percent(everyday),
        )
      }
  })
}

function showReal(cases, real, fit) {
  console.log('\nReal prompts by conversation, each store written for the fit: anything / each / in full')
  print(['', ...[0.03, 0.06, 0.1, 0.2].map((line) => `line ${line}`)], (row) => {
    for (const { author } of real)
      for (const store of ['own', 'bare']) {
        const given = judged(
          cases.filter((one) => one.author === author && one.store === store),
          fit,
        )
        row(
          `${author} ${store}`,
          ...[0.03, 0.06, 0.1, 0.2].map((line) => {
            const { anything, each, full } = replay(given, { attach: 0.6, line })
            return `${percent(anything)} / ${each.toFixed(2)} / ${percent(full)}`
          }),
        )
      }
  })
}

async function showSets(data, names) {
  const known = readdirSync(data)
  const pathOf = (set, part) =>
    join(
      data,
      known.find((name) => name.startsWith(`${set}.${part}.jsonl`)),
    )
  const sets = []
  for (const name of names) {
    process.stderr.write(`${name} …\n`)
    const source = {
      corpus: readCorpus(pathOf(name, 'corpus')),
      queries: readQueries(pathOf(name, 'queries')),
    }
    sets.push({ name, ...(await collect(source, embedders, values.cache)) })
  }
  showRanking(sets)
}

function showRanking(sets) {
  const half = (parity) =>
    sets.map((set) => ({ ...set, questions: set.questions.filter((_, index) => index % 2 === parity) }))
  const halves = [fitRanking(half(0), FUSION.weights), fitRanking(half(1), FUSION.weights)]
  console.log('R@5 of the order, in percent')
  print(['set', 'n', 'file', 'fitted on the other half'], (row) => {
    for (const [index, { name, questions }] of sets.entries()) {
      const held = halves.map((weights, parity) => {
        const other = half(1 - parity)[index].questions
        return [recallAtFive(other, weights), other.length]
      })
      const mean = held.reduce((sum, [value, n]) => sum + value * n, 0) / (questions.length || 1)
      row(name, questions.length, recallAtFive(questions, FUSION.weights).toFixed(1), mean.toFixed(1))
    }
  })
  compare('FUSION.weights', FUSION.weights, fitRanking(sets, FUSION.weights))
}

function percent(value) {
  return Number.isNaN(value) ? '–' : value.toFixed(1)
}

function compare(title, file, fitted) {
  console.log(`\n${title}`)
  print(['', 'file', 'fitted'], (row) => {
    for (const [name, value] of Object.entries(file)) row(name, value.toFixed(2), fitted[name].toFixed(2))
  })
}

function print(head, fill) {
  const rows = [head]
  fill((...cells) => rows.push(cells.map(String)))
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  '))
}
