// npm run bench -- stores [--sizes 10000,100000] [--questions 100] [--only embedded,lancedb,…] [--minutes 20] [--write]:
// the stores of vectors side by side, in one run: every question is put to each of them in turn, so that a slow moment of
// the machine hits all. A store that is not filled after so many minutes is named and left out. Real LanceDB and a Chroma
// server from npm; PostgreSQL with pgvector at MEMDIR_TEST_POSTGRES, else in WebAssembly up to 20,000, which says nothing
// about a server. Vectors come from a seeded generator; what is found is compared with an exact scan of them, and
// `npm run bench -- retrieval --storage` compares on real ones. `--write` draws docs/stores.svg.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TextIndex } from '../dist/search/text/text-index.js'
import { installStores, startChroma, storesEnvironment } from '../test/stores/main.mjs'
import { cleanEnvironment, median, printTable, processorMs } from './measure.mjs'
import { makeVector, random } from './recall/corpus.mjs'
import { openStores } from './stores/open.mjs'
import { drawStores } from './stores/picture.mjs'

const DIMENSIONS = 384
const BATCH = 1_000
/** As search asks. */
const LIMIT = 60
const MODEL = 'bench'
/** Query p50 beside embedded. */
const GOALS = { LanceDB: 6, Chroma: 10, PostgreSQL: 4 }

