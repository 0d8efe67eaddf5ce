// npm run bench -- retrieval --data DIR [--sets a,b] [--models DIR] [--cache DIR] [--plot]: what `memdir eval` measures,
// over all sets of a directory (<set>.corpus.jsonl.gz, <set>.queries.jsonl.gz). --plot draws docs/abstention.svg.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { evaluate } from '../dist/cli/evaluate/evaluate.js'
import { readCorpus, readQueries } from '../dist/cli/evaluate/read-set.js'
import { createEmbedders } from '../dist/search/embed/create-embedders.js'
import { printTable } from './measure.mjs'
import { plotAbstention } from './recall/plot-abstention.mjs'

export async function run(args) {
  const option = (name, otherwise) => (args.includes(name) ? args[args.indexOf(name) + 1] : otherwise)
  const data = option('--data')
  if (!data) throw new Error('Give --data DIR: a directory of evaluation sets.')
  const home = join(homedir(), '.memdir')
  const embedders = await createEmbedders({ modelsDirectory: option('--models', join(home, 'models')) })
  const cacheDirectory = option('--cache', join(home, 'models', 'evaluation'))
  const found = readdirSync(data).flatMap((name) => /^(.+)\.queries\.jsonl(\.gz)?$/.exec(name)?.[1] ?? [])
  const sets = option('--sets')?.split(',') ?? found
  const curves = []
  const rows = []
  for (const set of sets) {
    const path = (part) =>
      join(
        data,
        readdirSync(data).find((name) => name.startsWith(`${set}.${part}.jsonl`)),
      )
    const corpus = readCorpus(path('corpus'))
    const measured = await evaluate({
      corpus,
      queries: readQueries(path('queries')),
      embedders,
      cacheDirectory,
      negatives: true,
      onProgress: ({ stage, done, total }) => process.stderr.write(`\r${set}: ${stage} ${done}/${total}   `),
    })
    process.stderr.write('\n')
    rows.push(row(set, measured))
    if (measured.negatives) curves.push({ set, ...measured.negatives })
  }
  printTable(
    [
      'set',
      'n',
      'hybrid R@5',
      'R@1',
      'full text R@5',
      'R@1',
      'vectors R@5',
      'false injection',
      'at a cost of',
    ],
    rows,
  )
  if (args.includes('--plot'))
    plotAbstention(curves, fileURLToPath(new URL('../docs/abstention.svg', import.meta.url)))
  await embedders.close()
}

function row(set, { n, hybrid, fulltext, vectors, negatives }) {
  const of = (value) => value.toFixed(1)
  return [
    set,
    n,
    of(hybrid['R@5']),
    of(hybrid['R@1']),
    of(fulltext['R@5']),
    of(fulltext['R@1']),
    of(vectors['R@5']),
    negatives ? `${of(negatives.falseInjection)} %` : 'n/a',
    negatives ? of(negatives.cost) : '',
  ]
}
