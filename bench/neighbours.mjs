// npm run bench -- neighbours [ROUNDS] [--memories 10000] [--only memdir,fts5] [--packages DIR]
// memdir and other memories at the same job, all in one run: a new process answers one question over 10,000 memories of
// about 210 bytes; an open process answers 50 and stores one more. The packages are installed from npm into a temporary
// directory, without their install scripts; --packages names one in which `npm install` was done before. better-sqlite3
// has no binary then: it is built from source where there is a compiler, else those that need it are left out.
// The vectors of the others' questions and memories are given, their models' time is left out. Of memdir the vectors of
// the 10,000 memories are made up, too, but its own models embed every question and every new memory.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BARE, cleanEnvironment, median, printTable, runMeasured } from './measure.mjs'
import { askCold, MCP_SERVERS, measureWarm } from './neighbours/mcp-servers.mjs'
import { makeMemories, makeQueries, makeVector, random } from './recall/corpus.mjs'
import { fillCatalog, HOOK, memdir } from './scale/store.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const PACKAGES = {
  '@photostructure/sqlite': '1.2.1',
  '@vscode/ripgrep': '1.18.0',
  '@agentmemory/agentmemory': '0.9.29',
  '@modelcontextprotocol/server-memory': '2026.8.31',
  '@tobilu/qmd': '2.8.3',
  '@mastra/core': '1.71.0',
  '@mastra/libsql': '1.23.1',
  '@mastra/memory': '1.31.0',
  'better-sqlite3': '12.11.1',
  mem0ai: '3.3.1',
}
/** In the order of the table. */
const TITLES = {
  memdir: 'memdir, its models inside',
  fts5: 'an FTS5 script',
  ripgrep: 'ripgrep + idf',
  agentmemory: 'agentmemory 0.9.29, standalone',
  qmd: 'qmd 2.8.3, full text',
  'server-memory': 'MCP server-memory 2026.8.31',
  mastra: 'mastra memory 1.31.0, libsql',
  mem0: 'mem0 3.3.1',
}
/** The hook keeps silent where it is not sure: the cold question has an answer, with a vector of memdir's model. */
const ANSWER = 'Integration tests of the orders table use a real database, never mocks.'
const DIMENSIONS = 384
const [QUESTIONS, WRITES] = [60, 9]

export async function run(args) {
  const { values, positionals } = parseArgs({
    args,
    options: {
      memories: { type: 'string', default: '10000' },
      only: { type: 'string', default: Object.keys(TITLES).join(',') },
      packages: { type: 'string' },
    },
    allowPositionals: true,
  })
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-neighbours-'))
  try {
    const modules = values.packages ?? install(join(root, 'packages'))
    const set = makeSet(Number(values.memories))
    const subjects = await prepareAll(values.only.split(','), { root, modules, set })
    const { bare, cold } = measureCold(subjects, Number(positionals[0] ?? 15), set)
    const rows = []
    for (const subject of subjects) rows.push(row(subject, cold.get(subject), bare, await warm(subject, set)))
    report(bare, rows)
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

function install(directory) {
  console.error('installing the packages …')
  mkdirSync(directory)
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }))
  const npm = (...args) => execFileSync('npm', args, { cwd: directory, stdio: 'ignore' })
  npm('install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps')
  try {
    npm('rebuild', 'better-sqlite3', '--build-from-source')
  } catch {
    console.error('better-sqlite3 cannot be built here')
  }
  return directory
}

function makeSet(size) {
  const next = random(3)
  const vector = () => Array.from(makeVector(next, DIMENSIONS), (value) => Math.round(value * 1000) / 1000)
  const withVector = (text) => ({ text, vector: vector() })
  const texts = (memories) => memories.map(({ body }) => withVector(body))
  const memories = makeMemories(size)
  const questions = makeQueries(memories, QUESTIONS).map(withVector)
  const question = withVector('Which database do the integration tests of the orders table use?')
  return {
    memories: [...texts(memories), withVector(ANSWER)],
    question,
    questions,
    more: texts(makeMemories(WRITES, size + 7)),
  }
}

/** Those that work here, each with a filled store. */
async function prepareAll(names, { root, modules, set }) {
  cpSync(here('./neighbours'), modules, { recursive: true })
  const subjects = []
  for (const name of names) {
    console.error(`${name}: ${set.memories.length} memories …`)
    const place = join(root, name)
    mkdirSync(place)
    try {
      subjects.push(await prepare(name, { place, modules, set }))
    } catch (error) {
      console.log(`Left out: ${TITLES[name]}: ${reasonOf(error)}\n`)
    }
  }
  return subjects
}

