// Lists, totals and look-ups of a large store: from the catalog, and always what the files say.

import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { type Engine, openEngine } from '../connect/engine.ts'
import { MEMORY_KINDS, MEMORY_TYPES } from '../memory/memory.ts'
import {
  isListed,
  type ListFilter,
  listOrder,
  newestFirst,
  summaryOf,
  totalsOfSummaries,
} from '../memory/memory-list.ts'
import { findMemory } from '../memory/records/find-memory.ts'
import { statisticsOf } from '../memory/records/statistics.ts'
import { locateFiles } from './catalog/locate-files.ts'

const FILES = 520
const by = { actor: 'user' }

let place: TemporaryHome
let engine: Engine
beforeAll(async () => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  await engine.store.add({ content: 'Zebras first.', file: 'first.md', id: 'zebra1' }, by)
  for (let n = 0; n < FILES; n++) put(`n${n}.md`, fileOf(n))
  put('deep/below.md', '---\nid: deep1\nname: Below\n---\nText below.\n')
  put('large.md', `---\nid: large1\nname: Large\n---\n${'long '.repeat(450_000)}\n`)
})
afterAll(async () => {
  await engine.close()
  place.remove()
})

function fileOf(n: number, more = ''): string {
  const type = ['user', 'project', 'reference'][n % 3]
  const made = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
  const ends = n % 7 === 0 ? `\nexpires: "2026-02-01T00:00:00Z"` : ''
  const says = [
    ...(n % 4 ? [`type: ${type}`] : []),
    ...(n % 5 ? [`kind: ${MEMORY_KINDS[n % 8]}`] : []),
    ...(n % 6 ? [`importance: ${1 + (n % 5)}`] : []),
    ...(n % 3 ? [`confidence: 0.${1 + (n % 9)}`] : []),
    ...(n % 2 ? ['tags: [odd, tag]'] : []),
    ...(n % 11 ? [] : ['category: kept']),
    ...(n % 13 ? [] : ['superseded_by: m1x']),
  ]
  return `---\nid: m${n}x\nname: Note ${n}\n${says.join('\n')}\ncreated: "${made}"\nupdated: "${made}"${ends}${more}\n---\nText ${n}.\n`
}

