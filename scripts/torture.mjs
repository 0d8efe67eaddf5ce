// Kills, crowds and races the safe writer and the lock of dist/ and counts what is lost. Exits 1 on any violation.
//
//   node scripts/torture.mjs [--kills 1000] [--writers 8] [--writes 200] [--lockers 50] [--rounds 200] [--groups 300]
//     [--seconds 900]
//
// A count of 0 leaves that part out. The children are this same file with `--child`.
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { contentHash } from '../dist/lib/hash.js'
import { randomId } from '../dist/lib/ids.js'
import { acquireLock } from '../dist/lib/lock.js'
import { overflowCount, parseIndex, pointersOf } from '../dist/memory/index-file.js'
import { listMemoryFiles } from '../dist/memory/scan-files.js'
import { openWriter } from '../dist/memory/writer.js'
import { killGroups } from './torture-groups.mjs'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    writers: { type: 'string', default: '8' },
    writes: { type: 'string', default: '200' },
    lockers: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '200' },
    groups: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '900' },
    child: { type: 'string' },
    home: { type: 'string' },
    count: { type: 'string' },
    victim: { type: 'boolean', default: false },
  },
})
const number = (name) => Number(options[name])
const SELF = fileURLToPath(import.meta.url)
const writerIn = (home) =>
  openWriter({
    directory: join(home, 'memory'),
    state: join(home, 'state'),
    loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
    lockTimeoutMs: 120_000,
  })
const say = (line) => writeSync(1, `${line}\n`)
const chance = (share) => Math.random() < share
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms))

/** A body that proves itself: its own hash and length are its first line. */
function provenText(name) {
  const body = `${randomId(20)} `.repeat(1 + Math.floor(Math.random() * 200))
  return `---\nname: ${name}\ndescription: ${randomId(20)}\n---\n${contentHash(body)}\n${body}\n`
}

function isWhole(text) {
  const [, hash, body] = /---\n([0-9a-f]{64})\n(.*)\n$/s.exec(text) ?? []
  return hash !== undefined && contentHash(body) === hash
}

// ——— children ———

/** Adds, edits and removes without end. Tells what it tries and what was acknowledged. */
async function childThatIsKilled(home) {
  const writer = writerIn(home)
  const own = []
  say('ready')
  for (;;) {
    const old = own.length > 0 && chance(0.3) ? own[Math.floor(Math.random() * own.length)] : undefined
    const content = old && chance(0.3) ? null : provenText(randomId())
    const file =
      old ?? `${chance(0.2) ? 'team/' : ''}${chance(0.2) ? 'feedback' : 'project'}_${randomId(10)}.md`
    const hash = content === null ? '-' : contentHash(content)
    say(`try ${file} ${hash}`)
    const { changes } = await writer.write([{ file, content }], { actor: 'torture', action: 'add' })
    say(`ack ${file} ${hash} ${changes[0].id}`)
    if (content === null) own.splice(own.indexOf(file), 1)
    else if (!old) own.push(file)
  }
}

/** Half adds, a quarter edits by compare-and-swap, a quarter edits planned under the lock. */
async function childThatWrites(home, count) {
  const writer = writerIn(home)
  const context = { actor: `writer-${process.pid}`, action: 'edit' }
  const next = (bytes) => `${Number(bytes) + 1}`
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) {
      const file = `project_${randomId(12)}.md`
      await writer.write([{ file, content: provenText(file), expect: null }], { ...context, action: 'add' })
      say(`added ${file}`)
    } else if (i % 4 === 1) {
      await writer.writePlanned(
        (view) => [{ file: 'planned.md', content: next(view.read('planned.md')) }],
        context,
      )
      say('planned')
    } else {
      while (!(await swapped(writer, home, next, context)));
      say('swapped')
    }
  }
}

async function swapped(writer, home, next, context) {
  const bytes = readFileSync(join(home, 'memory/swapped.md'))
  try {
    await writer.write([{ file: 'swapped.md', content: next(bytes), expect: contentHash(bytes) }], context)
    return true
  } catch (error) {
    if (error.code !== 'conflict') throw error
    await sleep(Math.random() * 20)
    return false
  }
}

