// What the other tests rely on: a command in the kept process does what it does in a process of its own.
import { expect, it } from 'vitest'
import { prompt, runHookProgram, start, startHookProgram } from '../agents/run-hook.ts'
import { startMemdir } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()

it.each<[string, string[], { input?: string; env?: Record<string, string> }]>([
  ['answers', ['config', 'get', 'memory.enabled'], {}],
  ['says its version', ['--version'], {}],
  ['fails', ['show', 'nothing-of-this-name'], {}],
  ['is used wrongly', ['list', '--nonsense'], {}],
  ['reads standard input', ['secrets', 'scan', '--jsonl', '-'], { input: '{"text":"no key"}\n' }],
  ['speaks another language', ['list'], { env: { LANG: 'zh_CN.UTF-8' } }],
  ['is called by an agent', ['status', '--json'], { env: { CLAUDECODE: '1' } }],
])('a command that %s does so in both', (_, args, options) => {
  const alone = startMemdir(cli.place, args, options)
  expect(alone.out + alone.err).not.toBe('')
  for (let time = 0; time < 2; time++) expect(cli.run(args, options)).toEqual(alone)
})

it('begins each command with nothing of the one before: input, environment, directory, what was printed', () => {
  const chinese = cli.run(['list', '--nonsense'], {
    input: 'never read\n',
    env: { LANG: 'zh_CN.UTF-8' },
    cwd: cli.place.root,
  })
  expect([chinese.code, chinese.out]).toEqual([2, ''])
  expect(chinese.err).toMatch(/[\u4e00-\u9fff]/)
  const { code, out, err } = cli.run(['add'], { input: 'The harbour opens at six.' })
  expect([code, err]).toEqual([0, ''])
  expect(out).not.toMatch(/[\u4e00-\u9fff]/)
  expect(cli.json(['list']).data.memories).toMatchObject([{ content: 'The harbour opens at six.\n' }])
})

it.each<[string, object | string]>([
  ['a prompt', prompt('is the kettle descaled with vinegar?')],
  ['a start', start('startup')],
  ['nonsense', 'nonsense'],
])('a hook that is given %s prints the same in both', (_, event) => {
  cli.add('The kettle is descaled with vinegar every month', '--type', 'project')
  // What a start says only once is said before.
  if (typeof event !== 'string') runHookProgram(cli.place, { ...event, session_id: 's0' })
  const inHost = runHookProgram(cli.place, event)
  expect(inHost.code).toBe(0)
  const again = typeof event === 'string' ? event : { ...event, session_id: 's2' }
  expect(startHookProgram(cli.place, again)).toEqual(inHost)
})
