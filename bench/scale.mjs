// npm run bench -- scale [--files 10000,100000] [--passages 10000,100000,1000000] [--minutes 10]: what grows with the
// store, and what breaks. Projects with real files show what commands and hooks cost, in CPU time over a bare Node start
// of the same run; stores of passages alone, whose texts and vectors a seeded generator makes, show what search costs.
// No model embeds anything. When the minutes are over, a store is measured with as many passages as it has by then, and
// what would begin later is left out.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeSearchStore, searchStoreIn } from '../dist/search/catalog/catalog-files.js'
import { cleanEnvironment, printTable } from './measure.mjs'
import { makeMemories, makeQueries, makeVector, random } from './recall/corpus.mjs'
import { measureProcesses } from './scale/processes.mjs'
import { addVectors, COMMAND, HOOK, makeProject, memdir, timed } from './scale/store.mjs'

const QUERY = fileURLToPath(new URL('./scale/query.mjs', import.meta.url))
const DIMENSIONS = 384
const BATCH = 5000
const ROUNDS = 7
const QUESTIONS = 25
/** Bytes: a store of a million passages takes about one and a half of them. */
const MOST_DISK = 4e9

export async function run(args) {
  const option = (name, usual) => (args.includes(name) ? args[args.indexOf(name) + 1] : usual)
  const sizes = (text) => text.split(',').filter(Boolean).map(Number)
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-scale-'))
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const progress = (line) => process.stderr.write(`\r\x1b[K${seconds().toFixed(0)} s  ${line}`)
  const end = 60 * Number(option('--minutes', '10'))
  const mayBegin = (what) => {
    if (seconds() < end && diskOf(root) < MOST_DISK) return true
    console.log(`left out: ${what}`)
    return false
  }
  try {
    for (const size of sizes(option('--files', '10000,100000')))
      if (mayBegin(`${size} files`)) await measureFiles(root, size, progress)
    for (const size of sizes(option('--passages', '10000,100000,1000000')))
      if (mayBegin(`${size} passages`)) {
        const from = seconds()
        // Vectors take about as long as texts.
        const isLate = () => seconds() > from + 0.45 * (end - from)
        await measurePassages(root, size, { progress, isLate })
      }
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureFiles(root, size, progress) {
  const project = await makeProject(root, size, progress)
  progress(`commands with ${size} memories`)
  const prompt = 'how does the barekati novarpel behave and what does it need?'
  const input = (round) =>
    JSON.stringify({ hook_event_name: 'UserPromptSubmit', cwd: project.cwd, session_id: `s${round}`, prompt })
  const write = (round) => memdir(project, 'add', `Measured fact ${round} of ${size}`, '--separate')
  const found = measureProcesses(
    {
      'bare Node': { args: () => ['-e', '0'] },
      'prompt hook': { args: () => [HOOK], input },
      'prompt hook after a write': {
        args: () => [HOOK],
        input: (round) => input(`w${round}`),
        before: write,
      },
      show: { args: () => [COMMAND, 'show', 'm4711'] },
      list: { args: () => [COMMAND, 'list'] },
      stats: { args: () => [COMMAND, 'stats'] },
      add: { args: (round) => [COMMAND, 'add', `Another fact ${round} about ${size} harbours`] },
    },
    { rounds: ROUNDS, ...project },
  )
  const doctor = measureProcesses({ doctor: { args: () => [COMMAND, 'doctor'] } }, { rounds: 1, ...project })
  progress('\n')
  const bare = found['bare Node'].cpu
  printTable(
    [`${size} memories`, 'CPU ms', '÷ bare', 'peak MB'],
    Object.entries({ ...found, ...doctor }).map(([name, { cpu, peak }]) => [
      name,
      cpu.toFixed(0),
      (cpu / bare).toFixed(2),
      peak.toFixed(0),
    ]),
  )
  console.log(
    `read into the catalog in ${project.sweep.toFixed(1)} s, ${megabytes(project.cacheDirectory)} MB\n`,
  )
  rmSync(project.cwd, { recursive: true, force: true })
  rmSync(project.env.MEMDIR_HOME, { recursive: true, force: true })
}

async function measurePassages(root, wanted, { progress, isLate }) {
  const directory = join(root, `passages-${wanted}`)
  mkdirSync(directory)
  const store = searchStoreIn(directory)
  let sample = []
  let size = 0
  const text = await timed(async () => {
    for (let at = 0; at < wanted && !isLate(); at += BATCH) {
      const memories = makeMemories(Math.min(BATCH, wanted - at), at + 1)
      for (const memory of memories) memory.id = `topics/${at}-${memory.id.slice(7)}`
      store.text.upsert(memories)
      sample = memories
      size += memories.length
      progress(`${size} of ${wanted} passages`)
    }
  })
  const vectors = await timed(() => addVectors(store, { name: 'bench', dimensions: DIMENSIONS }, progress))
  const more = makeMemories(21, size + 7).map((memory, index) => ({ ...memory, id: `more/${index}.md` }))
  const oneMore = await timed(async () => {
    for (const memory of more) store.text.upsert([memory])
  })
  await closeSearchStore(store)
  progress(`questions to ${size} passages\n`)
  const { first, warm, resident } = ask(root, directory, sample)
  printTable(
    [`${size} passages`, 'result'],
    [
      ['read into full text', `${text.toFixed(1)} s`],
      ['vectors stored', `${vectors.toFixed(1)} s`],
      ['one more', `${((oneMore * 1000) / more.length).toFixed(1)} ms`],
      ['first question, CPU', `${first.toFixed(1)} ms`],
      ['further questions, CPU', `${warm.toFixed(1)} ms`],
      ['memory', `${resident.toFixed(0)} MB`],
      ['disk', `${megabytes(directory)} MB`],
    ],
  )
  console.log('')
  rmSync(directory, { recursive: true, force: true })
}

function ask(root, directory, memories) {
  const next = random(9)
  const vector = () => Array.from(makeVector(next, DIMENSIONS), (value) => Math.round(value * 1000) / 1000)
  const questions = join(root, 'questions.jsonl')
  const lines = makeQueries(memories, QUESTIONS).map((text) => JSON.stringify({ text, vector: vector() }))
  writeFileSync(questions, lines.join('\n'))
  const done = spawnSync(process.execPath, [QUERY, directory, questions], {
    env: cleanEnvironment(),
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(done.stderr)
  return JSON.parse(done.stdout)
}

function megabytes(directory) {
  const bytes = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
  return (bytes / 1e6).toFixed(0)
}

function diskOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
}
