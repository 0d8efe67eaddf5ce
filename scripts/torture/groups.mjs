// Kills processes in the middle of an import, its undo and redo, a merge, an rm of three, a purge and an edit, writes
// once, and looks whether each is there as a whole or not at all.
// The children are this same file with `--child`.
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openEngine } from '../../dist/connect/engine.js'
import { overflowCount, parseIndex, pointersOf } from '../../dist/memory/files/index-file.js'
import { readLog } from '../../dist/memory/history.js'
import { placeOf } from '../../dist/memory/memory-path.js'
import { newestChanges } from '../../dist/memory/plan-undo.js'
import { undoChanges } from '../../dist/memory/writer/undo.js'

const SELF = fileURLToPath(import.meta.url)
const by = { actor: 'torture' }
const SECRET = 'the bandersnatch opens the vault'
const say = (line) => writeSync(1, `${line}\n`)
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
  return openEngine({ directory, env, probeHistory: false })
}

const undoAll = ({ store }, changes) => undoChanges(store.writer, store.directory, changes, 'torture')
const importMany = async (engine, files) => {
  const memories = Array.from({ length: files }, (_, i) => ({
    content: `Fact number ${i} of many`,
    tags: [],
  }))
  await (await engine.records()).import({ format: 'mem0', memories }, { actor: 'user' }, { trust: true })
}
const undo = (engine) => undoAll(engine, newestChanges(engine.store.writer))
const redo = (engine) =>
  undoAll(
    engine,
    readLog(engine.store.writer).filter(({ action, undoneBy }) => action === 'undo' && !undoneBy),
  )

/** `prepare` is done before, in a process that lives. */
const COMMANDS = {
  import: { run: importMany },
  undo: { prepare: importMany, run: undo },
  redo: {
    prepare: async (engine, files) => {
      await importMany(engine, files)
      await undo(engine)
    },
    run: redo,
  },
  merge: {
    run: async ({ records, store }) =>
      (await records()).merge(store.find('one.md'), store.find('two.md'), by),
  },
  rm: {
    run: ({ store }) =>
      store.removeAll(
        ['one.md', 'two.md', 'three.md'].map((file) => store.find(file)),
        by,
      ),
  },
  purge: { run: ({ purge, store }) => purge(store.find('four.md'), by) },
  edit: { run: ({ store }) => store.edit(store.find('one.md'), { content: 'Something else' }, by) },
}

async function child(home, command, files) {
  const engine = openIn(home)
  // What a command loads before it writes is not what is tested here.
  await engine.records()
  await engine.store.writer.clean('warm', placeOf('warm.md'))
  say('ready')
  await COMMANDS[command].run(engine, files)
  say('done')
  await engine.close()
}

/** What the memories say, by file; what was written afterwards is left out. */
const said = ({ store }) =>
  JSON.stringify(store.list().flatMap(({ file, content }) => (file === 'next.md' ? [] : [[file, content]])))

async function prepared(root, command, files) {
  // A project is known by its path: everything happens at the same one, from copies.
  const home = workIn(root)
  const engine = openIn(home)
  const texts = {
    one: 'The build runs on two machines',
    two: 'The build runs on two machines now and then',
    three: 'Deploys happen on Thursday',
    four: SECRET,
  }
  for (const [name, content] of Object.entries(texts))
    await engine.store.add({ content, file: `${name}.md` }, by)
  await COMMANDS[command].prepare?.(engine, files)
  const before = said(engine)
  const template = join(root, command)
  copy(home, template)
  const started = performance.now()
  await COMMANDS[command].run(engine, files)
  const milliseconds = performance.now() - started
  const after = said(engine)
  await engine.close()
  rmSync(home, { recursive: true })
  return { template, before, after, milliseconds }
}

const workIn = (root) => join(root, 'work')
const copy = (from, to) => cpSync(from, to, { recursive: true, verbatimSymlinks: true })

