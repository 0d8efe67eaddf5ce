// kill -9 at any moment of the writer, two processes at a time in a directory.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentHash } from '../../dist/base/values/hash.js'
import { randomId } from '../../dist/base/values/ids.js'
import { chance, childArguments, say, sleep, startChild } from './lib/children.mjs'
import { withRoot } from './lib/place.mjs'
import { checkIndexes, isWhole, leftovers, provenText, writerIn } from './lib/proven-store.mjs'

const SELF = fileURLToPath(import.meta.url)

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
    const { changes } = await writer.overwrite([{ file, content }], { actor: 'torture', action: 'add' })
    say(`ack ${file} ${hash} ${changes[0].id}`)
    if (content === null) own.splice(own.indexOf(file), 1)
    else if (!old) own.push(file)
  }
}

export function run({ tries: kills = 1000, log, timeIsUp }) {
  const violations = []
  const violation = (text) => violations.push(text)
  return withRoot('random-kills', async (root) => {
    const facts = await killPart(root, { kills, log, timeIsUp, violation })
    log(
      `${facts.acknowledged} changes acknowledged, ${facts.inFlight} cut off, ${facts.swept} leftovers swept`,
    )
    return { tries: facts.kills, violations }
  })
}

async function killPart(root, { kills, log, timeIsUp, violation }) {
  const facts = { kills: 0, acknowledged: 0, inFlight: 0, swept: 0 }
  const lanes = Math.min(2, kills)
  const perDirectory = 60
  const lane = async (id) => {
    for (let directory = 0; facts.kills < kills && !timeIsUp(); directory++) {
      const home = join(root, `kill-${id}-${directory}`)
      const reported = []
      const killer = async () => {
        for (let i = 0; i < perDirectory / 2 && facts.kills < kills && !timeIsUp(); i++) {
          facts.kills++
          if (facts.kills % 100 === 0) log(`${facts.kills} kills, ${facts.acknowledged} changes acknowledged`)
          const child = startChild(SELF, [home])
          while (!child.saysReady()) await sleep(2)
          // After some changes, in the middle of the next one.
          const enough = Math.floor(Math.random() * 4)
          while (child.acknowledged() < enough && child.child.exitCode === null) await sleep(1)
          await sleep(Math.random() * 15)
          child.child.kill('SIGKILL')
          const { signal } = await child.ended
          if (signal !== 'SIGKILL') violation(`a child ended by itself: ${child.err.slice(0, 300)}`)
          reported.push(child.out)
          facts.acknowledged += child.acknowledged()
        }
      }
      // Two at a time in one directory, so that a kill also hits those who wait and those who recover.
      await Promise.all([killer(), killer()])
      await checkKilled(home, reported, facts, violation)
      rmSync(home, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, id) => lane(id)))
  return facts
}

async function checkKilled(home, reported, facts, violation) {
  const writer = writerIn(home)
  facts.swept += existsSync(join(home, 'memory')) ? leftovers(home).length : 0
  await writer.write([{ file: 'last.md', create: provenText('last') }], { actor: 'parent', action: 'add' })
  const journaled = new Set(writer.journal.read().map((change) => change.id))
  const possible = new Map()
  for (const out of reported) {
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
    }
  }
  for (const [file, hashes] of possible) {
    const path = join(home, 'memory', file)
    const found = existsSync(path) ? contentHash(readFileSync(path)) : '-'
    if (!hashes.includes(found)) violation(`${file} is not what was acknowledged`)
  }
  for (const file of checkIndexes(home, 'after kills', violation)) {
    if (!isWhole(readFileSync(join(home, 'memory', file), 'utf8'))) violation(`${file} is torn`)
    if (file !== 'last.md' && !possible.has(file)) violation(`${file} comes from nowhere`)
  }
  const left = leftovers(home)
  if (left.length > 0) violation(`leftovers were not swept: ${left.join(', ')}`)
  if (readdirSync(join(home, 'state/locks')).length > 30) violation('old claims pile up')
}

const [home] = childArguments(import.meta.url) ?? []
if (home) await childThatIsKilled(home)
