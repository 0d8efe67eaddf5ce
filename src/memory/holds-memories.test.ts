import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { holdsMemories } from './scan-files.ts'

it('a directory with an index alone holds none, one with any other file or directory may', () => {
  const directory = temporaryDirectory()
  expect(holdsMemories(join(directory, 'missing'))).toBe(false)
  expect(holdsMemories(directory)).toBe(false)
  writeFileSync(join(directory, 'MEMORY.md'), '')
  writeFileSync(join(directory, '.lock'), '')
  expect(holdsMemories(directory)).toBe(false)
  mkdirSync(join(directory, 'team'))
  expect(holdsMemories(directory)).toBe(true)
})

it('what cannot be listed is left to the search, which says why', () => {
  const file = join(temporaryDirectory(), 'memory')
  writeFileSync(file, '')
  expect(holdsMemories(file)).toBe(true)
})
