// Which pointers an index that is too long keeps, and how it counts the others.
import { expect, test } from 'vitest'
import type { Memory } from '../memory.ts'
import { parseMemory } from '../memory-file.ts'
import {
  INDEX_MAX_BYTES,
  joinIndex,
  overflowCount,
  parseIndex,
  pointersOf,
  setOverflow,
} from './index-file.ts'
import { evictionRank, planIndex } from './plan-index.ts'

const memory = (file: string, fields: Partial<Memory> = {}): Memory => ({
  ...parseMemory(Buffer.from('x'), { file, modified: new Date('2026-01-01') }),
  name: file,
  description: undefined,
  ...fields,
})
const added = (after: Memory) => ({ before: undefined, after })
const named = (count: number, prefix = 'm') =>
  Array.from({ length: count }, (_, n) => memory(`${prefix}${n}.md`))
const indexOf = (memories: readonly Memory[]) => memories.map(({ file }) => `- [${file}](${file})\n`).join('')
const around = (memories: readonly Memory[], recount = false) => ({
  listFiles: () => memories.map(({ file }) => file),
  readMemory: (file: string) => memories.find((one) => one.file === file),
  recount,
})
const targets = (text: string) => pointersOf(parseIndex(text)).map(({ file }) => file)

test('corrections and what matters are needed more than whatever is newer', () => {
  const rank = (fields: Partial<Memory>) => evictionRank(memory('a.md', { updated: '2026-01-01', ...fields }))
  const plain = rank({})
  expect([rank({ importance: 3 }), rank({ importance: 1 })]).toEqual([plain, plain])
  expect(rank({ updated: '2026-01-02' })).toBeGreaterThan(plain)
  for (const fields of [{ type: 'feedback' }, { importance: 4 }, { importance: 5 }] as const)
    expect(rank(fields)).toBeGreaterThan(rank({ updated: '9999-12-31' }))
})

test('what just changed is listed, however old it says it is', () => {
  const known = named(200)
  const old = memory('old.md', { updated: '1999-01-01' })
  const text = planIndex(indexOf(known), [added(old)], around([...known, old]))
  expect(targets(text)).toContain('old.md')
  expect([targets(text).length, overflowCount(parseIndex(text))]).toEqual([199, 2])
})

test('a pointer to nothing goes first', () => {
  const known = named(200)
  const text = planIndex(
    `- [Gone](gone.md)\n${indexOf(known.slice(1))}`,
    [added(memory('new.md'))],
    around([...known.slice(1), memory('new.md')]),
  )
  expect(targets(text)).not.toContain('gone.md')
})

test('of more than 200 at once those that have a line keep it, and what is hidden gets none', () => {
  const listed = named(10, 'listed')
  const hidden = named(150, 'hidden').map((one) => ({ ...one, extra: { superseded_by: 'x' } }))
  const fresh = named(60, 'fresh')
  const changes = [
    ...listed.map((one) => ({ before: one, after: { ...one, name: `${one.file} again` } })),
    ...[...hidden, ...fresh].map(added),
  ]
  const text = planIndex(indexOf(listed), changes, around([...listed, ...hidden, ...fresh]))
  expect(targets(text)).toEqual([...listed, ...fresh].map(({ file }) => file))
  expect([text.match(/again/g)?.length, overflowCount(parseIndex(text))]).toEqual([10, undefined])
})

test('of more than 200 new ones the most needed are listed, the rest is counted', () => {
  const listed = named(3, 'listed')
  const fresh = named(250, 'fresh').map((one, n) => ({
    ...one,
    updated: new Date(1.7e12 + n * 1e7).toISOString(),
  }))
  const text = planIndex(indexOf(listed), fresh.map(added), around([...listed, ...fresh]))
  const [first, second] = [targets(text).includes('fresh249.md'), targets(text).includes('fresh0.md')]
  expect([first, second]).toEqual([true, false])
  expect(targets(text).length + (overflowCount(parseIndex(text)) ?? 0)).toBe(253)
})

test('exactly 25,000 bytes are enough', () => {
  const known = [memory('a.md', { updated: '2020-01-01' }), memory('b.md'), memory('c.md')]
  const change = added(memory('new.md'))
  const all = [...known, memory('new.md')]
  const counting = (text: string, count: number) => joinIndex(setOverflow(parseIndex(text), count))
  const withProse = (length: number) => counting(`${'p'.repeat(length)}\n${indexOf(known)}`, 7)
  const whole = counting(`${withProse(0)}- [new.md](new.md)\n`, 99_999_999).length
  // Without the oldest pointer and with the widest count it fits to the byte.
  const length = INDEX_MAX_BYTES + '- [a.md](a.md)\n'.length - whole
  expect(targets(planIndex(withProse(length), [change], around(all)))).toEqual(['b.md', 'c.md', 'new.md'])
  expect(targets(planIndex(withProse(length + 1), [change], around(all)))).toEqual(['c.md', 'new.md'])
})

test('the count follows what is added, removed and evicted', () => {
  const known = named(205)
  const start = `${indexOf(known.slice(0, 199))}_6 more memories are not listed here; recall finds them._\n`
  const count = (text: string) => overflowCount(parseIndex(text))
  const listed = (all: readonly Memory[]) => around(all)
  const more = memory('more.md')
  expect(count(planIndex(start, [added(more)], listed([...known, more])))).toBe(7)
  const unlisted = { before: known[204]!, after: undefined }
  expect(count(planIndex(start, [unlisted], listed(known.slice(0, 204))))).toBe(5)
  const first = { before: known[0]!, after: undefined }
  expect(count(planIndex(start, [first], listed(known.slice(1))))).toBe(6)
  expect(count(planIndex(start, [], around(known.slice(0, 200), true)))).toBe(1)
})

test('of more than 200 at once those that are removed lose their line', () => {
  const listed = named(150, 'listed')
  const fresh = named(60, 'fresh')
  const changes = [...listed.map((before) => ({ before, after: undefined })), ...fresh.map(added)]
  const text = planIndex(indexOf(listed), changes, around(fresh))
  expect(targets(text)).toEqual(fresh.map(({ file }) => file))
})
