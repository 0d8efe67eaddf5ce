import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { noteHookRun, readHookRuns } from './hook-runs.ts'

const event = { agent: 'codex', kind: 'prompt' } as const
const run = (outcome: string) => ({ outcome, ms: 3 })

test('the last run counts, however long the one before was', () => {
  const state = temporaryDirectory()
  noteHookRun(state, event, run('记忆'.repeat(1_000)))
  expect(readHookRuns(state)[0]?.outcome).toBe('记忆'.repeat(150))
  noteHookRun(state, event, run('nothing fits'))
  noteHookRun(state, { ...event, agent: 'gemini' }, { ...run('index'), server: true })
  expect(readHookRuns(state).map(({ agent, outcome, server }) => [agent, outcome, server])).toEqual([
    ['codex', 'nothing fits', undefined],
    ['gemini', 'index', true],
  ])
})

test('what is in its place is replaced, and no link is followed', () => {
  const state = temporaryDirectory()
  const path = join(state, 'hooks', 'codex.prompt.json')
  const precious = join(state, 'precious')
  writeFileSync(precious, 'mine')
  mkdirSync(join(path, 'more'), { recursive: true })
  noteHookRun(state, event, run('first'))
  expect(readHookRuns(state)[0]?.outcome).toBe('first')
  rmSync(path)
  symlinkSync(precious, path)
  noteHookRun(state, event, run('second'))
  expect([readHookRuns(state)[0]?.outcome, readFileSync(precious, 'utf8')]).toEqual(['second', 'mine'])
})
