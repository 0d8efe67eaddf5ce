// The hook of a call as agents start it: the shell in front of it, and the program.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { useCli } from '../cli/use-cli.ts'
import { runHookProgram, start } from './run-hook.ts'

const cli = useCli()
const SCRIPT = join(import.meta.dirname, '../../plugins/memdir/calls.sh')

function call(command: string, env: Record<string, string> = {}): string {
  const { project } = cli.place
  const event = {
    session_id: 's1',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
  }
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT], {
    cwd: project,
    env: { ...cli.place.env, CLAUDECODE: '1', CLAUDE_PROJECT_DIR: project, ...env } as NodeJS.ProcessEnv,
    input: JSON.stringify({ ...event, cwd: project }),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

beforeEach(() => {
  mkdirSync(cli.memory, { recursive: true })
  writeFileSync(
    join(cli.memory, 'pnpm.md'),
    '---\nname: Packages\non:\n  - run: npm install*\n---\nWe use pnpm.\n',
  )
})

it('a rule is told once, with what the agent calls, and another call starts no program', () => {
  cli.run(['config', 'set', 'recall.actions', 'true'])
  runHookProgram(cli.place, start('startup'))
  // No program is found on this PATH but those of the shell: had one been needed, it would have been said.
  const bin = join(cli.place.root, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho started\n', { mode: 0o755 })
  const watched = { PATH: `${bin}:/usr/bin:/bin` }
  expect(call('git status', watched)).toBe('')
  expect(call('npm install zod', watched)).toBe('started\n')
  expect(JSON.parse(call('cd web && npm install zod'))).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      additionalContext: expect.stringContaining('(npm install zod)'),
    },
  })
  expect(call('npm install zod')).toBe('')
})

it('nothing is prepared, and nothing said, where it is not switched on', () => {
  runHookProgram(cli.place, start('startup'))
  expect(readdirSync(cli.place.home)).not.toContain('calls')
  expect(call('npm install zod')).toBe('')
})

it('a program that cannot be started lets the call go on', () => {
  cli.run(['config', 'set', 'recall.actions', 'true'])
  runHookProgram(cli.place, start('startup'))
  const bin = join(cli.place.root, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'node'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  expect(call('npm install zod', { PATH: `${bin}:/usr/bin:/bin` })).toBe('')
  rmSync(cli.memory, { recursive: true })
  expect(call('npm install zod')).toBe('')
})
