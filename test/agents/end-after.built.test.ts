// The built hook, as the end of a turn is handed to it: nobody waits for it.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { APART } from '../../src/connect/hook-exchange.ts'
import { HOOK } from '../built.ts'
import { type TemporaryHome, temporaryHome } from '../support/published/temporary-home.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

it('a hook that loops where nobody waits for it is ended', () => {
  const preload = join(place.root, 'loop.cjs')
  writeFileSync(preload, 'process.nextTick(() => { for (;;); })')
  // 0.7 s instead of 35.
  const env = { ...place.env, MEMDIR_HOOK_SLOWER: '0.02' }
  const { signal } = spawnSync(process.execPath, ['-r', preload, HOOK, '', APART], {
    env,
    cwd: place.project,
    input: '{}',
    timeout: 10_000,
    killSignal: 'SIGINT',
  })
  expect(signal).toBe('SIGKILL')
})
