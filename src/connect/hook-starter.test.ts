import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { HOOK_STARTER, mcpCommand, type SetupPlaces } from './agent-setup.ts'
import { deadPrograms, hookCommand, programsIn, starterText } from './hook-starter.ts'

let root: string
let places: SetupPlaces
beforeEach(() => {
  // Every character that a shell reads in its own way.
  root = join(temporaryDirectory(), `ho'me "$x\`\\`)
  const project = join(root, 'project')
  mkdirSync(project, { recursive: true })
  const bin = join(root, 'bin')
  mkdirSync(bin)
  const home = join(root, 'memdir')
  mkdirSync(home)
  places = { env: {}, home, userHome: root, project, node: join(bin, 'node'), bin, plugins: root }
})

const writeStarter = () => writeFileSync(join(places.home, HOOK_STARTER), starterText(places))

/** A program that says how it was started. */
function program(path: string, name: string): void {
  writeFileSync(path, `#!/bin/sh\necho ${name} "$3" "$4" "$5"\n`)
  chmodSync(path, 0o755)
}

/** With nothing on the PATH but a shell and what it needs, and what a test puts there. */
function run(event: string, env: Record<string, string> = {}) {
  const path = join(root, 'path')
  mkdirSync(path, { recursive: true })
  for (const name of ['sh', 'cat'])
    try {
      symlinkSync(`/bin/${name}`, join(path, name))
    } catch {
      // There from before.
    }
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', hookCommand(places, 'codex')], {
    env: { PATH: path, ...env },
    input: JSON.stringify({ hook_event_name: event, prompt: 'what is "SessionStart"?' }),
    encoding: 'utf8',
  })
  return { status, stdout: stdout.trim(), stderr }
}

const QUIET = { status: 0, stdout: '', stderr: '' }

it('the line that a person trusts is short, and the same when Node or memdir moves', () => {
  const home = '/home/ada/.memdir'
  const line = hookCommand({ ...places, home }, 'codex')
  expect(line).toBe(`[ ! -f "${home}/memdir-hook" ] || exec sh "${home}/memdir-hook" codex`)
  expect(hookCommand({ ...places, home, node: '/other/node', bin: '/other/bin' }, 'codex')).toBe(line)
})

it('starts the Node that it was set up with; that of the PATH where it was removed', () => {
  writeStarter()
  program(places.node, 'own')
  const given = `${join(places.bin, 'hook.js')} codex ${join(places.home, 'run.cjs')}`
  expect(run('Stop')).toEqual({ ...QUIET, stdout: `own ${given}` })
  places.node = join(root, 'gone', 'node')
  writeStarter()
  mkdirSync(join(root, 'path'), { recursive: true })
  program(join(root, 'path', 'node'), 'path')
  expect(run('Stop')).toEqual({ ...QUIET, stdout: `path ${given}` })
})

it('without any Node says so where a conversation starts, in the language of the person, and fails no event', () => {
  places.node = join(root, 'gone', 'node')
  writeStarter()
  const told = (env?: Record<string, string>) => JSON.parse(run('SessionStart', env).stdout).systemMessage
  expect(told()).toContain('the Node.js that it was set up with is gone')
  expect(told({ LANG: 'zh_CN.UTF-8' })).toContain('PATH 中也没有')
  expect(told({ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' })).toContain('is gone')
  expect(run('UserPromptSubmit')).toEqual(QUIET)
})

it('starts the server in the same way; without any Node it says so and fails', () => {
  const server = () => {
    const { command, args } = mcpCommand(places)
    const { status, stdout, stderr } = spawnSync(`/bin/${command}`, args, {
      env: { PATH: join(root, 'path') },
      encoding: 'utf8',
    })
    return { status, stdout: stdout.trim(), stderr }
  }
  writeStarter()
  writeFileSync(places.node, '#!/bin/sh\necho own "$1" "$2"\n')
  chmodSync(places.node, 0o755)
  expect(server()).toEqual({ ...QUIET, stdout: `own ${join(places.bin, 'memdir.js')} mcp` })
  places.node = join(root, 'gone', 'node')
  writeStarter()
  expect(server()).toEqual({ ...QUIET, status: 1, stderr: expect.stringContaining('is gone') })
})

it('says nothing and fails no event where it has gone itself', () => {
  expect(run('SessionStart')).toEqual(QUIET)
})

it('names the programs in a file that are not there any more', () => {
  const text = JSON.stringify({
    command: `exec "${process.execPath}" -e "x" "/gone/dist/bin/hook.js" codex`,
    args: ['/gone/dist/bin/memdir.js', 'mcp'],
    source: 'file:///gone/a%20b/plugins/opencode/memdir.js',
  })
  expect(programsIn(text)).toContain(process.execPath)
  expect(deadPrograms(text)).toEqual([
    '/gone/dist/bin/hook.js',
    '/gone/dist/bin/memdir.js',
    '/gone/a b/plugins/opencode/memdir.js',
  ])
})
