// 10,000 records: imported and found by full text in ≤ 10 s; embedded in the background at ≥ 30 a second with a progress
// line; statistics and list ≤ 0.3 s; clean-up ≤ 1 s. Making as many bare files, and bare Node starts, say what the
// machine was able to do at the same time. `npm run bench -- records dedupe`: how well likely doubles are recognised.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BARE, cleanEnvironment, printTable } from './measure.mjs'

const command = fileURLToPath(new URL('../dist/bin/memdir.js', import.meta.url))
const WORDS =
  'cache queue deploy token schema index worker retry budget cluster vector search prompt hook ledger shard batch stream proxy router'.split(
    ' ',
  )
const EMBED_MS = 15_000

export async function run(args) {
  if (args[0] === 'dedupe') return (await import('./records/dedupe.mjs')).run(args.slice(1))
  const count = Number(args[0] ?? 10_000)
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-'))
  try {
    const rows = await measure(root, count)
    printTable(
      [`${count} records`, 'result', 'goal'],
      rows.map(([name, value, goal, unit = 's']) => [
        name,
        `${value.toFixed(unit === 's' ? 2 : 0)} ${unit}`,
        verdict(value, goal, unit),
      ]),
    )
    console.log(`load ${loadavg()[0].toFixed(1)}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function measure(root, count) {
  const cwd = join(root, 'project')
  mkdirSync(cwd)
  const env = cleanEnvironment({ MEMDIR_HOME: join(root, 'home') })
  const memdir = (...argv) => {
    const options = { env, cwd, encoding: 'utf8', maxBuffer: 1 << 28 }
    const [done, seconds] = timed(() => spawnSync(process.execPath, [command, ...argv], options))
    if (done.status !== 0) throw new Error(`${argv.join(' ')}: ${done.stderr}`)
    return { seconds, out: done.stdout }
  }
  const mem0 = Array.from({ length: count }, (_, i) => record(i))
  writeFileSync(join(root, 'mem0.json'), JSON.stringify({ results: mem0 }))
  const [, files] = timed(() => makeFiles(join(root, 'bare'), mem0))
  memdir('init')
  const imported = memdir('import', join(root, 'mem0.json'), '--json')
  const found = memdir('search', `marker${count - 1}`, '--limit', '1', '--json')
  if (!found.out.includes(`marker${count - 1}`)) throw new Error('the last record was not found')
  const first = memdir('list', '--limit', '20').seconds
  const rows = [
    ['(a bare Node start)', best(() => timed(() => spawnSync(process.execPath, BARE, { env }))[1])],
    ['(making as many bare files)', files],
    ['import + first search', imported.seconds + found.seconds, 10],
    ['  import', imported.seconds],
    ['  first search', found.seconds],
    ['first list after the import', first],
    ['list (20)', best(() => memdir('list', '--limit', '20').seconds), 0.3],
    ['list --json, all', best(() => memdir('list', '--json').seconds), 0.3],
    ['memory --action list', best(() => memdir('memory', '--action', 'list', '--json').seconds), 0.3],
    ['stats', best(() => memdir('stats', '--json').seconds), 0.3],
    ['clean-up, nothing due', best(() => memdir('cleanup', '--yes', '--json').seconds), 1],
  ]
  expire(memdir('path').out.trim(), count / 10)
  rows.push([`clean-up, ${count / 10} due`, memdir('cleanup', '--yes', '--json').seconds, 1])
  rows.push(['export', memdir('export', join(root, 'all.json')).seconds])
  rows.push(['embedded in the background', await embedding({ env, cwd, memdir }), -30, 'a second'])
  return rows
}

/** The worker at work, watched as a person does: by `memdir jobs`. */
async function embedding({ env, cwd, memdir }) {
  const worker = spawn(process.execPath, [command, 'jobs', 'run'], { env, cwd, stdio: 'ignore' })
  let progress
  const running = () => JSON.parse(memdir('jobs', '--json').out).data.jobs.find((job) => job.progress)
  for (const end = Date.now() + EMBED_MS; Date.now() < end && worker.exitCode === null; ) {
    await new Promise((wake) => setTimeout(wake, 1_000))
    progress = running()?.progress ?? progress
  }
  console.error(
    memdir('jobs')
      .out.split('\n')
      .find((line) => line.includes('embedding')) ?? 'no progress line',
  )
  worker.kill()
  return progress?.perSecond ?? 0
}

function makeFiles(directory, records) {
  mkdirSync(directory)
  for (const { id, memory } of records) writeFileSync(join(directory, `${id}.md`), memory.repeat(3))
}

/** Files that somebody wrote, which ended long ago. */
function expire(directory, count) {
  for (let i = 0; i < count; i++) {
    const head = `id: old${i}\nname: Old news ${i}\nexpires: "2020-01-01T00:00:00Z"`
    writeFileSync(join(directory, `old_news_${i}.md`), `---\n${head}\n---\nOld news ${i}.\n`, { mode: 0o600 })
  }
}

function verdict(value, goal, unit) {
  if (goal === undefined) return ''
  if (goal < 0) return value >= -goal ? `≥ ${-goal} ok` : `under ${-goal} ${unit}`
  return value <= goal ? `≤ ${goal} ok` : `over ${goal}`
}

function timed(work) {
  const started = process.hrtime.bigint()
  const result = work()
  return [result, Number(process.hrtime.bigint() - started) / 1e9]
}

function best(measure) {
  return Math.min(measure(), measure(), measure())
}

function record(i) {
  const word = (n) => WORDS[(i * 7 + n * 13) % WORDS.length]
  return {
    id: `m-${i}`,
    memory: `The ${word(1)} of service ${i} keeps its ${word(2)} in the ${word(3)}; marker${i} was agreed in week ${i % 52}`,
    created_at: '2026-04-09T10:00:00Z',
    categories: ['project'],
  }
}
