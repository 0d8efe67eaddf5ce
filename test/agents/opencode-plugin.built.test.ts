// Our plugin as opencode loads it, with a hook program of the test's: what the person is told, and how long a message waits.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { useCli } from '../cli/use-cli.ts'

const cli = useCli()
const LIMIT_MS = 10_000

/** A copy away from the package, which finds the program by install.json. */
async function open(program: string) {
  const bin = cli.below('bin')
  for (const directory of [bin, cli.place.home]) mkdirSync(directory, { recursive: true })
  writeFileSync(join(bin, 'hook.js'), program)
  writeFileSync(join(cli.place.home, 'install.json'), JSON.stringify({ v: 1, bin }))
  const copy = cli.below('copy', 'opencode')
  cpSync(new URL('../../plugins/opencode', import.meta.url), copy, { recursive: true })
  Object.assign(process.env, cli.place.env)
  const { Memdir } = await import(pathToFileURL(join(copy, 'memdir.js')).href)
  const told: string[] = []
  const client = {
    session: { messages: async () => ({ data: [] }) },
    tui: { showToast: async ({ body }: { body: { message: string } }) => void told.push(body.message) },
  }
  const hooks = await Memdir({ client, directory: cli.place.project, worktree: cli.place.project })
  const send = async () => {
    const output = { message: { id: 'msg_1', sessionID: 'ses_1' }, parts: [{ type: 'text', text: 'hello' }] }
    const from = Date.now()
    await hooks['chat.message']({ sessionID: 'ses_1' }, output)
    return { ms: Date.now() - from, parts: output.parts.length }
  }
  return {
    send,
    told,
    end: () => hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } }),
  }
}

it('says once that a hook hangs, and the messages go on', async () => {
  const { send, told } = await open('setInterval(() => {}, 1_000)')
  for (let message = 0; message < 2; message++) {
    const { ms, parts } = await send()
    expect(parts).toBe(1)
    expect(ms).toBeLessThan(LIMIT_MS)
  }
  expect(told).toEqual([expect.stringContaining('it took too long')])
})

it('does not add that a hook was late where the other has said what is wrong', async () => {
  const program = `
    const event = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
    if (event.hook_event_name === 'SessionStart') console.log(JSON.stringify({ notice: 'the disk is silent' }))
    else setInterval(() => {}, 1_000)`
  const { send, told } = await open(program)
  expect((await send()).parts).toBe(1)
  expect(told).toEqual(['the disk is silent'])
})

/** A program that says who it is, and loops. */
const looping = (file: string) =>
  `require('node:fs').appendFileSync(${JSON.stringify(file)}, ' ' + process.pid); for (;;);`
const pidsIn = (file: string) =>
  existsSync(file) ? (readFileSync(file, 'utf8').match(/\d+/g) ?? []).map(Number) : []

it('leaves no process behind that loops, also where nobody waits for it', async () => {
  process.env.MEMDIR_HOOK_SLOWER = '0.1'
  const file = cli.below('pids')
  const { send, end } = await open(looping(file))
  await send()
  await end()
  await expect.poll(() => pidsIn(file).length, { timeout: LIMIT_MS }).toBe(3)
  await expect.poll(() => pidsIn(file).filter(isRunning), { timeout: LIMIT_MS }).toEqual([])
})

it('ends what it waits for when opencode ends', async () => {
  const file = cli.below('pids')
  const before = process.listeners('exit')
  const { send } = await open(looping(file))
  const sent = send()
  await expect.poll(() => pidsIn(file).length, { timeout: LIMIT_MS }).toBeGreaterThan(0)
  for (const listener of process.listeners('exit')) if (!before.includes(listener)) listener.call(process, 0)
  await expect.poll(() => pidsIn(file).filter(isRunning), { timeout: 1_000 }).toEqual([])
  await sent
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
