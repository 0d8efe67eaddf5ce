// Who may have a call held: a person in a terminal, nobody else.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { COMMAND } from '../built.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
beforeEach(() => {
  mkdirSync(cli.memory, { recursive: true })
  const text = (on: string) =>
    `---\nid: ${on === '' ? 'plain1' : 'guard1'}\nname: Deploys\n${on}---\nAsk Mina first.\n`
  writeFileSync(join(cli.memory, 'deploy.md'), text('on:\n  - run: "*deploy*"\n'))
  writeFileSync(join(cli.memory, 'plain.md'), text(''))
})
const state = () => join(dirname(cli.memory), 'state', 'guards.json')

/** With a terminal, as a person has one. */
function atTerminal(...args: string[]): string {
  const line = [process.execPath, COMMAND, ...args].map((word) => `'${word}'`).join(' ')
  const env = cli.place.env as NodeJS.ProcessEnv
  return spawnSync('script', ['-qec', line, '/dev/null'], { cwd: cli.place.project, env, encoding: 'utf8' })
    .stdout
}

it('a person in a terminal can, sees what is held, and lets it go', () => {
  expect(atTerminal('guard', 'guard1')).toContain('is held back once: {"run":"*deploy*"}')
  expect(existsSync(state())).toBe(true)
  expect(cli.json(['guard', '--list']).data).toEqual({ guards: [{ id: 'guard1', status: 'held' }] })
  expect(atTerminal('guard', 'plain1')).toContain('has no triggers')
  expect(atTerminal('guard', '--off', 'nothing')).toContain('memdir guard --list')
  expect(atTerminal('guard', '--off', 'guard1')).toContain('No call is held for guard1')
  expect(cli.json(['guard', '--list']).data).toEqual({ guards: [] })
})

it('an agent and a script cannot, neither hold nor let go', () => {
  atTerminal('guard', 'guard1')
  const agent = { CLAUDECODE: '1' }
  for (const args of [
    ['guard', 'guard1'],
    ['guard', '--off', 'guard1'],
  ]) {
    expect(cli.run(args)).toMatchObject({ code: 2, err: expect.stringContaining('terminal') })
    expect(cli.run(args, { env: agent })).toMatchObject({ code: 2 })
  }
  expect(cli.json(['guard', '--list']).data).toEqual({ guards: [{ id: 'guard1', status: 'held' }] })
})
