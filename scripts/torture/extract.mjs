// Conversations replayed through extraction, turn by turn, as the worker sees them: after each prompt of the person the
// part of the log that there was then. Nothing may throw, the cursor is at the last message after every run (also after
// each compaction), nothing is stored twice, and 5 MB take at most a second of CPU. With --only DIR,…: on the logs in
// these directories; without, on the recorded ones of this checkout.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEngine } from '../../dist/connect/engine.js'
import { readSaid } from '../../dist/learn/extract/read-said.js'
import { readAnyTranscript } from '../../dist/models/foreign-transcript.js'
import { openExtractionAt } from '../../dist/testing/open-extraction-at.js'

const FIXTURES = fileURLToPath(new URL('../../test/fixtures/transcripts', import.meta.url))
const BYTES_PER_SECOND = 5_000_000
/** A small log is read in less than a measurement can tell. */
const LEAST_MS = 200

export async function run({ log, timeIsUp, only }) {
  const violations = []
  let tries = 0
  for (const path of (only ?? [FIXTURES]).flatMap(filesBelow)) {
    if (timeIsUp()) return { tries, violations, unfinished: true }
    const found = await replay(path).catch((error) => ({ problems: [error.stack], turns: 0 }))
    if (!found) continue
    tries += found.turns
    violations.push(...found.problems.map((problem) => `${path}: ${problem}`))
    log(
      `${path}: ${found.turns} turns, ${found.saved} saved, ${found.candidates} candidates, ${found.ms} ms of CPU`,
    )
  }
  return { tries, violations, unfinished: false }
}

async function replay(path) {
  const before = process.cpuUsage()
  const transcript = await readAnyTranscript(path)
  if (!transcript || transcript.messages.length === 0) return undefined
  const all = readSaid(transcript.messages)
  const once = cpuMs(before)
  const root = mkdtempSync(join(tmpdir(), 'memdir-replay-'))
  const env = { PATH: process.env.PATH, HOME: root, MEMDIR_HOME: join(root, 'home'), MEMDIR_BACKGROUND: '0' }
  const engine = openEngine({ directory: root, env })
  try {
    const { extraction, cursors } = openExtractionAt({ directory: root, env })
    const problems = []
    const ends = turnEnds(all.said)
    const started = process.cpuUsage()
    let last
    for (const end of ends) {
      const said = all.said.slice(0, end)
      // Where the person has said nothing since, there is nothing to do, and the cursor stays.
      const from = said.findIndex(({ id }) => id === last) + 1
      if (said.slice(from).some(({ role }) => role === 'user')) last = said.at(-1)?.id
      const others = all.others.filter(({ after }) => after <= end)
      const signal = new AbortController().signal
      const request = { conversation: 'c', occasion: 'turn', said, others, written: [], signal }
      await extraction.run(request)
      if (cursors.read('c').message !== last) problems.push(`the cursor is not at the end of turn ${end}`)
    }
    // What a compaction leaves: the rest of the log alone. Its messages were processed.
    const count = engine.store.list().length
    const rest = all.said.slice(-4)
    const signal = new AbortController().signal
    await extraction.run({ conversation: 'c', occasion: 'end', said: rest, others: [], written: [], signal })
    const memories = engine.store.list()
    if (memories.length !== count) problems.push('something was stored again after the log was cut')
    const texts = memories.map(({ content }) => content)
    if (new Set(texts).size !== texts.length) problems.push('something was stored twice')
    // One turn: reading the log once, and extraction over all of it.
    const ms = once + cpuMs(started)
    const bytes = sizeOf(path)
    const limit = Math.max(LEAST_MS, (bytes / BYTES_PER_SECOND) * 1_000)
    if (once > limit) problems.push(`reading ${bytes} bytes took ${once} ms of CPU`)
    const candidates = extraction.candidates.list().length
    return { problems, turns: ends.length, saved: memories.length, candidates, ms: Math.round(ms) }
  } finally {
    await engine.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Where the person speaks next, and at the end. */
function turnEnds(said) {
  const ends = said.flatMap(({ role }, at) => (role === 'user' && at > 0 ? [at] : []))
  return [...ends, said.length]
}

/** The size of a compressed log, unpacked: its last four bytes. */
function sizeOf(path) {
  const file = readFileSync(path)
  return path.endsWith('.gz') ? file.readUInt32LE(file.length - 4) : file.length
}

function cpuMs(since) {
  const { user, system } = process.cpuUsage(since)
  return Math.round((user + system) / 1_000)
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)))
}
