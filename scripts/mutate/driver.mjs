// One long-lived vitest with all mutants compiled in. Its only test file is a placeholder: after it, the runner asks
// for work until there is none. A process of its own, so that an endless loop can be killed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { renderMutants } from './render-mutants.mjs'

const { MUTATE_ROOT: root, MUTATE_PLAN: plan } = process.env
// Where the parent was killed nobody would end a mutant that runs for ever: then this group of processes ends itself.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(-process.pid, 'SIGKILL')
}, 1_000).unref()

const { mutants } = JSON.parse(readFileSync(plan, 'utf8'))
const changed = new Set(mutants.map(({ file }) => join(root, file)))

await startVitest(
  'test',
  [],
  {
    root,
    config: false,
    watch: false,
    reporters: [],
    include: ['scripts/mutate/placeholder.test.mjs'],
    runner: join(import.meta.dirname, 'runner.mjs'),
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 1_000,
    globalSetup: join(root, 'test/run/temporary-root.ts'),
    env: {
      MEMDIR_HOME: '/nonexistent/memdir-home-is-set-per-test',
      LANG: 'C.UTF-8',
      LC_ALL: '',
      NO_COLOR: '1',
    },
  },
  {
    plugins: [
      {
        name: 'memdir-mutants',
        enforce: 'pre',
        transform: {
          order: 'pre',
          handler(text, id) {
            if (!changed.has(id)) return undefined
            const own = mutants.filter(({ file }) => join(root, file) === id)
            return { code: renderMutants(text, own), map: null }
          },
        },
      },
    ],
  },
)
process.exit(0)
