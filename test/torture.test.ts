// The short form of `npm run torture`: real processes on the built package, killed and crowded.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

const PARTS: Record<string, string[]> = {
  'killed in the middle of changes, nothing acknowledged is lost and nothing is torn': ['--kills', '24'],
  'eight processes write together, every change is there and the index is whole': [
    '--writers',
    '8',
    '--writes',
    '12',
  ],
  'eight processes share a lock, one is killed, never two holders': ['--lockers', '8', '--rounds', '30'],
}

for (const [name, args] of Object.entries(PARTS)) {
  test(name, { timeout: 120_000 }, () => {
    expect(existsSync('dist/memory/writer.js'), 'dist/ is missing: run `npm run build` first').toBe(true)
    const none = ['kills', 'groups', 'writers', 'lockers']
      .filter((part) => !args.includes(`--${part}`))
      .flatMap((part) => [`--${part}`, '0'])
    const done = spawnSync(process.execPath, ['scripts/torture.mjs', ...args, ...none], { encoding: 'utf8' })
    expect(done.status, done.stdout + done.stderr).toBe(0)
  })
}
