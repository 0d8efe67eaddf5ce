// One command for everything that can be said about the code without running it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Fewer modules than this means that the tool did not see the sources, not that the project shrank. */
const MINIMUM_MODULES = 60

const run = (title, args, options = {}) => {
  const started = Date.now()
  const done = spawnSync('npx', ['--no-install', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    ...options,
  })
  const ok = done.status === 0
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (!ok) console.log(`${done.stdout ?? ''}${done.stderr ?? ''}`)
  return { ok, out: done.stdout ?? '' }
}

/** What one run knows of the files, the next does not look up again; a fresh clone has none. */
const CACHE = 'node_modules/.cache'
const TYPES = ['--noEmit', '--incremental', '--tsBuildInfoFile', `${CACHE}/types.tsbuildinfo`]
const KNIP = ['knip', '--cache', '--no-progress']

const results = [
  run('format and lint', ['biome', 'ci', '--error-on-warnings', '.']).ok,
  run('types', ['node', 'node_modules/typescript-native/bin/tsc', ...TYPES]).ok,
  direction(),
  run('shape', ['node', 'scripts/shape/limits.mjs']).ok,
  run('dead code', KNIP).ok,
  run('code that only tests use', [
    ...KNIP,
    '--production',
    '--exclude',
    'dependencies',
    '--cache-location',
    `${CACHE}/knip-production`,
  ]).ok,
  run('library page', ['node', 'scripts/library-page.mjs']).ok,
  run('Chinese README', ['node', 'scripts/check-readme.mjs']).ok,
  run('workflows', ['node', 'scripts/check-workflows.mjs']).ok,
]

function direction() {
  const { ok, out } = run('rooms: direction and doors', [
    'depcruise',
    'src',
    'test/support',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err-long',
    '--cache',
    `${CACHE}/dependency-cruiser`,
    '--cache-strategy',
    'content',
  ])
  const seen = Number(/(\d+) modules/.exec(out)?.[1] ?? 0)
  const enough = seen >= MINIMUM_MODULES
  console.log(`${enough ? 'ok  ' : 'FAIL'} rooms: saw ${seen} modules (at least ${MINIMUM_MODULES})`)
  return ok && enough
}

if (results.includes(false)) process.exit(1)
