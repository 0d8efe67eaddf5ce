// The numbers that page 01 of the specification and the documentation name.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { isSearchable, MAX_MEMORY_BYTES, MEMORY_KINDS, MEMORY_TYPES, megabytes, ORIGINS } from '../memory.ts'
import { checkMemoryFile, checkWritePath } from '../memory-path.ts'
import { listMemoryFiles, listMemoryTree } from '../scan-files.ts'

test('types, kinds and origins are closed sets', () => {
  expect(MEMORY_TYPES).toEqual(['user', 'feedback', 'project', 'reference'])
  expect(MEMORY_KINDS).toEqual([
    'user_preference',
    'project_context',
    'technical_decision',
    'workflow',
    'fact',
    'skill',
    'relationship',
    'other',
  ])
  expect(ORIGINS).toEqual(['user', 'agent', 'reported', 'tool', 'web', 'include', 'import', 'team'])
})

test('sizes', () => {
  expect(MAX_MEMORY_BYTES).toBe(16_000_000)
  expect([isSearchable({ size: 2_000_000 }), isSearchable({ size: 2_000_001 })]).toEqual([true, false])
  expect([megabytes(3_440_000), megabytes(999_999), megabytes(0)]).toEqual(['3.4', '1.0', '0.0'])
  expect(megabytes(100_000_000_000)).toBe('100000.0')
})

describe('a path', () => {
  const ok = (file: string) => checkMemoryFile(file).ok
  /** So many bytes in names of 200. */
  const long = (bytes: number) => {
    const names = `${'d'.repeat(200)}/`.repeat(Math.floor((bytes - 4) / 201))
    return `${names}${'f'.repeat(bytes - names.length - 3)}.md`
  }

  test('has at most 2,048 bytes below the directory, 16 steps, and 255 bytes a name', () => {
    expect([ok(long(2_048)), ok(long(2_049))]).toEqual([true, false])
    expect([ok(`${'d/'.repeat(15)}a.md`), ok(`${'d/'.repeat(16)}a.md`)]).toEqual([true, false])
    expect([ok(`${'n'.repeat(252)}.md`), ok(`${'n'.repeat(253)}.md`)]).toEqual([true, false])
  })

  test('has at most 4,096 bytes in all', () => {
    const root = `/${'r'.repeat(200)}`.repeat(15)
    const path = (bytes: number) => `${root}/${long(bytes - root.length - 1)}`
    expect([checkWritePath(path(4_096), [root]).ok, checkWritePath(path(4_097), [root]).ok]).toEqual([
      true,
      false,
    ])
  })
})

test('which files are memories: .md, no dot names, no index, no links, at most 16 directories deep', () => {
  const directory = temporaryDirectory()
  const put = (file: string) => {
    mkdirSync(join(directory, file, '..'), { recursive: true })
    writeFileSync(join(directory, file), 'x')
  }
  const deepest = `${'d/'.repeat(15)}a.md`
  for (const file of [
    'a.md',
    'b.txt',
    'amd',
    '.hidden.md',
    '.git/a.md',
    'MEMORY.md',
    'team/MEMORY.md',
    'team/b.md',
    deepest,
    `d/${deepest}`,
  ])
    put(file)
  symlinkSync('a.md', join(directory, 'link.md'))
  mkdirSync(join(directory, 'directory.md'))
  expect(listMemoryFiles(directory).sort()).toEqual(['a.md', deepest, 'team/b.md'].sort())
  expect(listMemoryTree(directory).directories).toContain('team')
  expect(listMemoryTree(directory).directories).toContain('')
})
