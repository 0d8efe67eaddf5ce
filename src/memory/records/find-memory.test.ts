import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { readMemories } from '../scan-files.ts'
import { findMemory } from './find-memory.ts'

function place(files: Record<string, string>) {
  const directory = temporaryDirectory()
  for (const [file, id] of Object.entries(files)) {
    mkdirSync(join(directory, file, '..'), { recursive: true })
    writeFileSync(join(directory, file), `---\nid: ${id}\n---\nText\n`)
  }
  let lists = 0
  const list = () => {
    lists++
    return readMemories(directory)
  }
  const matches = (reference: string): unknown => {
    try {
      return findMemory(directory, reference, { list }).file
    } catch (error) {
      const { code, messages } = error as {
        code: string
        messages: { message: { values?: { matches?: string } } }
      }
      return [code, messages.message.values?.matches]
    }
  }
  return { matches, lists: () => lists }
}

test('what a name or the beginning of an id could mean is reported, at most five of them', () => {
  const ids = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6']
  const { matches } = place(Object.fromEntries(ids.map((id) => [`${id}/note.md`, id])))
  const [code, reported] = matches('note.md') as [string, string]
  expect([code, reported.split(', ').length, reported.includes('k1/note.md')]).toEqual(['ambiguous', 5, true])
  const [, byId] = matches('k') as [string, string]
  expect(byId.split(', ')).toHaveLength(5)
  expect(byId).toMatch(/^k\d \(k\d\/note\.md\), /)
  expect(place({ 'a.md': 'x1', 'b.md': 'x2' }).matches('x')).toEqual(['ambiguous', 'x1 (a.md), x2 (b.md)'])
})

test('a name that is found needs no list of all memories', () => {
  const { matches, lists } = place({ 'a.md': 'x1', 's/b.md': 'x2', 't/b.md': 'x3' })
  expect([matches('a.md'), matches('b.md')]).toEqual(['a.md', ['ambiguous', 's/b.md, t/b.md']])
  expect(lists()).toBe(0)
  expect([matches('x2'), lists()]).toEqual(['s/b.md', 1])
})

test('accents written otherwise are the same name', () => {
  expect(place({ 'caf\u00e9.md': 'x1' }).matches('cafe\u0301')).toBe('caf\u00e9.md')
})