function killed(home, command, files, delay) {
  const running = spawn(
    process.execPath,
    [SELF, '--child', command, '--home', home, '--files', String(files)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let out = ''
  let errors = ''
  running.stderr.on('data', (data) => {
    errors += data
  })
  running.stdout.on('data', async (data) => {
    const wasReady = out.includes('ready')
    out += data
    if (wasReady || !out.includes('ready')) return
    await sleep(delay)
    running.kill('SIGKILL')
  })
  return new Promise((done) =>
    running.on('close', (code) => done({ acknowledged: out.includes('done'), code, errors })),
  )
}

async function check(home, { before, after }, acknowledged, where, violation) {
  const engine = openIn(home)
  await engine.store.add({ content: 'Written afterwards', file: 'next.md' }, by)
  const now = said(engine)
  if (now !== before && now !== after) violation(`${where}: neither all nor nothing`)
  if (acknowledged && now !== after) violation(`${where}: acknowledged and lost`)
  const { memory, state } = engine.location
  const index = parseIndex(readFileSync(join(memory, 'MEMORY.md'), 'utf8'))
  const listed = pointersOf(index).map(({ file }) => file)
  const files = engine.store.list().map(({ file }) => file)
  if (listed.some((file) => !files.includes(file))) violation(`${where}: a pointer without a file`)
  if (listed.length + (overflowCount(index) ?? 0) !== files.length)
    violation(`${where}: a file without a pointer`)
  const names = readdirSync(home, { recursive: true }).map(String)
  if (names.some((name) => /(?:memory|journal|purge)\/\.memdir-tmp-/.test(name)))
    violation(`${where}: leftovers`)
  if (engine.store.writer.journal.unfinished().length > 0) violation(`${where}: still unfinished`)
  if (existsSync(join(state, 'purge')) && readdirSync(join(state, 'purge')).length > 0)
    violation(`${where}: the purge was not completed`)
  const next = await undo(engine)
  const last = await undo(engine)
  if (next.skipped.length + last.skipped.length > 0) violation(`${where}: cannot be undone`)
  return now === after ? 'after' : 'before'
}

/** `violation(text)` is called for each; returns what happened. */
async function killGroups({ root, kills, files = 40, violation, timeIsUp = () => false }) {
  const facts = { kills: 0, completed: 0, taken_back: 0, acknowledged: 0 }
  const commands = Object.keys(COMMANDS)
  const ready = {}
  for (const command of commands) ready[command] = await prepared(root, command, files)
  for (let i = 0; i < kills && !timeIsUp(); i++) {
    const command = commands[i % commands.length]
    const home = workIn(root)
    copy(ready[command].template, home)
    const delay = Math.random() * ready[command].milliseconds
    const outcome = await killed(home, command, files, delay)
    const where = `${command}, killed after ${delay.toFixed(1)} ms`
    if (outcome.code !== null && !outcome.acknowledged)
      violation(`${where}: it failed: ${outcome.errors.slice(0, 300)}`)
    facts.kills++
    if (outcome.acknowledged) facts.acknowledged++
    const state = await check(home, ready[command], outcome.acknowledged, where, violation)
    if (!outcome.acknowledged) facts[state === 'after' ? 'completed' : 'taken_back']++
    rmSync(home, { recursive: true, force: true })
  }
  return facts
}

const KILLS = 300
const FILES = 40

export async function run({ tries = KILLS, log, timeIsUp }) {
  const root = mkdtempSync(join(tmpdir(), 'memdir-torture-groups-'))
  const violations = []
  try {
    const violation = (text) => violations.push(text)
    const facts = await killGroups({ root, kills: tries, files: FILES, violation, timeIsUp })
    log(JSON.stringify(facts))
    return { tries: facts.kills ?? tries, violations, unfinished: timeIsUp() }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

if (process.argv[1] === SELF) {
  const { values } = parseArgs({
    options: { child: { type: 'string' }, home: { type: 'string' }, files: { type: 'string' } },
  })
  await child(values.home, values.child, Number(values.files))
}
