// npm run bench -- recall [--sizes 1000,10000,100000] [--plot]: search over made-up memories, as ratios within one run. The
// query's vector is given: what a prompt costs with its model is measured by `hooks`, next to others by `neighbours`.
// --plot also draws docs/search-latency.svg.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeSearchStore, searchStoreIn } from '../dist/search/catalog/catalog-files.js'
import { VectorFile } from '../dist/search/vectors/vector-file.js'
import { BARE, cleanEnvironment, median, printTable, timeProcesses } from './measure.mjs'
import { makeMemories, makeQueries, makeVector, random } from './recall/corpus.mjs'
import { plotLatency } from './recall/plot.mjs'

const DIMENSIONS = 384
/** As many as the catalog takes into one transaction. */
const BATCH = 5000
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

export async function run(args) {
  const at = args.indexOf('--sizes')
  const sizes = (at < 0 ? '1000,10000,100000' : args[at + 1]).split(',').map(Number)
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-'))
  try {
    const bundle = await bundleCold()
    const results = []
    for (const size of sizes) {
      console.error(`${size} memories …`)
      results.push(await measureSize(root, size, bundle))
    }
    report(results, measureScan(Math.max(...sizes)))
    if (args.includes('--plot')) plotLatency(results, here('../docs/search-latency.svg'))
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The command is shipped as a bundle, so the cold start is measured on one. */
async function bundleCold() {
  const { rolldown } = await import('rolldown')
  const options = { platform: 'node', external: [/^node:/, /^[^./]/], logLevel: 'silent' }
  const build = await rolldown({ input: here('./recall/cold.mjs'), ...options })
  const file = here('../dist/bench-recall/cold.mjs')
  await build.write({ file, format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  cpSync(here('../dist/search/vectors/scan.wasm'), here('../dist/bench-recall/scan.wasm'))
  return file
}

async function measureSize(root, size, bundle) {
  const directory = mkdtempSync(join(root, 'store-'))
  const memories = makeMemories(size)
  const store = searchStoreIn(directory)
  const ingest = await timed(async () => {
    for (let at = 0; at < size; at += BATCH) store.text.upsert(memories.slice(at, at + BATCH))
  })
  await addVectors(store, size)
  const oneMore = await measureOneMore(store, size)
  await closeSearchStore(store)
  const bytes = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
  const cold = measureCold(root, directory, memories, bundle)
  return {
    size,
    ingest: size / ingest,
    oneMore,
    bytes: bytes / size,
    cold,
    ...measureWarm(root, directory, memories),
  }
}

async function addVectors({ text, vectors }, size) {
  const next = random(3)
  const stored = text.documents()
  for (let at = 0; at < size; at += 2000) {
    const some = stored.slice(at, at + 2000)
    const entries = some.map((metadata) => {
      const { id: memory, version } = metadata
      return { memory, passage: 0, version, metadata, vector: makeVector(next, DIMENSIONS) }
    })
    await vectors.put('bench', entries)
  }
}

async function measureOneMore({ text }, size) {
  const times = []
  for (const [index, memory] of makeMemories(40, size + 7).entries())
    times.push(await timed(async () => text.upsert([{ ...memory, id: `more-${index}.md` }])))
  return median(times)
}

/** One question a line, each with a vector (three decimals will do). */
function writeQuestions(path, memories, count) {
  const next = random(9)
  const vector = () => Array.from(makeVector(next, DIMENSIONS), (value) => Math.round(value * 1000) / 1000)
  const lines = makeQueries(memories, count).map((text) => JSON.stringify({ text, vector: vector() }))
  writeFileSync(path, lines.join('\n'))
}

function measureCold(root, directory, memories, bundle) {
  const question = join(root, 'question.json')
  writeQuestions(question, memories, 1)
  const times = timeProcesses({ bare: BARE, cold: [bundle, question, directory] }, { rounds: 21 })
  return times.cold / times.bare
}

function measureWarm(root, directory, memories) {
  const questions = join(root, 'questions.jsonl')
  writeQuestions(questions, memories, 250)
  const done = spawnSync(process.execPath, [here('./recall/warm.mjs'), directory, questions], {
    env: cleanEnvironment(),
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(done.stderr)
  return JSON.parse(done.stdout)
}

function measureScan(count) {
  const next = random(5)
  const file = new VectorFile({ dimensions: DIMENSIONS, generation: 1 })
  for (let at = 0; at < count; at += 1000)
    file.append(
      Array.from({ length: 1000 }, (_, i) => ({ row: at + i, vector: makeVector(next, DIMENSIONS) })),
    )
  const query = makeVector(next, DIMENSIONS)
  const alive = new Uint8Array(Math.ceil((count + 1) / 8)).fill(255)
  const plain = Buffer.alloc(count * (DIMENSIONS + 8), 1)
  const times = { scan: [], read: [] }
  for (let round = 0; round < 80; round++) {
    times.scan.push(timedNow(() => file.compare(query, alive, count)))
    // A search for a byte that is not there reads every byte once, as fast as the machine can.
    times.read.push(timedNow(() => plain.indexOf(2)))
  }
  return median(times.scan.slice(20)) / median(times.read.slice(20))
}

async function timed(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function timedNow(work) {
  const started = performance.now()
  work()
  return performance.now() - started
}

function report(results, scan) {
  const header = [
    'memories',
    'cold ÷ bare, vector given',
    'warm hybrid',
    'warm full text',
    'one more',
    'ingest',
    'RSS',
    'index',
  ]
  const ms = (value) => `${value.toFixed(2)} ms`
  const rows = results.map((each) => [
    each.size.toLocaleString('en'),
    each.cold.toFixed(2),
    ms(each.hybrid),
    ms(each.fulltext),
    ms(each.oneMore),
    `${Math.round(each.ingest * 1000).toLocaleString('en')}/s`,
    `${each.resident.toFixed(0)} MB`,
    `${(each.bytes / 1000).toFixed(2)} KB`,
  ])
  printTable(header, rows)
  console.log(
    `\nscan of ${results.at(-1).size.toLocaleString('en')} vectors ÷ plain memory read: ${scan.toFixed(2)}`,
  )
  console.log('goals: warm hybrid ≤ 2 ms at 10,000 and ≤ 8 ms at 100,000; scan ≤ 2;')
  console.log('       one more ≤ 2 ms; ingest ≥ 10,000/s; RSS ≤ 100 MB at 10,000; index ≤ 1.3 KB a memory')
}
