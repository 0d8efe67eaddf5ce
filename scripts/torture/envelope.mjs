// All 200 hostile texts through every face; `npm test` sends a third of them through each.
import { spawnSync } from 'node:child_process'

const TEXTS = 200

export function run() {
  const { status, stdout, stderr } = spawnSync(
    'npx',
    ['--no-install', 'vitest', 'run', 'test/envelope.test.ts'],
    {
      env: { ...process.env, MEMDIR_ENVELOPE: 'all', NO_COLOR: '1' },
      encoding: 'utf8',
    },
  )
  return { tries: TEXTS, violations: status === 0 ? [] : [`${stdout}${stderr}`] }
}
