// Tests that try every few points or inputs of a long row in `npm test`: here all of them, and the 200 hostile texts
// through every face.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function run() {
  const files = testFiles()
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...files], {
    env: { ...process.env, MEMDIR_TRY_ALL: '1', NO_COLOR: '1' },
    encoding: 'utf8',
  })
  return { tries: files.length, violations: status === 0 ? [] : [`${stdout}${stderr}`] }
}

function testFiles() {
  return ['src', 'test']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('/try-all.ts'))
}
