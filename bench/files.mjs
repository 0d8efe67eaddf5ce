// What the command line costs on directories of 100, 1,000 and 10,000 memories, in bare Node starts of the same run.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AGAINST_BARE, againstBare, BARE, cleanEnvironment, printTable, timeProcesses } from './measure.mjs'

const command = fileURLToPath(new URL('../dist/bin/memdir.js', import.meta.url))
const SIZES = [100, 1_000, 10_000]
const GOALS = { add: 4, 'add --separate': 4, list: 4 }

export async function run(args) {
  const rounds = Number(args[0] ?? 15)
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-'))
  try {
    const rows = []
    for (const size of SIZES) {
      console.error(`making ${size} memories …`)
      const { env, cwd } = fill(root, size)
      const times = timeProcesses(
        {
          bare: BARE,
          add: (round) => [
            command,
            'add',
            `Measured fact number ${round} about the cache of build ${size}`,
            '--type',
            'project',
          ],
          // Without the look for what says the same: what writing itself costs.
          'add --separate': (round) => [command, 'add', `Another fact ${round} of ${size}`, '--separate'],
          list: [command, 'list', '--json'],
          index: [command, 'index'],
        },
        { rounds, env, cwd },
      )
      for (const name of ['add', 'add --separate', 'list', 'index']) {
        rows.push([name, size, ...againstBare(times[name], times.bare, GOALS[name])])
      }
    }
    rows.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]))
    printTable(['command', 'memories', ...AGAINST_BARE], rows)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** A home with one project of `size` memories, as a year of use leaves it. */
function fill(root, size) {
  const cwd = join(root, `project-${size}`)
  mkdirSync(cwd)
  // Without the detached worker, which would embed for minutes during the measurement.
  const home = join(root, `home-${size}`)
  const env = cleanEnvironment({ MEMDIR_HOME: home })
  const memdir = (...argv) => spawnSync(process.execPath, [command, ...argv], { env, cwd, encoding: 'utf8' })
  memdir('init')
  const directory = memdir('path').stdout.trim()
  const types = ['user', 'feedback', 'project', 'reference']
  for (let i = 0; i < size; i++) {
    const type = types[i % 4]
    const text = `---\nid: b${i}\nname: Fact ${i} about component ${i % 97}\ndescription: component ${i % 97} behaves in way ${i} when load is ${i % 13}, seen in week ${i % 52}\ntype: ${type}\nimportance: ${1 + (i % 5)}\ntags: [load, component${i % 97}]\nsource: { origin: user }\ncreated: "2026-04-09T10:00:00Z"\n---\nComponent ${i % 97} behaves in way ${i}.\n\n**Why:** measured in week ${i % 52}.\n**How to apply:** when the load is ${i % 13}.\n`
    writeFileSync(join(directory, `${type}_fact_${i}.md`), text, { mode: 0o600 })
  }
  memdir('doctor', '--fix')
  return { env, cwd }
}
