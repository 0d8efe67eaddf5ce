// Programs in turn, round by round, in a clean environment: the median of their CPU time, and the most memory they took.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from '../measure.mjs'

const REPORT = fileURLToPath(new URL('./report.cjs', import.meta.url))

/** `commands`: name → { args(round), input?(round), before?(round) }. Returns name → { cpu (ms), peak (MB), wall (ms) }. */
export function measureProcesses(commands, { rounds, cwd, env, root }) {
  const found = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  const report = join(root, 'report.json')
  for (let round = 0; round < rounds; round++) {
    for (const [name, { args, input, before }] of Object.entries(commands)) {
      before?.(round)
      const started = process.hrtime.bigint()
      const done = spawnSync(process.execPath, ['-r', REPORT, ...args(round)], {
        cwd,
        env: { ...env, MEMDIR_BENCH_REPORT: report },
        input: input?.(round) ?? '',
        encoding: 'utf8',
        maxBuffer: 1e9,
      })
      const wall = Number(process.hrtime.bigint() - started) / 1e6
      if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`)
      found[name].push({ wall, ...JSON.parse(readFileSync(report, 'utf8')) })
    }
  }
  const middle = (list, key) => median(list.map((each) => each[key]))
  return Object.fromEntries(
    Object.entries(found).map(([name, list]) => [
      name,
      {
        cpu: middle(list, 'cpu'),
        wall: middle(list, 'wall'),
        peak: Math.max(...list.map(({ peak }) => peak)),
      },
    ]),
  )
}
