// Ratios in one run: every round starts each command once, so that a slow moment of the machine hits all of them.
import { spawnSync } from 'node:child_process'

/** Medians in milliseconds by name. `commands`: name → argv for node. */
export function timeProcesses(commands, { rounds = 15, env = process.env, cwd } = {}) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, argv] of Object.entries(commands)) {
      const args = typeof argv === 'function' ? argv(round) : argv
      const started = process.hrtime.bigint()
      const done = spawnSync(process.execPath, args, { env, cwd, stdio: ['ignore', 'ignore', 'pipe'] })
      times[name].push(Number(process.hrtime.bigint() - started) / 1e6)
      if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** A plain table. */
export function printTable(header, rows) {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => String(row[i]).length)))
  const line = (cells) => cells.map((cell, i) => String(cell).padEnd(widths[i])).join('  ')
  console.log(line(header))
  for (const row of rows) console.log(line(row))
}