/** Takes and gives back the lock; inside it leaves its mark, lets others run, and looks whether anybody was there. */
async function childThatLocks(home, rounds, victim) {
  const log = join(home, 'log')
  const shared = join(home, 'shared')
  const last = victim ? Math.floor(Math.random() * rounds) : -1
  say('ready')
  for (let round = 0; round < rounds; round++) {
    const lock = await acquireLock(home, 'lock', { timeoutMs: 300_000 })
    const token = randomId(12)
    appendFileSync(log, `in ${lock.generation} ${token}\n`)
    writeFileSync(shared, token)
    if (chance(0.3)) await sleep(Math.random())
    else await new Promise(setImmediate)
    if (round === last) process.kill(process.pid, 'SIGKILL')
    if (readFileSync(shared, 'utf8') !== token)
      say(`violation: another holder wrote in generation ${lock.generation}`)
    appendFileSync(log, `out ${lock.generation} ${token}\n`)
    lock.release()
    say('round')
    await new Promise(setImmediate)
  }
}

// ——— the parent ———

const started = Date.now()
const running = new Set()
const timeIsUp = () => Date.now() - started > number('seconds') * 1000
const violations = []
const violation = (text) => {
  if (violations.push(text) <= 20) say(`VIOLATION ${text}`)
}

function run(args) {
  const child = spawn(process.execPath, [SELF, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const made = { child, out: '', err: '' }
  child.stdout.on('data', (data) => {
    made.out += data
  })
  child.stderr.on('data', (data) => {
    made.err += data
  })
  made.ended = new Promise((done) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      done({ code, signal })
    })
  })
  made.acknowledged = () => made.out.split('\nack ').length - 1
  made.saysReady = () => made.out.includes('ready\n') || child.exitCode !== null || child.signalCode !== null
  return made
}

function checkIndexes(home, where) {
  const directory = join(home, 'memory')
  const files = listMemoryFiles(directory)
  for (const base of ['', 'team/']) {
    const path = join(directory, `${base}MEMORY.md`)
    const mine = files.filter((file) => file.startsWith('team/') === (base !== ''))
    if (!existsSync(path)) {
      if (mine.length > 0) violation(`${where}: ${base}MEMORY.md is missing`)
      continue
    }
    const index = parseIndex(readFileSync(path, 'utf8'))
    const listed = pointersOf(index).map((pointer) => base + pointer.file)
    for (const file of listed)
      if (!mine.includes(file)) violation(`${where}: a pointer without a file, ${file}`)
    if (new Set(listed).size !== listed.length)
      violation(`${where}: a file is listed twice in ${base}MEMORY.md`)
    const counted = overflowCount(index) ?? 0
    if (listed.length + counted !== mine.length)
      violation(`${where}: ${mine.length} files, ${listed.length} listed and ${counted} counted`)
    if (index.lines.length > 200) violation(`${where}: ${base}MEMORY.md has ${index.lines.length} lines`)
  }
  return files
}

function leftovers(home) {
  const all = [
    ...readdirSync(join(home, 'memory'), { recursive: true }),
    ...readdirSync(join(home, 'state/journal')),
  ]
  return all.filter((name) => String(name).includes('.memdir-tmp-'))
}

async function killPart(root, kills) {
  const facts = { kills: 0, acknowledged: 0, inFlight: 0, swept: 0, idle: 0 }
  const lanes = Math.min(2, kills)
  const perDirectory = 60
  const lane = async (id) => {
    for (let directory = 0; facts.kills < kills && !timeIsUp(); directory++) {
      const home = join(root, `kill-${id}-${directory}`)
      const told = []
      const killer = async () => {
        for (let i = 0; i < perDirectory / 2 && facts.kills < kills && !timeIsUp(); i++) {
          facts.kills++
          if (facts.kills % 100 === 0)
            say(`  ${facts.kills} kills, ${facts.acknowledged} changes acknowledged`)
          const child = run(['--child', 'kill', '--home', home])
          while (!child.saysReady()) await sleep(2)
          // After some changes, in the middle of the next one.
          const enough = Math.floor(Math.random() * 4)
          while (child.acknowledged() < enough && child.child.exitCode === null) await sleep(1)
          await sleep(Math.random() * 15)
          child.child.kill('SIGKILL')
          const { signal } = await child.ended
          if (signal !== 'SIGKILL') violation(`a child ended by itself: ${child.err.slice(0, 300)}`)
          told.push(child.out)
          facts.acknowledged += child.acknowledged()
        }
      }
      // Two at a time in one directory, so that a kill also hits those who wait and those who settle.
      await Promise.all([killer(), killer()])
      await checkKilled(home, told, facts)
      rmSync(home, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, id) => lane(id)))
  return facts
}

