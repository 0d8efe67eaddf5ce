import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordsPlace } from '../../../test/records-place.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { TRY_ALL } from '../../../test/support/try-all.ts'
import { type Memory, supersededBy } from '../memory.ts'
import { readImport } from '../read-import.ts'

const by = { actor: 'user' }
const user = { origin: 'user' } as const
type Place = ReturnType<typeof recordsPlace>

function exported({ records }: Place): string {
  const directory = join(temporaryDirectory(), 'out')
  records.exportMarkdown(directory)
  return directory
}

/** What the files carry; an import is of origin import, whatever it was before, and says how old it is. */
function carried({ store }: Place) {
  const facts = ({ hash: _, size: __, modified: ___, updated: ____, source, ...memory }: Memory) => ({
    ...memory,
    conversation: source?.conversation,
  })
  return store
    .list()
    .map(facts)
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

/** The index is rebuilt: only its order may differ. */
function filesIn(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true }).map(String)
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith('.md') && !name.endsWith('MEMORY.md'))
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]),
  )
}

describe('a Markdown directory that memdir exported', () => {
  it('gives the same memories again, whatever took whose place', async () => {
    const word = fc.constantFrom('port', 'queue', '数据库', 'team: lead', 'yes')
    const memory = fc.record({
      content: fc.tuple(word, word, fc.nat(9)).map(([a, b, n]) => `${a} ${b} ${n}`),
      kind: fc.option(fc.constantFrom('fact', 'workflow', 'other'), { nil: undefined }),
      tags: fc.uniqueArray(word, { maxLength: 2 }),
      importance: fc.option(fc.constantFrom(1, 3.5, 5), { nil: undefined }),
      expires: fc.option(fc.constantFrom('2026-01-01', '2027-01-01T00:00:00Z'), { nil: undefined }),
      by: fc.option(fc.nat(5), { nil: undefined }),
    })
    const property = fc.asyncProperty(fc.array(memory, { minLength: 1, maxLength: 6 }), async (given) => {
      const from = recordsPlace()
      const ids = given.map((_, at) => `memory${at}`)
      for (const [at, { by: successor, kind, ...fields }] of given.entries())
        await from.store.add(
          {
            ...fields,
            kind: kind as 'fact' | undefined,
            id: ids[at]!,
            source: { ...user, conversation: `c${at}` },
            related: successor === undefined ? [] : [ids[successor % ids.length]!],
            extra: {
              mine: { a: [1, 'b'] },
              ...(successor === undefined ? {} : { superseded_by: ids[successor % ids.length] }),
            },
          },
          by,
        )
      const directory = exported(from)
      const into = recordsPlace()
      await into.records.import(readImport(directory), by)
      await into.takeAll()
      expect(carried(into)).toEqual(carried(from))
      expect(into.store.list().every(({ source }) => source?.origin === 'import')).toBe(true)
      expect(await into.records.import(readImport(directory), by)).toMatchObject({ imported: 0 })
      const trusted = recordsPlace()
      await trusted.records.import(readImport(directory), by, { trust: true })
      const undated = (text: string) => text.replace(/^updated: .*\n/m, '')
      const files = Object.entries(filesIn(trusted.directory)).map(([name, text]) => [name, undated(text)])
      expect(Object.fromEntries(files)).toEqual(filesIn(from.directory))
    })
    await fc.assert(property, { numRuns: TRY_ALL ? 20 : 8 })
  })

  it('keeps what was superseded or expired so, and gives new ids only where they are taken', async () => {
    const from = recordsPlace()
    const { records, clock } = from
    const older = await records.add({ content: 'The API listens on port 8080', source: user }, by)
    const newer = await records.add({ content: 'The API now listens on port 9090', source: user }, by)
    await records.add({ content: 'Office is closed', expires: '2026-04-10T00:00:00Z' }, by)
    clock.time = new Date('2026-04-20T00:00:00Z')
    if (older.status !== 'added' || newer.status !== 'added') throw new Error('not added')
    const into = recordsPlace()
    into.clock.time = clock.time
    await into.store.add({ content: 'Another', id: newer.memory.id, file: newer.memory.file }, by)
    await into.records.import(readImport(exported(from)), by)
    await into.takeAll()
    expect(await into.records.statistics()).toMatchObject({ total: 4, live: 2, superseded: 1, expired: 1 })
    const successor = into.store.list().find(({ content }) => content.includes('9090'))!
    expect(successor.id).not.toBe(newer.memory.id)
    expect(supersededBy(into.store.find(older.memory.id))).toBe(successor.id)
  })

  it('keeps the mark of a file that was written by hand', async () => {
    const from = recordsPlace()
    mkdirSync(from.directory, { recursive: true })
    writeFileSync(join(from.directory, 'hand.md'), '---\nname: Port\n---\nThe API listens on port 8080\n')
    await from.records.add({ content: 'The API now listens on port 9090', source: user }, by)
    expect(await from.records.statistics()).toMatchObject({ total: 2, live: 1, superseded: 1 })
    const into = recordsPlace()
    await into.records.import(readImport(exported(from)), by)
    await into.takeAll()
    expect(await into.records.statistics()).toMatchObject({ total: 2, live: 1, superseded: 1 })
    expect(
      into.store
        .list()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      from.store
        .list()
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('keeps its links where it is taken in parts', async () => {
    const from = recordsPlace()
    const { memory } = await from.store.add({ content: 'Always test', source: user }, by)
    await from.store.add({ content: 'Never test', extra: { superseded_by: memory.id } }, by)
    const into = recordsPlace()
    const { waiting } = await into.records.import(readImport(exported(from)), by)
    const numbers = into.records
      .waitingImports()
      .list()
      .flatMap(({ entries }) => entries.map(({ number }) => number))
    for (const number of numbers) await into.records.takeImport({ id: waiting.batch!, numbers: [number] }, by)
    expect(await into.records.statistics()).toMatchObject({ total: 2, live: 1, superseded: 1 })
    expect(into.store.list().some(({ id }) => id === memory.id)).toBe(true)
  })
})
