// npm run bench -- embed [ROUNDS] [--before DIST] [--memories N]
// What embedding costs: a process with one prompt, a warm prompt, many memories. CPU time, in one interleaved run, in a
// clean environment. --before: the dist of another commit, in a directory with "before" in its name. Where
// onnxruntime-node is installed (npm i --no-save --ignore-scripts onnxruntime-node@1.30.0) it is measured too.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BARE, COMPARED, cleanEnvironment, comparison, median, printTable, runMeasured } from './measure.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const subject = join(root, 'bench/embed/subject.mjs')
const LANGUAGES = ['en', 'zh', 'mixed']

export async function run(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { before: { type: 'string' }, memories: { type: 'string', default: '600' } },
    allowPositionals: true,
  })
  const rounds = Number(positionals[0] ?? 9)
  const builds = { now: join(root, 'dist'), ...(values.before ? { before: resolve(values.before) } : {}) }
  const models = mkdtempSync(join(tmpdir(), 'memdir-bench-'))
  const env = cleanEnvironment({ HOME: models })
  // Each build converts its own: formats may differ.
  const ask = (build, ...rest) => {
    const { ms, out } = runMeasured([subject, builds[build], join(models, build), ...rest], { env })
    return { processMs: ms, ...JSON.parse(out) }
  }
  try {
    for (const build of Object.keys(builds)) ask(build, 'COLD', 'mixed')
    printCold(Object.keys(builds), ask, rounds, env)
    printWarm(Object.keys(builds), ask)
    printBulk(Object.keys(builds), ask, values.memories)
    console.log(`\nload of the machine: ${loadavg()[0].toFixed(1)}`)
  } finally {
    rmSync(models, { recursive: true, force: true })
  }
}

function printCold(builds, ask, rounds, env) {
  const rows = builds.flatMap((build) =>
    LANGUAGES.map((language) => ({ build, language, cpu: [], memory: [] })),
  )
  const bare = []
  for (let round = 0; round < rounds; round++) {
    bare.push(runMeasured(BARE, { env }).ms)
    for (const row of rows) {
      const { processMs, memory } = ask(row.build, 'COLD', row.language)
      row.cpu.push(processMs)
      row.memory.push(memory)
    }
  }
  const start = median(bare)
  console.log('\nA process with one prompt (median)\n')
  printTable(
    ['', ...COMPARED, 'MB'],
    [
      ['bare Node', ...comparison(start, start), ''],
      ...rows.map(({ build, language, cpu, memory }) => [
        `${build} ${language}`,
        ...comparison(median(cpu), start),
        median(memory).toFixed(0),
      ]),
    ],
  )
}

function printWarm(builds, ask) {
  console.log(
    '\nWarm (CPU, ms, least of 12): a prompt of three sentences, with each sentence too, 250 characters\n',
  )
  const rows = LANGUAGES.flatMap((language) => builds.map((build) => [build, language]))
  printTable(
    ['', 'one', 'with sentences', 'long', 'MB'],
    rows.map(([build, language]) => {
      const { one, three, long, memory } = ask(build, 'WARM', language)
      return [`${build} ${language}`, one.toFixed(1), three.toFixed(1), long.toFixed(1), memory.toFixed(0)]
    }),
  )
}

function printBulk(builds, ask, memories) {
  const installed = existsSync(join(root, 'node_modules/onnxruntime-node'))
  const rows = ['en', 'zh'].flatMap((language) => [
    ...builds.map((build) => [build, language]),
    ...(installed ? [['now', language, 'onnxruntime']] : []),
  ])
  console.log(`\n${memories} short memories\n`)
  printTable(
    ['', 'CPU ms each', 'wall ms each', 'MB', '10,000 at this wall, s'],
    rows.map(([build, language, runtime]) => {
      const { cpu, wall, memory } = ask(build, 'BULK', language, memories, ...(runtime ? [runtime] : []))
      const each = (ms) => (ms / memories).toFixed(2)
      return [
        [build, language, runtime].filter(Boolean).join(' '),
        each(cpu),
        each(wall),
        memory.toFixed(0),
        ((wall / memories) * 10).toFixed(0),
      ]
    }),
  )
}
