import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import type { ClientEvent } from '../client-event.ts'
import type { ClientHost } from '../client-host.ts'
import { type HookRun, noteHookFailure, noteHookRun, readHookRuns } from '../hook-runs.ts'
import { planInstall } from './agent-setups.ts'
import { checkAgents, checkFired } from './check-agents.ts'
import { applyEdit } from './file-edit.ts'
import { MCP_SETUPS } from './mcp-clients.ts'

const run = (event: string, minute: number, more: Partial<HookRun> = {}): HookRun => ({
  agent: 'codex',
  event,
  at: `2026-04-09T10:0${minute}:59.123Z`,
  ms: 12.4,
  outcome: '2 attached',
  ...more,
})

test('the last prompt counts, else whatever fired last', () => {
  expect(checkFired([])).toMatchObject({ check: 'fires', status: 'note' })
  expect(checkFired([run('turn-end', 3), run('prompt', 1)])).toMatchObject({
    status: 'ok',
    ms: 12.4,
    message: { en: 'last fired 2026-04-09 10:01 UTC (prompt: 2 attached, 12 ms)' },
  })
  expect(checkFired([run('start', 1), run('turn-end', 3)]).message.en).toContain('10:03 UTC (turn-end')
})

test('an event that failed when it last fired is a problem, however the others went', () => {
  const failed = run('turn-end', 2, { failed: true, outcome: 'ENOSPC: no space left on device' })
  expect(checkFired([run('prompt', 3), failed])).toMatchObject({
    check: 'fires',
    status: 'problem',
    message: {
      en: 'its hook failed when it last fired, 2026-04-09 10:02 UTC (turn-end): ENOSPC: no space left on device',
      zh: expect.stringContaining('ENOSPC'),
    },
  })
})

test('a failure is kept without the secret that it quotes, until the event succeeds', async () => {
  const state = temporaryDirectory()
  const event = { agent: 'codex', kind: 'prompt' } as ClientEvent
  const key = `${'ghp'}_q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo`
  await noteHookFailure(state, event, { error: new Error(`401 for ${key}`), ms: 3 })
  expect(readHookRuns(state)).toMatchObject([
    { agent: 'codex', event: 'prompt', failed: true, outcome: '401 for [redacted: github-pat]', ms: 3 },
  ])
  await noteHookFailure(state, event, { error: 'text', ms: 3 })
  expect(readHookRuns(state)).toMatchObject([{ failed: true, outcome: 'text' }])
  noteHookRun(state, event, { outcome: '1 attached', ms: 4 })
  expect(readHookRuns(state)[0]).not.toHaveProperty('failed')
})

/** Says that it was started and is over; answers as the server does, after a while. */
const SERVER = (log: string) => `const { appendFileSync } = require('node:fs')
const note = (text) => appendFileSync(${JSON.stringify(log)}, text)
note('<')
setTimeout(() => { note('>'); console.log('{"name":"remember"}') }, 60)
setTimeout(() => {}, 20_000)
`

test('each distinct command of an MCP server is checked once, one after the other, with progress', async () => {
  const root = temporaryDirectory()
  const [bin, path, log] = [join(root, 'bin'), join(root, 'path'), join(root, 'log')]
  mkdirSync(bin)
  mkdirSync(path)
  writeFileSync(join(bin, 'memdir.js'), SERVER(log))
  writeFileSync(join(path, 'memdir'), `#!${process.execPath}\n${SERVER(log)}`)
  chmodSync(join(path, 'memdir'), 0o755)
  const home = join(root, 'home')
  const places = {
    env: { PATH: path, CLAUDE_CONFIG_DIR: join(root, 'none') },
    home: join(root, 'memdir'),
    userHome: home,
    project: root,
    node: process.execPath,
    bin,
    plugins: root,
  }
  for (const setup of MCP_SETUPS) for (const edit of planInstall(setup, places)) applyEdit(edit)
  const host = { location: { state: join(root, 'state') } } as ClientHost
  const seen: [number, number][] = []
  const checks = await checkAgents(host, places, (done, total) => seen.push([done, total]))
  expect(checks.filter(({ check, status }) => check === 'mcp' && status === 'ok')).toHaveLength(7)
  // By its name on the PATH for files of the project, by its place for those of the person.
  expect(readFileSync(log, 'utf8')).toBe('<><>')
  expect(seen).toEqual(MCP_SETUPS.map((_, at) => [at, 7]))
})