async function prepare(name, { place, modules, set }) {
  const off = { MEM0_TELEMETRY: 'false', MASTRA_TELEMETRY_DISABLED: '1' }
  const env = cleanEnvironment({ HOME: place, TMPDIR: place, ...off })
  const subject = { name, place, env, server: MCP_SERVERS[name], modules: join(modules, 'node_modules') }
  const script = (mode) => [join(modules, 'subject.mjs'), name, mode, place]
  const write = (file, value) => writeFileSync(join(place, `${file}.json`), JSON.stringify(value))
  for (const [file, value] of Object.entries(set)) write(file, value)
  if (name === 'memdir') await fillOurs(subject, set)
  else if (subject.server) subject.server.fill(place, set.memories)
  else runMeasured(script('fill'), { env })
  return { ...subject, script }
}

/** As an import writes them. */
async function fillOurs({ place, env }, { memories }) {
  Object.assign(env, { MEMDIR_HOME: join(place, 'home'), MEMDIR_BENCH_DIST: here('../dist') })
  const cwd = join(place, 'project')
  mkdirSync(cwd)
  const file = join(place, 'import.json')
  const results = memories.slice(0, -1).map(({ text }, at) => ({
    id: `m${at}`,
    memory: text,
    created_at: '2026-04-09T10:00:00Z',
  }))
  writeFileSync(file, JSON.stringify({ results }))
  const ours = { cwd, env }
  memdir(ours, 'init')
  memdir(ours, 'import', file)
  await fillCatalog(ours, memdir(ours, 'path'), results.length, () => {})
  memdir(ours, 'add', ANSWER)
  memdir(ours, 'reindex')
}

/** Every round starts each once. */
function measureCold(subjects, rounds, { question }) {
  const ask = (subject, round) => {
    const { name, place, env, server, modules, script } = subject
    if (server) return askCold(server, { modules, place, env, question })
    if (name !== 'memdir') return runMeasured(script('cold'), { env })
    const cwd = join(place, 'project')
    const event = { hook_event_name: 'UserPromptSubmit', cwd, session_id: `s${round}`, prompt: question.text }
    // On a busy machine it would give up before it has answered.
    const patient = { ...env, MEMDIR_HOOK_SLOWER: '20' }
    const done = runMeasured([HOOK], { cwd, env: patient, input: JSON.stringify(event) })
    if (!done.out.includes('additionalContext')) throw new Error('the hook recalled nothing')
    return done
  }
  for (const subject of subjects) for (const again of [-1, -2]) ask(subject, again)
  const bare = []
  const cold = new Map(subjects.map((subject) => [subject, []]))
  for (let round = 0; round < rounds; round++) {
    bare.push(runMeasured(BARE, { env: cleanEnvironment() }))
    for (const subject of subjects) cold.get(subject).push(ask(subject, round))
  }
  return { bare, cold }
}

function warm({ name, place, env, server, modules, script }, { questions, more }) {
  console.error(`${name}: ${questions.length} questions …`)
  if (server) return measureWarm(server, { modules, place, env, questions, more })
  return JSON.parse(runMeasured(script('warm'), { env }).out)
}

function row({ name }, cold, bare, { ms, cpu, writeMs, writeCpu, peak, answered }) {
  const of = (list, key) => median(list.map((one) => one[key]))
  const ratio = (key) => (of(cold, key) / of(bare, key)).toFixed(1)
  return [
    TITLES[name],
    of(cold, 'ms').toFixed(0),
    ratio('ms'),
    ratio('wallMs'),
    figure(ms),
    figure(cpu),
    figure(writeMs),
    figure(writeCpu),
    peak.toFixed(0),
    answered,
  ]
}

function figure(ms) {
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0)
}

function report(bare, rows) {
  const header = [
    '',
    'cold CPU ms',
    'CPU ÷ bare',
    'wall ÷ bare',
    'warm p50 ms',
    'CPU',
    'one more ms',
    'CPU',
    'peak MB',
    'of 50 answered',
  ]
  printTable(header, rows)
  const cpu = median(bare.map(({ ms }) => ms))
  const wall = median(bare.map(({ wallMs }) => wallMs))
  const load = loadavg()[0].toFixed(1)
  console.log(
    `\nA bare start: ${cpu.toFixed(0)} ms of CPU, ${wall.toFixed(0)} ms. Load of the machine: ${load}`,
  )
}

function reasonOf({ message }) {
  const said = message.split('\n').find((text) => /\berror\b/i.test(text))
  return said ?? /exit \d+/.exec(message)?.[0] ?? message
}
