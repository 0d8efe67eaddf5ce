// The short form of `npm run torture` for changes of several files: real processes on the built package, killed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

test('killed in the middle of an import, undo, redo, merge, rm, purge or edit: all of it or nothing', {
  timeout: 180_000,
}, () => {
  expect(existsSync('dist/memory/writer.js'), 'dist/ is missing: run `npm run build` first').toBe(true)
  const done = spawnSync(process.execPath, ['scripts/torture-groups.mjs', '--kills', '21'], {
    encoding: 'utf8',
  })
  expect(done.status, done.stdout + done.stderr).toBe(0)
  expect(JSON.parse(done.stdout)).toMatchObject({ kills: 21, violations: 0 })
})
