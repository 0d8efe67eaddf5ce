// npm run bench -- retrieval --data DIR [--sets a,b] [--models DIR] [--cache DIR] [--plot] [--limit N] [--by-category]
//   [--no-vectors] [--storage]: search over all sets of a directory (<set>.corpus.jsonl.gz, <set>.queries.jsonl.gz).
// --corpus FILE --queries FILE [--statements FILE] measures one set instead; statements stand for the lines of the corpus
// that they were written from, which become their quotations. --plot draws docs/abstention.svg. --storage: vectors in the
// store that the settings of the working directory choose (storage.backend), removed afterwards.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEngine } from '../dist/connect/engine.js'
import { chosenStore } from '../dist/search/chosen-vectors.js'
import { createEmbedders } from '../dist/search/create-embedders.js'
import { externalVectors } from '../dist/search/vectors/open-external.js'
import { evaluateSet } from './evaluate/evaluate-set.mjs'
import { readCorpus, readQueries, readStatements, withStatements } from './evaluate/read-set.mjs'
import { printTable } from './measure.mjs'
import { plotAbstention } from './recall/plot-abstention.mjs'

const COLUMNS = [
  'set',
  'n',
  'hybrid R@5',
  'R@1',
  'hit@5',
  'full text R@5',
  'R@1',
  'vectors R@5',
  'false injection',
  'at a cost of',
]

export async function run(args) {
  const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise)
  const home = join(homedir(), '.memdir')
  const embedders = args.includes('--no-vectors')
    ? undefined
    : await createEmbedders({ modelsDirectory: option('--models', join(home, 'models')) })
  const storage = args.includes('--storage') ? await openChosen() : undefined
  const curves = []
  const rows = []
  for (const { set, corpus, queries } of setsOf(option)) {
    const measured = await evaluateSet({
      corpus,
      queries,
      embedders,
      cacheDirectory: option('--cache', join(home, 'models', 'evaluation')),
      limit: args.includes('--limit') ? Number(option('--limit')) : undefined,
      negatives: true,
      byCategory: args.includes('--by-category'),
      openVectors: storage?.vectors,
      onProgress: ({ stage, done, total }) => process.stderr.write(`\r${set}: ${stage} ${done}/${total}   `),
    })
    process.stderr.write('\n')
    rows.push(row(set, measured))
    for (const [name, part] of Object.entries(measured.byCategory ?? {})) rows.push(row(`  ${name}`, part))
    if (measured.negatives) curves.push({ set, ...measured.negatives })
  }
  printTable(COLUMNS, rows)
  if (args.includes('--plot'))
    plotAbstention(curves, fileURLToPath(new URL('../docs/abstention.svg', import.meta.url)))
  await embedders?.close()
  await storage?.close()
}

function setsOf(option) {
  const corpus = option('--corpus')
  const queries = option('--queries')
  if (corpus && queries) {
    const statements = option('--statements')
    const lines = readCorpus(corpus)
    const written = statements ? withStatements(lines, readStatements(statements)) : lines
    return [{ set: 'set', corpus: written, queries: readQueries(queries) }]
  }
  const data = option('--data')
  if (!data)
    throw new Error('Give --data DIR: a directory of evaluation sets; or --corpus FILE and --queries FILE.')
  const found = readdirSync(data)
  const names =
    option('--sets')?.split(',') ??
    found.flatMap((name) => /^(.+)\.queries\.jsonl(\.gz)?$/.exec(name)?.[1] ?? [])
  return names.map((set) => {
    const path = (part) =>
      join(
        data,
        found.find((name) => name.startsWith(`${set}.${part}.jsonl`)),
      )
    return { set, corpus: readCorpus(path('corpus')), queries: readQueries(path('queries')) }
  })
}

async function openChosen() {
  const engine = openEngine()
  const chosen = chosenStore({ ...engine, env: process.env }, engine.location.state)
  if (!chosen) throw new Error('storage.backend chooses no store here: the vectors are embedded.')
  const run = randomUUID().slice(0, 8)
  return { vectors: (group) => externalVectors(chosen, `trial.${run}.${group}`), close: () => engine.close() }
}

function row(set, { n, hybrid, fulltext, vectors, negatives }) {
  const of = (value) => value.toFixed(1)
  return [
    set,
    n,
    of(hybrid['R@5']),
    of(hybrid['R@1']),
    of(hybrid['hit@5']),
    of(fulltext['R@5']),
    of(fulltext['R@1']),
    of(vectors['R@5']),
    negatives ? `${of(negatives.falseInjection)} %` : 'n/a',
    negatives ? of(negatives.cost) : '',
  ]
}
