// Our plugin as opencode loads it, with a hook program of the test's: what the person is told, and how long a message waits.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
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
  return { send, told }
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
