import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { agentMemoryDirectory, isAgentMemory, staysInside } from './agent-memory-directory.ts'

let root: string
beforeEach(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), 'memdir-agent-memory-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('is one directory per scope, and a colon is a dash', () => {
  const places = { home: '/h', root: '/p' }
  const of = (memory: 'user' | 'project' | 'local', more = {}) =>
    agentMemoryDirectory({ name: 'team:docs', memory }, { ...places, ...more })
  expect(of('user')).toBe('/h/agent-memory/team-docs')
  expect(of('project')).toBe('/p/.claude/agent-memory/team-docs')
  expect(of('local')).toBe('/p/.claude/agent-memory-local/team-docs')
  expect(of('local', { remote: '/r' })).toBe('/r/agent-memory-local/team-docs')
  expect(of('project', { remote: '/r' })).toBe('/p/.claude/agent-memory/team-docs')
})

it('of the person is Claude Code’s own where that is there already', () => {
  const places = { home: join(root, 'home'), claude: join(root, '.claude'), root: '/p' }
  const of = () => agentMemoryDirectory({ name: 'a:b', memory: 'user' }, places)
  expect(of()).toBe(join(root, 'home', 'agent-memory', 'a-b'))
  mkdirSync(join(root, '.claude', 'agent-memory', 'a-b'), { recursive: true })
  expect(of()).toBe(join(root, '.claude', 'agent-memory', 'a-b'))
})

it('is below .memdir/ where only that one exists', () => {
  const own = join(root, '.memdir', 'agent-memory', 'a')
  mkdirSync(own, { recursive: true })
  const of = () => agentMemoryDirectory({ name: 'a', memory: 'project' }, { home: '/h', root })
  expect(of()).toBe(own)
  mkdirSync(join(root, '.claude', 'agent-memory', 'a'), { recursive: true })
  expect(of()).toBe(join(root, '.claude', 'agent-memory', 'a'))
})

it('is one for names that are one on other systems, and has a name that every system can keep', () => {
  const places = { home: root, root: '/p' }
  const of = (name: string) => agentMemoryDirectory({ name, memory: 'user' }, places)
  expect(of('Reviewer')).toBe(join(root, 'agent-memory', 'Reviewer'))
  mkdirSync(of('Reviewer'), { recursive: true })
  expect(of('reviewer')).toBe(of('Reviewer'))
  expect(of('re\u0301viseur')).toBe(join(root, 'agent-memory', 'r\u00e9viseur'))
  for (const name of ['con', 'NUL', 'aux.docs', 'ends.']) expect(of(name)).toMatch(/\/agent-[0-9a-z]+$/)
  expect(of('con')).not.toBe(of('nul'))
})

it('does not follow a link out of the project', () => {
  const project = join(root, 'project')
  mkdirSync(join(project, '.claude', 'agent-memory'), { recursive: true })
  mkdirSync(join(root, 'private'))
  symlinkSync(join(root, 'private'), join(project, '.claude', 'agent-memory', 'a'))
  const agent = { name: 'a', memory: 'project' } as const
  const places = { home: join(root, 'home'), root: project }
  expect(staysInside(agentMemoryDirectory(agent, places), agent, places)).toBe(false)
  const other = { ...agent, name: 'b' }
  mkdirSync(join(project, '.claude', 'agent-memory', 'b'))
  expect(staysInside(agentMemoryDirectory(other, places), other, places)).toBe(true)
})

it('is not made through a link either', () => {
  const project = join(root, 'project')
  mkdirSync(project)
  symlinkSync(root, join(project, '.claude'))
  const local = { name: 'a', memory: 'local' } as const
  const places = { home: join(root, 'home'), root: project }
  expect(staysInside(agentMemoryDirectory(local, places), local, places)).toBe(false)
})

it('is known by its path', () => {
  expect(isAgentMemory('/p/.claude/agent-memory/a/x.md')).toBe(true)
  expect(isAgentMemory('/p/.memdir/agent-memory-local/a/b/x.md')).toBe(true)
  expect(isAgentMemory('/p/agent-memories/x.md')).toBe(false)
  expect(isAgentMemory('/p/.claude/agent-memory/a/x.ts')).toBe(false)
})
