// Dreams in random directories with planted duplicates, contradictions, expired memories and dead pointers: without a
// model, with models that answer what must not be followed, and killed at any moment. Nothing may be lost in silence,
// every file is as it was or as it should be, and undoing brings back every byte.
// The children are this same file with `--child`.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openContext } from '../../dist/connect/open-context.js'
import { runDream } from '../../dist/learn/dream/run-dream.js'
import { dreamDependencies } from '../../dist/learn/dream.js'
import { readLog } from '../../dist/memory/history.js'
import { withTied } from '../../dist/memory/plan-undo.js'
import { undoChanges } from '../../dist/memory/writer/undo.js'
import { dreamViolations } from '../../dist/testing/dream-invariants.js'
import { askedStatements, HOSTILE_DREAMS } from '../../dist/testing/hostile-dreams.js'
import { plantMemories, randomMemories, seeded } from '../../dist/testing/random-memories.js'

const SELF = fileURLToPath(import.meta.url)
const DIRECTORIES = 200
const NOW = new Date('2026-04-09T12:00:00Z')
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms))

function openIn(home) {
  const directory = join(home, 'project')
  mkdirSync(directory, { recursive: true })
  const env = {
    PATH: process.env.PATH,
    HOME: join(home, 'user'),
    MEMDIR_HOME: join(home, 'home'),
    MEMDIR_BACKGROUND: '0',
  }
  return openContext({ directory, env, clock: { now: () => NOW } })
}

function textsIn(directory) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map((one) => join(one.parentPath, one.name)).sort()
  return new Map(paths.map((path) => [path.slice(directory.length + 1), readFileSync(path, 'utf8')]))
}

const isSame = (one, other) =>
  one.size === other.size && [...one].every(([file, text]) => other.get(file) === text)

/** Shown all that is new, each with what comes first in the directory. */
function hostileModel({ store, location }, answer) {
  return {
    directory: location.memory,
    transcripts: location.sessions,
    conversations: [],
    nearest: async ({ file }) =>
      store
        .list()
        .map((one) => one.file)
        .filter((one) => one !== file)
        .slice(0, 5),
    ask: async (task) => answer(askedStatements(task)),
  }
}

async function dream(context, hostile) {
  const answer = hostile === undefined ? undefined : HOSTILE_DREAMS[hostile]
  const deps = await dreamDependencies(context, answer && hostileModel(context, answer))
  return runDream(deps, { actor: 'memdir' })
}

const undoAll = ({ store, location }, changes) =>
  undoChanges(store.writer, location.memory, withTied(store.writer, changes), 'user')

/** One directory: a dream, what it lost, and its undo. */
async function tryDream(home, seed, hostile, violation) {
  const where = `seed ${seed}${hostile === undefined ? '' : `, a model that ${hostile}`}`
  const context = openIn(home)
  try {
    plantMemories(context.location.memory, randomMemories(seed))
    const before = textsIn(context.location.memory)
    const report = await dream(context, hostile)
    const after = textsIn(context.location.memory)
    for (const [what, found] of Object.entries(dreamViolations(before, after, report.operations)))
      if (found.length > 0) violation(`${where}: ${what}: ${found.slice(0, 3).join(' | ')}`)
    if (/gone_\d/.test(after.get('MEMORY.md') ?? '')) violation(`${where}: a dead pointer is left`)
    const undone = await undoAll(context, readLog(context.store.writer, { conversation: report.run }))
    if (undone.skipped.length > 0) violation(`${where}: not all of it could be undone`)
    if (!isSame(before, textsIn(context.location.memory))) violation(`${where}: undone, it is not as it was`)
    return report.operations.length
  } finally {
    await context.close()
  }
}

/** A dream in a process of its own, killed; then every file is as it was or as a whole dream leaves it. */
async function tryKill(root, seed, random, violation) {
  const where = `seed ${seed}, killed`
  const [home, whole] = ['killed', 'whole'].map((name) => join(root, `${name}-${seed}`))
  const [context, other] = [openIn(home), openIn(whole)]
  try {
    const planted = randomMemories(seed)
    for (const { location } of [context, other]) plantMemories(location.memory, planted)
    const before = textsIn(context.location.memory)
    const started = Date.now()
    await dream(other)
    const after = textsIn(other.location.memory)
    const delay = random() * (Date.now() - started)
    const running = spawn(process.execPath, [SELF, '--child', home], { stdio: ['ignore', 'pipe', 'inherit'] })
    running.stdout.once('data', async () => {
      await sleep(delay)
      running.kill('SIGKILL')
    })
    await new Promise((done) => running.on('close', done))
    await context.store.writer.recover()
    const now = textsIn(context.location.memory)
    for (const [file, text] of now) {
      if (file === 'MEMORY.md') continue
      if (text !== before.get(file) && text !== after.get(file))
        violation(`${where} after ${delay.toFixed(0)} ms: ${file} is neither as it was nor as it should be`)
    }
    for (const file of before.keys())
      if (!now.has(file) && after.has(file)) violation(`${where}: ${file} is gone`)
    if (context.store.writer.journal.unfinished().length > 0) violation(`${where}: still unfinished`)
    await undoAll(context, readLog(context.store.writer))
    const back = textsIn(context.location.memory)
    if (!isSame(before, back)) violation(`${where}: undone, it is not as it was`)
  } finally {
    await Promise.all([context.close(), other.close()])
    for (const place of [home, whole]) rmSync(place, { recursive: true, force: true })
  }
}

export async function run({ tries = DIRECTORIES, seed = 1, log, timeIsUp }) {
  const root = mkdtempSync(join(tmpdir(), 'memdir-torture-dream-'))
  const violations = []
  const violation = (text) => violations.push(text)
  const names = [undefined, ...Object.keys(HOSTILE_DREAMS)]
  const random = seeded(seed)
  const facts = { directories: 0, kills: 0, operations: 0 }
  try {
    for (let at = 0; at < tries && !timeIsUp(); at++) {
      const home = join(root, `d${at}`)
      facts.operations += await tryDream(home, seed * 1_000 + at, names[at % names.length], violation)
      facts.directories++
      rmSync(home, { recursive: true, force: true })
      if (at % 4 !== 0) continue
      await tryKill(root, seed * 1_000 + at, random, violation)
      facts.kills++
    }
    log(JSON.stringify(facts))
    return { tries: facts.directories + facts.kills, violations, unfinished: facts.directories < tries }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

if (process.argv[1] === SELF) {
  const { values } = parseArgs({ options: { child: { type: 'string' } } })
  const context = openIn(values.child)
  writeSync(1, 'ready\n')
  await dream(context)
  await context.close()
}
