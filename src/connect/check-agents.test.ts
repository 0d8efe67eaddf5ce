import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { HOOK_STARTER, type SetupPlaces } from './agent-setup.ts'
import { planInstall } from './agent-setups.ts'
import { checkAgents, checkFired } from './check-agents.ts'
import type { ClientEvent } from './client-event.ts'
import type { Engine } from './engine.ts'
import { type HookRun, noteHookFailure, noteHookRun, readHookRuns } from './events/hook-runs.ts'
import { applyEdit } from './file-edit.ts'
import { starterText } from './hook-starter.ts'
import { gemini } from './install/gemini.ts'
import { MCP_SETUPS } from './install/mcp-clients.ts'

const run = (event: string, minute: number, more: Partial<HookRun> = {}): HookRun => ({
  agent: 'codex',
  event,
  at: `2026-04-09T10:0${minute}:59.123Z`,
  ms: 12.4,
  outcome: '2 attached',
  ...more,
})

test('memory that was off in the shell of the agent is a problem, unless it is off here as well', () => {
  const runs = [run('prompt', 3, { outcome: 'memory is off' })]
  expect(checkFired(runs, true)).toMatchObject({ check: 'fires', status: 'problem' })
  expect(checkFired(runs, true).message.en).toContain('CLAUDE_CODE_DISABLE_AUTO_MEMORY')
  expect(checkFired(runs, false).status).toBe('ok')
  expect(checkFired([...runs, run('prompt', 4)], true).status).toBe('ok')
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
  writeFileSync(join(bin, 'hook.js'), '')
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
  // The agent's PATH has a shell.
  symlinkSync('/bin/sh', join(path, 'sh'))
  writeFileSync(join(places.home, HOOK_STARTER), starterText(places))
  const host = { switch: { on: true }, location: { state: join(root, 'state') } } as Engine
  const seen: [number, number][] = []
  const checks = await checkAgents(host, places, (done, total) => seen.push([done, total]))
  expect(checks.filter(({ check, status }) => check === 'mcp' && status === 'ok')).toHaveLength(7)
  // By its name on the PATH for files of the project, by its place for those of the person.
  expect(readFileSync(log, 'utf8')).toBe('<><>')
  expect(seen).toEqual(MCP_SETUPS.map((_, at) => [at, 7]))
})

describe('names what an agent is told to start and is not there', () => {
  const openPlaces = () => {
    const root = temporaryDirectory()
    const bin = join(root, 'bin')
    for (const directory of [bin, join(root, 'home', '.gemini'), join(root, 'memdir')])
      mkdirSync(directory, { recursive: true })
    writeFileSync(join(root, 'home', '.gemini', 'settings.json'), '{}\n')
    for (const name of ['hook.js', 'memdir.js']) writeFileSync(join(bin, name), '')
    const env = { PATH: '', CLAUDE_CONFIG_DIR: join(root, 'none') }
    const home = join(root, 'memdir')
    return {
      env,
      home,
      userHome: join(root, 'home'),
      project: root,
      node: process.execPath,
      bin,
      plugins: root,
    }
  }
  const installedOf = async (places: SetupPlaces) => {
    const host = { switch: { on: true }, location: { state: join(places.home, 'state') } } as Engine
    const checks = await checkAgents(host, places)
    return checks.find(({ agent, check }) => agent === 'gemini' && check === 'installed')
  }
  const setUp = (places: SetupPlaces) => {
    for (const edit of planInstall(gemini, places)) applyEdit(edit)
    writeFileSync(join(places.home, HOOK_STARTER), starterText(places))
  }

  it('a Node that its version manager has removed, in the agent’s file', async () => {
    const places = openPlaces()
    const gone = join(places.home, 'v20.1.0', 'bin', 'node')
    setUp(places)
    const file = join(places.userHome, '.gemini', 'settings.json')
    const settings = JSON.parse(readFileSync(file, 'utf8'))
    const byHand = { command: gone, args: [join(places.bin, 'memdir.js'), 'mcp'] }
    writeFileSync(file, JSON.stringify({ ...settings, mcpServers: { memdir: byHand } }))
    expect(await installedOf(places)).toMatchObject({
      status: 'problem',
      message: { en: `it is told to start what is not there any more (${gone}): memdir init gemini` },
    })
  })

  it('the script that its hooks start, and what that names', async () => {
    const places = openPlaces()
    setUp(places)
    const gone = join(places.home, 'v20.1.0', 'bin', 'node')
    writeFileSync(join(places.home, HOOK_STARTER), starterText({ ...places, node: gone }))
    expect(await installedOf(places)).toMatchObject({
      status: 'problem',
      message: { zh: expect.stringContaining(gone) },
    })
    rmSync(join(places.home, HOOK_STARTER))
    expect((await installedOf(places))?.message.en).toContain('what it starts is missing')
    writeFileSync(join(places.home, HOOK_STARTER), starterText(places))
    expect(await installedOf(places)).toMatchObject({ status: 'ok' })
  })
})
