// Many processes share a lock, and a tenth of them is killed: never two holders.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock } from '../../dist/base/files/lock.js'
import { randomId } from '../../dist/base/values/ids.js'
import { chance, childArguments, say, sleep, startChild } from './lib/children.mjs'
import { withRoot } from './lib/place.mjs'

const SELF = fileURLToPath(import.meta.url)

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

/** `tries`: rounds of each process. */
export function run({ tries: rounds = 200, processes = 50, log }) {
  const violations = []
  return withRoot('lock', async (home) => {
    const entered = await lockTogether(home, {
      processes,
      rounds,
      log,
      violation: (text) => violations.push(text),
    })
    return { tries: entered, violations }
  })
}

async function lockTogether(home, { processes: lockers, rounds, log, violation }) {
  const victims = Math.max(1, Math.round(lockers / 10))
  // Half of the victims end inside the lock, the others wherever the signal finds them.
  const children = Array.from({ length: lockers }, (_, i) => {
    return startChild(SELF, [home, rounds, i < victims / 2 ? 'victim' : 'survivor'])
  })
  const outside = children.slice(Math.ceil(victims / 2), victims)
  const reported = setInterval(() => {
    log(`${children.reduce((sum, child) => sum + child.out.split('round\n').length - 1, 0)} lock rounds`)
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
  clearInterval(reported)
  const entered = checkLog(readFileSync(join(home, 'log'), 'utf8'), victims, violation)
  const finished = children.reduce((sum, child) => sum + child.out.split('round\n').length - 1, 0)
  if (finished < (lockers - victims) * rounds) violation(`only ${finished} rounds were finished`)
  return entered
}

/** In and out must alternate, but for those who were killed inside; generations only grow. */
function checkLog(text, victims, violation) {
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

const [home, rounds, victim] = childArguments(import.meta.url) ?? []
if (home) await childThatLocks(home, Number(rounds), victim === 'victim')
