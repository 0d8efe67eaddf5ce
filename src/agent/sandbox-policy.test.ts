import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkSandbox, sandboxPolicy } from './sandbox-policy.ts'

let home: string
let memory: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'memdir-sandbox-')))
  memory = join(home, 'memory')
  mkdirSync(memory)
  mkdirSync(join(home, 'outside'))
  writeFileSync(join(home, 'outside', 'secret.md'), 'x')
})
afterEach(() => rmSync(home, { recursive: true }))

const check = (tool: string, input: Record<string, unknown>) =>
  checkSandbox({ tool, input }, { memoryDirectory: memory, cwd: home })

describe('checkSandbox', () => {
  it('allows looking', () => {
    expect(check('Read', { file_path: '/etc/hosts' }).allowed).toBe(true)
    expect(check('Grep', { pattern: 'x' }).allowed).toBe(true)
    expect(check('Glob', { pattern: '*' }).allowed).toBe(true)
    expect(check('Bash', { command: 'ls -la | head' }).allowed).toBe(true)
  })

  it('allows writing memories, also where nothing is yet', () => {
    expect(check('Write', { file_path: join(memory, 'a.md') }).allowed).toBe(true)
    expect(check('Edit', { file_path: join(memory, 'deep', 'er', 'a.md') }).allowed).toBe(true)
    expect(check('Write', { path: join(memory, 'a.md') }).allowed).toBe(true)
    rmSync(memory, { recursive: true })
    expect(check('Write', { file_path: join(memory, 'a.md') }).allowed).toBe(true)
  })

  it('denies writing anywhere else', () => {
    symlinkSync(join(home, 'outside', 'secret.md'), join(memory, 'link.md'))
    symlinkSync(join(home, 'outside'), join(memory, 'dir'))
    linkSync(join(home, 'outside', 'secret.md'), join(memory, 'hard.md'))
    mkdirSync(join(memory, 'folder.md'))
    for (const file_path of [
      'a.md',
      '',
      undefined,
      42,
      memory,
      `${memory}/`,
      `${memory}-evil/a.md`,
      `${memory}/../outside/a.md`,
      `${memory}/a.txt`,
      `${memory}/.hidden.md`,
      `${memory}/link.md`,
      `${memory}/dir/a.md`,
      `${memory}/folder.md`,
      '/etc/passwd',
    ]) {
      expect([file_path, check('Write', { file_path })]).toEqual([
        file_path,
        {
          allowed: false,
          reason: expect.objectContaining({ zh: expect.stringMatching(/\p{Script=Han}/u) }),
        },
      ])
    }
  })

  it('allows writing a memory with a second name: the writer replaces it', () => {
    expect(check('Write', { file_path: `${memory}/hard.md` })).toMatchObject({ allowed: true })
  })

  it('denies everything else', () => {
    for (const tool of ['Agent', 'Skill', 'Memory', 'mcp__files__write', 'read', '__proto__', ''])
      expect(check(tool, { command: 'ls', file_path: join(memory, 'a.md') }).allowed).toBe(false)
    expect(check('Bash', { command: 'rm -rf x' })).toMatchObject({ allowed: false })
    expect(check('Bash', { command: 7 })).toMatchObject({ allowed: false })
    expect(check('Bash', {})).toMatchObject({ allowed: false })
    expect(checkSandbox({ tool: 'Write' }, { memoryDirectory: memory, cwd: home }).allowed).toBe(false)
  })
})

describe('sandboxPolicy', () => {
  it('counts the denials by tool', () => {
    const policy = sandboxPolicy({ memoryDirectory: memory, cwd: home })
    policy.canUseTool({ tool: 'Read', input: {} })
    policy.canUseTool({ tool: 'Bash', input: { command: 'rm x' } })
    policy.canUseTool({ tool: 'Bash', input: { command: 'touch x' } })
    policy.canUseTool({ tool: 'Agent', input: {} })
    expect([...policy.denials()]).toEqual([
      ['Bash', 2],
      ['Agent', 1],
    ])
  })
})
