// The short form of the races on paths: real processes on the built package.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

test('while paths are swapped for links, nothing outside is written or read', { timeout: 120_000 }, () => {
  expect(existsSync('dist/memory/writer.js'), 'dist/ is missing: run `npm run build` first').toBe(true)
  const args = ['scripts/torture/path-races.mjs', '--tries', '400', '--seconds', '60']
  const done = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(done.status, done.stdout + done.stderr).toBe(0)
  const facts = JSON.parse(done.stdout.trim().split('\n').at(-1)!)
  expect(facts.violations).toEqual([])
  // Both sides had their turns: some writes came through and some met a link.
  expect(facts.swaps).toBeGreaterThan(100)
  expect(facts.written).toBeGreaterThan(0)
  expect(facts.refused).toBeGreaterThan(0)
  expect(facts.read).toBeGreaterThan(0)
})
