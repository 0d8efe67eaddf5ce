// 10,000 records: imported and found by full text in ≤ 10 s; statistics and list ≤ 0.3 s; clean-up ≤ 1 s.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printTable } from './measure.mjs'

const command = fileURLToPath(new URL('../dist/bin/memdir.js', import.meta.url))
const WORDS =
  'cache queue deploy token schema index worker retry budget cluster vector search prompt hook ledger shard batch stream proxy router'.split(
    ' ',
  )

export async function run(args) {
  const count = Number(args[0] ?? 10_000)
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-'))
  const cwd = join(root, 'project')
  mkdirSync(cwd)
  const env = { ...process.env, MEMDIR_HOME: join(root, 'home'), MEMDIR_BACKGROUND: '0', NO_COLOR: '1' }
  const memdir = (...argv) => {
    const started = process.hrtime.bigint()
    const done = spawnSync(process.execPath, [command, ...argv], {
      env,
      cwd,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    if (done.status !== 0) throw new Error(`${argv.join(' ')}: ${done.stderr}`)
    return { seconds: Number(process.hrtime.bigint() - started) / 1e9, out: done.stdout }
  }
  try {
    const mem0 = Array.from({ length: count }, (_, i) => record(i))
    writeFileSync(join(root, 'mem0.json'), JSON.stringify({ results: mem0 }))
    memdir('init')
    const imported = memdir('import', join(root, 'mem0.json'), '--json')
    const found = memdir('search', `marker${count - 1}`, '--limit', '1', '--json')
    if (!found.out.includes(`marker${count - 1}`)) throw new Error('the last record was not found')
    const bare = best(() => {
      const started = process.hrtime.bigint()
      spawnSync(process.execPath, ['-e', '0'])
      return Number(process.hrtime.bigint() - started) / 1e9
    })
    const rows = [
      ['(a bare Node start)', bare],
      ['import + first search', imported.seconds + found.seconds, 10],
      ['  import', imported.seconds],
      ['  first search', found.seconds],
      ['stats', best(() => memdir('stats', '--json').seconds), 0.3],
      ['list (20)', best(() => memdir('list', '--limit', '20').seconds), 0.3],
      ['memory --action list', best(() => memdir('memory', '--action', 'list', '--json').seconds), 0.3],
      ['clean-up, nothing due', best(() => memdir('cleanup', '--json').seconds), 1],
      ['export', memdir('export', join(root, 'all.json')).seconds],
    ]
    printTable(
      ['10,000 records', 'seconds', 'goal'],
      rows.map(([name, seconds, goal]) => [
        name,
        seconds.toFixed(2),
        goal === undefined ? '' : seconds <= goal ? `≤ ${goal} ok` : `over ${goal}`,
      ]),
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
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
