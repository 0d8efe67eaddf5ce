// npm run bench -- embed [ROUNDS] [--onnxruntime DIR]
// Ratios in one run: bare Node, ours, @lat.md/embed and, where DIR/node_modules has it, onnxruntime-node 1.30.
// (In a directory of its own: npm i --ignore-scripts onnxruntime-node@1.30.0)
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BARE, cleanEnvironment, printTable, timeProcesses } from './measure.mjs'

const subject = fileURLToPath(new URL('./embed/subject.mjs', import.meta.url))

export async function run(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { onnxruntime: { type: 'string' } },
    allowPositionals: true,
  })
  const onnxruntime = values.onnxruntime
  const runtimes = ['memdir-en', 'memdir-zh', 'memdir-en-1-thread', 'lat.md']
  if (onnxruntime && existsSync(join(onnxruntime, 'node_modules/onnxruntime-node')))
    runtimes.push('onnxruntime')
  else console.log('onnxruntime-node: not found (--onnxruntime DIR), left out')
  const models = mkdtempSync(join(tmpdir(), 'memdir-bench-'))
  const argv = (runtime, mode) => [subject, runtime, models, mode, ...(onnxruntime ? [onnxruntime] : [])]
  try {
    for (const runtime of ['memdir-en', 'memdir-zh'])
      spawnSync(process.execPath, argv(runtime, 'COLD'), { env: cleanEnvironment() })
    printCold(runtimes, argv, Number(positionals[0] ?? 15))
    printWarm(runtimes, argv)
  } finally {
    rmSync(models, { recursive: true, force: true })
  }
}

function printCold(runtimes, argv, rounds) {
  const commands = { 'bare Node': BARE }
  for (const runtime of runtimes) {
    if (runtime !== 'memdir-en-1-thread') commands[runtime] = argv(runtime, 'COLD')
  }
  const times = timeProcesses(commands, { rounds })
  const bare = times['bare Node']
  console.log('\nProcess start to the first query vector')
  printTable(
    ['', 'CPU ms', '÷ bare Node'],
    Object.entries(times).map(([name, ms]) => [name, ms.toFixed(0), (ms / bare).toFixed(2)]),
  )
}

/** Three rounds, the best of each: other work on the machine only ever makes things slower. */
function printWarm(runtimes, argv) {
  const best = Object.fromEntries(
    runtimes.map((name) => [name, { query: Infinity, batch: Infinity, memory: 0 }]),
  )
  for (let round = 0; round < 3; round++) {
    for (const name of runtimes) {
      const done = spawnSync(process.execPath, argv(name, 'WARM'), {
        encoding: 'utf8',
        env: cleanEnvironment(),
      })
      if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`)
      const { query, batch, memory } = JSON.parse(done.stdout)
      best[name].query = Math.min(best[name].query, query)
      best[name].batch = Math.min(best[name].batch, batch)
      best[name].memory = Math.max(best[name].memory, memory)
    }
  }
  console.log(
    '\nWarm: one short query (16 tokens), 200 short texts (about 22 tokens each), memory at its peak',
  )
  printTable(
    ['', 'query ms', '200 texts ms', 'MB'],
    runtimes.map((name) => [name, ...['query', 'batch', 'memory'].map((key) => best[name][key].toFixed(1))]),
  )
  const ratio = (a, b, key = 'batch') => (best[a][key] / best[b][key]).toFixed(1)
  console.log(`\n200 texts: ${ratio('lat.md', 'memdir-en')} x faster than @lat.md/embed`)
  if (best.onnxruntime) {
    console.log(
      `200 texts: ${ratio('memdir-zh', 'onnxruntime')} x the time of onnxruntime (bge-zh, all cores both)`,
    )
  }
}