export async function run(args) {
  installStores()
  // Packages are looked for where a process was told to at its start.
  if (!process.env.NODE_PATH) return again(args)
  const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual)
  const sizes = option('--sizes', '10000,100000').split(',').map(Number)
  const only = option('--only', '').split(',').filter(Boolean)
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-stores-'))
  const chroma = await startChroma()
  const results = []
  try {
    for (const size of sizes) {
      const rows = await measure(join(root, String(size)), size, {
        ...{ chroma, only, questions: Number(option('--questions', '100')) },
        limitMs: Number(option('--minutes', '20')) * 60_000,
      })
      results.push({ size, rows })
      print(size, rows)
    }
    if (args.includes('--write'))
      writeFileSync(fileURLToPath(new URL('../docs/stores.svg', import.meta.url)), drawStores(results))
  } finally {
    await chroma.stop()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

function again(args) {
  const main = fileURLToPath(new URL('./main.mjs', import.meta.url))
  const { MEMDIR_TEST_POSTGRES, MEMDIR_STORES } = process.env
  const env = cleanEnvironment({
    ...storesEnvironment(),
    ...(MEMDIR_TEST_POSTGRES && { MEMDIR_TEST_POSTGRES }),
    ...(MEMDIR_STORES && { MEMDIR_STORES }),
  })
  process.exitCode = spawnSync(process.execPath, [main, 'stores', ...args], { stdio: 'inherit', env }).status
}

async function measure(directory, size, { chroma, only, questions, limitMs }) {
  mkdirSync(directory, { recursive: true })
  const cache = join(directory, 'cache')
  mkdirSync(cache)
  const text = new TextIndex({ directory: cache })
  for (let at = 0; at < size; at += 5_000)
    text.upsert(Array.from({ length: Math.min(5_000, size - at) }, (_, i) => documentOf(at + i)))
  const opened = (await openStores({ text, directory, cache, chroma, size })).filter(
    ({ name }) => only.length === 0 || name === 'embedded' || only.includes(name.toLowerCase()),
  )
  const stores = []
  for (const store of opened) if (await fill(store, text, size, limitMs)) stores.push(store)
  process.stderr.write(`${questions} questions …\n`)
  const times = await ask(stores, questions, exactScan(size))
  for (const store of stores) store.megabytes = await store.disk()
  for (const { vectors } of opened) await vectors.close()
  text.close()
  const base = median(times[0].wall)
  const work = median(times[0].cpu)
  return stores.map((store, at) => ({
    ...{ name: store.name, note: store.note ?? '', insert: store.insert, disk: store.megabytes },
    ...{ p50: median(times[at].wall), ratio: median(times[at].wall) / base, cpu: median(times[at].cpu) },
    work: median(times[at].cpu) / work,
    recall: times[at].recall.reduce((sum, share) => sum + share, 0) / times[at].recall.length,
    goal: store.note ? undefined : GOALS[store.name],
  }))
}

function documentOf(at) {
  const body = `m${at}`
  return { ...{ id: `${body}.md`, name: '', description: '', body, tags: [] }, changed: 0, size: 2, stamp: 0 }
}

/**
 * The same vectors in every store; what is done afterwards in the background counts as well, and is not cut off. False
 * when time ran out before.
 */
async function fill(store, text, size, limitMs) {
  process.stderr.write(`${store.name}: ${size} vectors … `)
  const next = random(size)
  const started = performance.now()
  const documents = text.documents()
  for (let at = 0; at < documents.length; at += BATCH) {
    const entries = documents.slice(at, at + BATCH).map((document) => ({
      ...{ memory: document.id, passage: 0, version: document.version, metadata: document },
      vector: makeVector(next, DIMENSIONS),
    }))
    await store.vectors.put(MODEL, entries)
    if (performance.now() - started < limitMs) continue
    process.stderr.write(`${at + entries.length} of them in ${limitMs / 60_000} minutes: left out\n`)
    return false
  }
  await store.vectors.compact()
  store.insert = (performance.now() - started) / 1000
  process.stderr.write(`${store.insert.toFixed(1)} s\n`)
  return true
}

/** The names of the ten nearest, by a comparison with every vector. */
function exactScan(size) {
  const next = random(size)
  const all = Array.from({ length: size }, () => makeVector(next, DIMENSIONS))
  const lengths = all.map((vector) => Math.hypot(...vector))
  return (to) => {
    const cosines = all.map((vector, at) => {
      let sum = 0
      for (let i = 0; i < DIMENSIONS; i++) sum += vector[i] * to[i]
      return { at, cosine: sum / lengths[at] }
    })
    const nearest = cosines.sort((a, b) => b.cosine - a.cosine).slice(0, 10)
    return new Set(nearest.map(({ at }) => documentOf(at).id))
  }
}

async function ask(stores, questions, exactly) {
  const next = random(7)
  const found = stores.map(() => ({ wall: [], cpu: [], recall: [] }))
  const pids = []
  for (const { pid } of stores) pids.push(await pid?.())
  for (let question = -5; question < questions; question++) {
    const to = makeVector(next, DIMENSIONS)
    const best = exactly(to)
    for (const [at, { vectors }] of stores.entries()) {
      const pid = pids[at]
      const [cpu, server, started] = [process.cpuUsage(), pid ? processorMs(pid) : 0, performance.now()]
      const { hits } = await vectors.nearest({ model: MODEL, to, limit: LIMIT, filter: { liveAt: 1 } })
      const wall = performance.now() - started
      const { user, system } = process.cpuUsage(cpu)
      const names = hits.slice(0, 10).map(({ memory }) => memory)
      // The first ones warm up.
      if (question < 0) continue
      found[at].wall.push(wall)
      found[at].cpu.push((user + system) / 1000 + (pid ? processorMs(pid) - server : 0))
      found[at].recall.push(names.filter((name) => best.has(name)).length / 10)
    }
  }
  return found
}

function print(size, rows) {
  printTable(
    [
      `${size} vectors`,
      'p50 ms',
      '÷ embedded',
      'goal',
      'CPU ms',
      '÷ embedded',
      'found of 10',
      'insert s',
      'disk MB',
    ],
    rows.map(({ name, note, p50, ratio, goal, cpu, work, recall, insert, disk }) => [
      note ? `${name} (${note})` : name,
      p50.toFixed(2),
      ratio.toFixed(1),
      goal === undefined ? '' : `≤ ${goal} ${ratio <= goal ? 'ok' : 'MISSED'}`,
      cpu.toFixed(2),
      work.toFixed(1),
      recall.toFixed(2),
      insert.toFixed(1),
      disk === undefined ? '' : disk.toFixed(0),
    ]),
  )
  console.log('')
}

/** Megabytes below a directory. */
export function megabytesIn(directory) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6
}
