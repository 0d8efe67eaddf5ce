// The worker's process is killed at any point of a turn: what was to be remembered is there in the end, each once.
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEngine } from '../src/connect/engine.ts'
import { COMMAND, runMemdir } from './cli/run-memdir.ts'
import { claudeLog } from './support/claude-log.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const TURNS = ['jobs', 'run', '--job', 'turns']
const work = () => expect(runMemdir(place, TURNS).code).toBe(0)

/** How long it took; killed at parts of the time that a whole run takes here. */
function workAlone(killAfterMs?: number): Promise<number> {
  return new Promise((done) => {
    const started = Date.now()
    const args = [COMMAND, ...TURNS]
    const child = spawn(process.execPath, args, { cwd: place.project, env: place.env, stdio: 'ignore' })
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.on('exit', () => {
      clearTimeout(timer)
      done(Date.now() - started)
    })
  })
}

const FACTS = ['releases go out on Tuesdays', 'the staging port is 5433', 'Mina owns billing']

it('a turn whose worker is killed is stored whole in the end, and nothing of it twice', async () => {
  const engine = openEngine({ directory: place.project, env: place.env })
  const { state } = engine.location
  const log = (name: string) => {
    const written = claudeLog(place, name, '2026-04-06T09:00:00Z')
    for (const fact of FACTS) written.user(`Remember that ${fact}.`)
    return written
  }
  const first = log('c0')
  await first.end(state)
  const usual = await workAlone()
  expect(engine.store.list()).toHaveLength(3)
  for (const memory of engine.store.list()) await engine.store.remove(memory, { actor: 'user' })
  for (const [at, part] of [0.4, 0.55, 0.65, 0.75, 0.85, 0.95].entries()) {
    const one = log(`c${at + 1}`)
    await one.end(state)
    await workAlone(usual * part)
    work()
    await one.end(state, 'end')
    work()
    const contents = engine.store.list().map(({ content }) => content.trim().toLowerCase())
    expect(contents.sort()).toEqual(FACTS.map((fact) => fact.toLowerCase()).sort())
    for (const memory of engine.store.list()) await engine.store.remove(memory, { actor: 'user' })
  }
  await engine.close()
}, 120_000)