/** As another program writes: the time is long ago. */
function put(file: string, text: string): void {
  const path = join(engine.location.memory, file)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

beforeEach(async () => {
  const past = new Date(Date.now() - 60_000)
  for (const path of ['', 'deep']) utimesSync(join(engine.location.memory, path), past, past)
  await engine.search({ query: 'text' })
})

const newest = () => engine.store.list().map(summaryOf).sort(newestFirst)
const filesOf = (list: readonly { file: string }[]) => list.map(({ file }) => file)

it('lists the newest as the files would be sorted', async () => {
  const all = newest()
  expect(all).toHaveLength(FILES + 3)
  const listed = await engine.list({ most: 20 })
  expect(filesOf(listed!.memories)).toEqual(filesOf(all.slice(0, 20)))
  expect(listed).toMatchObject({ total: all.length, all: all.length })
  expect(listed?.memories.find(({ id }) => id === 'large1')).toBeDefined()
})

it('lists by every filter and order what the files themselves say', async () => {
  const all = engine.store.list()
  const filters: ListFilter[] = [
    ...MEMORY_TYPES.map((type) => ({ type })),
    ...MEMORY_KINDS.map((kind) => ({ kind })),
    ...['odd', 'tag', 'ag', 'kept'].map((tag) => ({ tags: [tag] })),
    ...[1, 3, 4].map((minImportance) => ({ minImportance })),
    { type: 'project', minImportance: 3, tags: ['odd', 'tag'] },
    {},
  ]
  const found = new Set<number>()
  for (const filter of filters)
    for (const order of ['newest', 'importance', 'name'] as const) {
      const wanted = all.filter((memory) => isListed(memory, filter)).map(summaryOf)
      const listed = await engine.list({ most: 12, filter, order })
      const first = wanted.toSorted(listOrder(order)).slice(0, 12)
      expect(filesOf(listed!.memories), `${JSON.stringify(filter)} ${order}`).toEqual(filesOf(first))
      expect(listed).toMatchObject({ total: wanted.length, all: all.length })
      found.add(wanted.length)
    }
  expect(found.size).toBeGreaterThan(8)
})

it('counts what the files say', async () => {
  const records = await engine.records()
  records.usage.record([{ id: 'm17x' }, { id: 'm17x' }, { id: 'large1' }, { id: 'nobody' }])
  const statistics = await records.statistics()
  const totals = totalsOfSummaries(newest())
  expect(statistics).toEqual(statisticsOf(totals, records.usage.read(), new Date(), 30))
  expect(statistics.used).toBe(2)
  expect(statistics.superseded).toBeGreaterThan(20)
  expect(statistics.due).toBeGreaterThan(70)
})

it('shows what a file says now, also where another program changed it in place', async () => {
  const [{ file } = { file: '' }] = (await engine.list({ most: 1 }))!.memories
  const before = readFileSync(join(engine.location.memory, file), 'utf8')
  put(file, '---\nid: edited\nname: Edited in place\nupdated: "2020-01-01T00:00:00Z"\n---\nOther words.\n')
  const listed = await engine.list({ most: 3 })
  expect(filesOf(listed!.memories)).toEqual(filesOf(newest().slice(0, 3)))
  expect(filesOf(listed!.memories)).not.toContain(file)
  put(file, before)
})

it('follows a file that an editor replaced, and one that is gone', async () => {
  // Made and removed: what an editor leaves of a save, which changes the time of the directory.
  put('n4.md', fileOf(4, '\ncategory: other').replace(/updated: "[^"]*"/, 'updated: "2026-11-01T00:00:00Z"'))
  put('.swap', '')
  rmSync(join(engine.location.memory, '.swap'))
  rmSync(join(engine.location.memory, 'n9.md'))
  const listed = await engine.list({ most: 5 })
  expect(filesOf(listed!.memories)).toEqual(filesOf(newest().slice(0, 5)))
  expect(filesOf(listed!.memories)).toContain('n4.md')
  expect(listed?.all).toBe(newest().length)
})

it('finds a memory by id, beginning of an id, path and name without listing the others', async () => {
  const { memory, state } = engine.location
  const locate = (reference: string) => locateFiles(memory, join(state, 'cache'), reference)
  const list = () => {
    throw new Error('listed')
  }
  const find = (reference: string) => findMemory(memory, reference, { list, locate }).file
  expect(
    ['m17x', 'm519', 'n17.md', 'n17', 'deep/below', 'below.md', 'deep1', 'large1', 'zebra'].map(find),
  ).toEqual([
    ...['n17.md', 'n519.md', 'n17.md', 'n17.md'],
    ...['deep/below.md', 'deep/below.md', 'deep/below.md', 'large.md', 'first.md'],
  ])
  // What was written since the catalog last followed, by whomever of us, is known from the notes.
  await engine.store.add({ content: 'A kea.', file: 'kea.md', id: 'kea123' }, by)
  await engine.store.remove(engine.store.find('m21x'), by)
  expect(find('kea')).toBe('kea.md')
  expect(locate('m21x')).toEqual({ named: [], ofIds: [] })
  expect(() => find('m1')).toThrow('listed')
})

it('says of what is ambiguous, gone or not there what it says of small stores', () => {
  expect(() => engine.store.find('m1')).toThrow(expect.objectContaining({ code: 'ambiguous' }))
  expect(() => engine.store.find('m21x')).toThrow(expect.objectContaining({ code: 'not_found' }))
  expect(() => engine.store.find('')).toThrow(expect.objectContaining({ code: 'ambiguous' }))
})

it('leaves what another program did to the files', () => {
  const { memory, state } = engine.location
  put('gnu.md', '---\nid: gnu77\n---\nA gnu.\n')
  expect(locateFiles(memory, join(state, 'cache'), 'gnu77')).toBeUndefined()
  expect(engine.store.find('gnu77').file).toBe('gnu.md')
})