async function checkKilled(home, told, facts) {
  const writer = writerIn(home)
  facts.swept += existsSync(join(home, 'memory')) ? leftovers(home).length : 0
  await writer.write([{ file: 'last.md', content: provenText('last') }], { actor: 'parent', action: 'add' })
  const journaled = new Set(writer.journal.read().map((change) => change.id))
  const possible = new Map()
  for (const out of told) {
    const lines = out.split('\n').slice(0, -1)
    for (const line of lines) {
      const [what, file, hash, id] = line.split(' ')
      if (what === 'ack') {
        possible.set(file, [hash])
        if (!journaled.has(id)) violation(`the journal lacks an acknowledged change of ${file}`)
      }
    }
    const [what, file, hash] = lines.at(-1)?.split(' ') ?? []
    if (what === 'try') {
      facts.inFlight++
      possible.set(file, [...(possible.get(file) ?? ['-']), hash])
    } else facts.idle++
  }
  for (const [file, hashes] of possible) {
    const path = join(home, 'memory', file)
    const found = existsSync(path) ? contentHash(readFileSync(path)) : '-'
    if (!hashes.includes(found)) violation(`${file} is not what was acknowledged`)
  }
  for (const file of checkIndexes(home, 'after kills')) {
    if (!isWhole(readFileSync(join(home, 'memory', file), 'utf8'))) violation(`${file} is torn`)
    if (file !== 'last.md' && !possible.has(file)) violation(`${file} comes from nowhere`)
  }
  const left = leftovers(home)
  if (left.length > 0) violation(`leftovers were not swept: ${left.join(', ')}`)
  if (readdirSync(join(home, 'state/locks')).length > 30) violation('old claims pile up')
}

async function writePart(root, writers, writes) {
  const home = join(root, 'write')
  const writer = writerIn(home)
  const counters = ['planned.md', 'swapped.md'].map((file) => ({ file, content: '0' }))
  await writer.write(counters, { actor: 'parent', action: 'add' })
  const children = Array.from({ length: writers }, () =>
    run(['--child', 'write', '--home', home, '--count', String(writes)]),
  )
  for (const child of children) {
    const { code } = await child.ended
    if (code !== 0) violation(`a writer failed: ${child.err.slice(0, 300)}`)
  }
  const out = children.map((child) => child.out).join('')
  const added = [...out.matchAll(/^added (.+)$/gm)].map((match) => match[1])
  const files = new Set(checkIndexes(home, 'after writing together'))
  for (const file of added) {
    if (!files.has(file)) violation(`an added memory is lost: ${file}`)
    else if (!isWhole(readFileSync(join(home, 'memory', file), 'utf8'))) violation(`${file} is torn`)
  }
  const edits = {}
  for (const kind of ['planned', 'swapped']) {
    edits[kind] = out.split(`${kind}\n`).length - 1
    const now = Number(readFileSync(join(home, `memory/${kind}.md`), 'utf8'))
    if (now !== edits[kind]) violation(`${kind}: ${edits[kind]} edits acknowledged, ${now} there`)
  }
  const journaled = writer.journal.read().length
  const expected = added.length + edits.planned + edits.swapped + 2
  if (journaled !== expected) violation(`${expected} changes acknowledged, ${journaled} journaled`)
  if (leftovers(home).length > 0) violation('leftovers after writing together')
  return { processes: writers, added: added.length, ...edits }
}

