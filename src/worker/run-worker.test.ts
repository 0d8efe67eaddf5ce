import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MemorySearch } from '../search/memory-search.ts'
import { runWorker } from './run-worker.ts'

test('an error is written down without the secret that it quotes', async () => {
  const key = `${'ghp'}_q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo`
  const state = mkdtempSync(join(tmpdir(), 'memdir-worker-'))
  const search = {
    work: () => Promise.reject(new Error(`401 from the provider for ${key}`)),
  } as unknown as MemorySearch
  await runWorker({ state, reason: 'add', search, deadline: Date.now() + 10_000 })
  const text = readFileSync(join(state, 'jobs', 'jobs.json'), 'utf8')
  expect(text).toContain('401 from the provider for [redacted: github-pat]')
  expect(text).not.toContain(key)
})
