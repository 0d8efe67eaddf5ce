import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { agentMemoryDirectory } from '../../memory/agent-memory-directory.ts'
import { makeAgentMemory } from './make-agent-memory.ts'

const LINE = '/.claude/agent-memory-local/'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
  git('init', '-q')
})
afterEach(() => place.remove())

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: place.project,
    env: { ...process.env, HOME: place.root },
    encoding: 'utf8',
  })
const exclude = () => join(place.project, '.git/info/exclude')
const list = () => readFileSync(exclude(), 'utf8')
const make = (name: string, memory: 'local' | 'project' | 'user' = 'local') => {
  const directory = agentMemoryDirectory({ name, memory }, { home: place.home, root: place.project })
  makeAgentMemory(directory, memory)
  return directory
}

test('what is local stays out of version control, and what was in the list stays in it', () => {
  writeFileSync(exclude(), '*.tmp')
  chmodSync(exclude(), 0o640)
  writeFileSync(join(make('reviewer'), 'fact.md'), 'x')
  writeFileSync(join(make('planner'), 'fact.md'), 'x')
  expect(list().startsWith('*.tmp\n')).toBe(true)
  expect(list().split(LINE)).toHaveLength(2)
  expect(statSync(exclude()).mode & 0o777).toBe(0o640)
  expect(git('status', '--porcelain', '-uall')).toBe('')
})

test('where the person has taken the line out, the next conversation does not put it back', () => {
  make('reviewer')
  writeFileSync(exclude(), '')
  make('reviewer')
  expect(list()).toBe('')
})

test('a line of the person’s own is enough', () => {
  appendFileSync(exclude(), '.claude/agent-memory-local\n')
  const before = list()
  make('reviewer')
  expect(list()).toBe(before)
})

test('a list that is not there is made', () => {
  rmSync(join(place.project, '.git/info'), { recursive: true })
  make('reviewer')
  expect(list()).toContain(LINE)
  expect(statSync(exclude()).mode & 0o777).toBe(0o644)
})

test('shared memories and those of the person are not in it', () => {
  const before = list()
  make('reviewer', 'project')
  make('reviewer', 'user')
  expect(list()).toBe(before)
})

test.each(['.git/info/exclude', '.git/info', '.git'])('nothing is written through a link: %s', (path) => {
  const from = join(place.project, path)
  const to = join(place.root, 'elsewhere')
  renameSync(from, to)
  symlinkSync(to, from)
  const before = list()
  make('reviewer')
  expect(list()).toBe(before)
})

test('outside of a repository there is nothing to do', () => {
  rmSync(join(place.project, '.git'), { recursive: true })
  mkdirSync(join(place.project, '.git'))
  expect(() => make('reviewer')).not.toThrow()
})