async function lockPart(root, lockers, rounds) {
  const home = join(root, 'lock')
  mkdirSync(home, { recursive: true })
  const victims = Math.max(1, Math.round(lockers / 10))
  // Half of the victims end inside the lock, the others wherever the signal finds them.
  const children = Array.from({ length: lockers }, (_, i) => {
    const args = ['--child', 'lock', '--home', home, '--count', String(rounds)]
    return run(i < victims / 2 ? [...args, '--victim'] : args)
  })
  const outside = children.slice(Math.ceil(victims / 2), victims)
  const told = setInterval(() => {
    say(`  ${children.reduce((sum, child) => sum + child.out.split('round\n').length - 1, 0)} lock rounds`)
  }, 10_000)
  for (const child of outside) {
    while (!child.saysReady()) await sleep(5)
    await sleep(Math.random() * 1000)
    child.child.kill('SIGKILL')
  }
  for (const [i, child] of children.entries()) {
    const { code } = await child.ended
    if (i >= victims && code !== 0) violation(`a locker failed: ${child.err.slice(0, 300)}`)
    for (const line of child.out.match(/^violation.*$/gm) ?? []) violation(line)
  }
  clearInterval(told)
  const entered = checkLog(readFileSync(join(home, 'log'), 'utf8'), victims)
  const killed = children.filter((child) => child.child.signalCode === 'SIGKILL').length
  const finished = children.reduce((sum, child) => sum + child.out.split('round\n').length - 1, 0)
  if (finished < (lockers - victims) * rounds) violation(`only ${finished} rounds were finished`)
  return { processes: lockers, killed, rounds: entered }
}

/** In and out must alternate, but for those who were killed inside; generations only grow. */
function checkLog(text, victims) {
  let inside
  let generation = 0
  let unended = 0
  let entered = 0
  for (const line of text.trim().split('\n')) {
    const [what, at, token] = line.split(' ')
    if (what === 'in') {
      if (inside !== undefined) unended++
      if (Number(at) <= generation) violation(`generation ${at} came after ${generation}`)
      generation = Number(at)
      inside = token
      entered++
    } else {
      if (inside !== token) violation(`two holders: ${token} left while ${inside} was inside`)
      inside = undefined
    }
  }
  if (unended > victims) violation(`${unended} holders never left, but only ${victims} were killed`)
  return entered
}

async function main() {
  const root = mkdtempSync(join(tmpdir(), 'memdir-torture-'))
  const table = []
  const part = async (title, work) => {
    say(title)
    const from = Date.now()
    const before = violations.length
    const facts = await work()
    table.push({
      part: title,
      ...facts,
      violations: violations.length - before,
      seconds: (Date.now() - from) / 1000,
    })
  }
  const guard = setTimeout(
    () => {
      violation('the time is up')
      for (const child of running) child.kill('SIGKILL')
    },
    number('seconds') * 1000 + 60_000,
  )
  try {
    if (number('kills') > 0)
      await part('kill -9 in the middle of changes', () => killPart(root, number('kills')))
    if (number('groups') > 0)
      await part('kill -9 in the middle of imports, undos, merges, removals and purges', () =>
        killGroups({ root: join(root, 'groups'), kills: number('groups'), violation, timeIsUp }),
      )
    if (number('writers') > 0)
      await part('writing together', () => writePart(root, number('writers'), number('writes')))
    if (number('lockers') > 0)
      await part('the lock', () => lockPart(root, number('lockers'), number('rounds')))
  } finally {
    clearTimeout(guard)
    for (const child of running) child.kill('SIGKILL')
    rmSync(root, { recursive: true, force: true })
  }
  for (const row of table)
    say(
      Object.entries(row)
        .map(([name, value]) => `${name}: ${value}`)
        .join(' · '),
    )
  say(
    violations.length === 0
      ? 'nothing lost, nothing torn, never two holders'
      : `${violations.length} violations`,
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}

if (options.child === 'kill') await childThatIsKilled(options.home)
else if (options.child === 'write') await childThatWrites(options.home, number('count'))
else if (options.child === 'lock') await childThatLocks(options.home, number('count'), options.victim)
else await main()
