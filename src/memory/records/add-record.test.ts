import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordsPlace } from '../../../test/records-place.ts'
import { readLog } from '../history.ts'
import { type Memory, supersededBy } from '../memory.ts'
import { addRecord } from './add-record.ts'
import { RETENTION } from './retention.ts'

const user = { origin: 'user' } as const

describe('what is added', () => {
  it.each(['agent', 'import'] as const)(
    'lets no %s rewrite or supersede what the person said',
    async (origin) => {
      const { records, by, store } = recordsPlace()
      const said = ['Deploys happen on Fridays', 'The default branch is main', 'Tests use a real database']
      const other = [
        'Deploys now happen on Tuesdays',
        'The default branch is now trunk',
        'Tests no longer use a real database',
      ]
      for (const content of said) await records.add({ content, source: user }, by)
      for (const content of other) {
        const added = await records.add({ content, source: { origin } }, by)
        expect([added.status, 'superseded' in added]).toEqual(['added', false])
      }
      const texts = store.list().map(({ content }) => content.trim())
      expect(texts.sort()).toEqual([...said, ...other].sort())
      expect(await records.statistics()).toMatchObject({ total: 6, live: 6 })
      const theirs = await records.add({ content: 'Deploys now happen on Mondays', source: user }, by)
      expect(theirs).toMatchObject({ status: 'added', superseded: { how: 'changed' } })
    },
  )

  it('merges only the same text: what is said in other words stays a memory of its own', async () => {
    const { records, by, store } = recordsPlace()
    await records.add({ content: 'Integration tests use a real database' }, by)
    for (const content of [
      'Integration tests use one real database',
      'integration tests use a real database',
    ])
      expect((await records.add({ content }, by)).status).toBe('added')
    expect(store.list()).toHaveLength(3)
  })

  it('corrects nothing of another kind, of what has ended, or where it is to stay separate', async () => {
    const { records, by, store } = recordsPlace()
    const add = (content: string, more: object = {}, how = {}) => records.add({ content, ...more }, by, how)
    await add('We deploy on Fridays', { kind: 'fact' })
    await add('We deploy on Fridays', { kind: 'workflow', expires: '2026-01-01' })
    await add('We deploy on Fridays', { kind: 'skill' })
    for (const [kind, how] of [
      ['workflow'],
      ['other'],
      ['skill', { separate: true }],
      ['skill', { merge: false }],
    ] as const)
      expect(await add('We now deploy on Mondays', { kind }, how)).not.toHaveProperty('superseded')
    expect(store.list()).toHaveLength(7)
    expect(await add('We now deploy on Tuesdays', { kind: 'fact' })).toHaveProperty('superseded')
  })

  it('is kept at the least confidence and importance of an extracted record', async () => {
    const { records, by } = recordsPlace()
    const add = (content: string, confidence: number, importance: number) =>
      records.add({ content, confidence, importance }, by, { extracted: true })
    expect((await add('One', 0.7, 2)).status).toBe('added')
    expect(await add('Two', 0.69, 2)).toMatchObject({
      status: 'filtered',
      reason: expect.objectContaining({ en: 'confidence 0.69 is below 0.7' }),
    })
    expect(await add('Three', 0.7, 1.9)).toMatchObject({
      status: 'filtered',
      reason: expect.objectContaining({ en: 'importance 1.9 is below 2' }),
    })
  })

  it('is refused where it is no memory, before anything else is asked', async () => {
    const { records, by } = recordsPlace()
    const broken = { content: 'One', confidence: 0.1, importance: 9 }
    await expect(records.add(broken, by, { extracted: true })).rejects.toMatchObject({ code: 'usage' })
  })

  it('is stored again where it is to stay separate, and merged with nothing later', async () => {
    const { records, by, store } = recordsPlace()
    const add = (how = {}) => records.add({ content: 'The office is in Oslo' }, by, how)
    const statuses = [await add(), await add({ separate: true }), await add(), await add({ merge: false })]
    expect(statuses.map(({ status }) => status)).toEqual(['added', 'added', 'unchanged', 'added'])
    expect(store.list()).toHaveLength(3)
  })

  it('says of its origin what the one who adds it may claim', async () => {
    const { records, store } = recordsPlace()
    const add = (content: string, actor: string, origin?: 'user' | 'web') =>
      records.add({ content, ...(origin ? { source: { origin } } : {}) }, { actor })
    await add('We deploy on Fridays', 'user', 'user')
    expect(await add('We now deploy on Mondays', 'codex', 'user')).toMatchObject({
      status: 'added',
      memory: { source: { origin: 'reported' } },
    })
    expect(await records.statistics()).toMatchObject({ live: 2 })
    await add('The office is in Oslo', 'user')
    expect(store.list().find(({ content }) => /Oslo/.test(content))?.source).toBeUndefined()
  })
})

describe('what another process changes between the look-up and the lock', () => {
  /** Search finds the memories as they were; then a file is replaced by somebody else. */
  function placeWith(change: (file: string, directory: string) => void) {
    const place = recordsPlace({
      findByWords: async (): Promise<Memory[]> => {
        const found = place.store.list()
        for (const { file } of found) change(file, place.directory)
        return found
      },
    })
    return place
  }

  it('keeps a text from being taken for known that no file says any more', async () => {
    const { records, store, by } = placeWith((file, directory) =>
      writeFileSync(join(directory, file), 'Something else entirely\n'),
    )
    await store.add({ content: 'The office is in Oslo' }, by)
    const outcome = await records.add({ content: 'The office is in Oslo' }, by)
    expect(outcome).toMatchObject({ status: 'added' })
    const texts = store.list().map(({ content }) => content.trim())
    expect(texts.sort()).toEqual(['Something else entirely', 'The office is in Oslo'])
  })

  it('keeps a memory from being superseded that says something else by then', async () => {
    const { records, store, by } = placeWith((file, directory) =>
      writeFileSync(join(directory, file), 'We deploy whenever it is green\n'),
    )
    await store.add({ content: 'We deploy on Fridays' }, by)
    const outcome = await records.add({ content: 'We now deploy on Mondays' }, by)
    expect(outcome).toMatchObject({ status: 'added' })
    expect(outcome).not.toHaveProperty('superseded')
    expect(await records.statistics()).toMatchObject({ live: 2 })
    expect(readLog(store.writer).map(({ action }) => action)).toEqual(['add', 'add'])
  })

  it('is what a second correction corrects: no memory is superseded twice', async () => {
    let looks = 0
    const place = recordsPlace({
      findByWords: async () => {
        const found = place.store.list()
        if (++looks === 2) await place.records.add({ content: 'We now deploy on Mondays' }, place.by)
        return found
      },
    })
    const { records, store, by } = place
    await records.add({ content: 'We deploy on Fridays' }, by)
    const outcome = await records.add({ content: 'We now deploy on Tuesdays' }, by)
    const successors = Object.fromEntries(
      store.list().map((memory) => [memory.content.trim(), supersededBy(memory)]),
    )
    const idOf = (text: string) => store.list().find(({ content }) => content.includes(text))?.id
    expect(successors).toEqual({
      'We deploy on Fridays': idOf('Mondays'),
      'We now deploy on Mondays': idOf('Tuesdays'),
      'We now deploy on Tuesdays': undefined,
    })
    expect(outcome).toMatchObject({ status: 'added', superseded: { id: idOf('Mondays') } })
    expect(readLog(store.writer).filter(({ action }) => action === 'supersede')).toHaveLength(2)
  })

  it('is not taken back again where it has ended by then', async () => {
    const { records, store, by } = placeWith((file, directory) =>
      writeFileSync(join(directory, file), '---\nexpires: "2026-01-01"\n---\nWe deploy on Fridays\n'),
    )
    await store.add({ content: 'We deploy on Fridays' }, by)
    const outcome = await records.add({ content: 'We now deploy on Mondays' }, by)
    expect(outcome).not.toHaveProperty('superseded')
  })

  it('is what a merge of two is planned from', async () => {
    const { records, store, by, directory } = recordsPlace()
    const one = await store.add({ content: 'The office is in Oslo' }, by)
    const other = await store.add({ content: 'The office is in Oslo, at the harbour' }, by)
    writeFileSync(
      join(directory, one.memory.file),
      '---\ncreated: "2026-01-01T00:00:00Z"\n---\nThe office is in Oslo, at the harbour, on the second floor\n',
    )
    const merged = await records.merge(one.memory, other.memory, by)
    expect(merged).toMatchObject({ status: 'merged', kept: 'old' })
    const [kept] = store.list()
    expect(kept?.content.trim()).toBe('The office is in Oslo, at the harbour, on the second floor')
    expect(kept && records.explain(kept).merged.map(({ content }) => content)).toEqual([
      'The office is in Oslo, at the harbour',
    ])
  })

  it('is merged into where it is the same text, which no look-up could find', async () => {
    const said = { content: 'The office is in Oslo' }
    let looks = 0
    const place = recordsPlace({
      findByWords: async () => {
        const found = place.store.list()
        if (++looks === 1) await place.store.add({ ...said, name: 'Office', tags: ['theirs'] }, place.by)
        return found
      },
    })
    const { records, store, by } = place
    const outcome = await records.add({ content: 'The office is in Oslo.', tags: ['ours'] }, by)
    expect(outcome).toMatchObject({ status: 'merged', memory: { name: 'Office', tags: ['theirs', 'ours'] } })
    expect(await records.add(said, by, { merge: false })).toMatchObject({ status: 'added' })
    expect([store.list().length, looks]).toEqual([2, 1])
  })

  it.each([
    ['another text', { content: 'The office is in Bergen' }],
    ['another kind', { content: 'The office is in Oslo', kind: 'fact' as const }],
    ['one that has ended', { content: 'The office is in Oslo', expires: '2026-01-01' }],
  ])('is left alone where it is %s', async (_, other) => {
    const place = recordsPlace({
      findByWords: async () => {
        const found = place.store.list()
        await place.store.add(other, place.by)
        return found
      },
    })
    const outcome = await place.records.add({ content: 'The office is in Oslo' }, place.by)
    expect([outcome.status, place.store.list().length]).toEqual(['added', 2])
  })

  it('is looked for under the lock only where somebody has written', async () => {
    const { store, clock, by, records } = recordsPlace()
    await store.add({ content: 'Something else' }, by)
    const list = () => {
      throw new Error('read again')
    }
    const rules = { minConfidence: 0.7, minImportance: 2, retention: RETENTION }
    const deps = { store: { ...store, list }, clock, rules, quarantine: () => records.quarantine }
    const findByWords = async () => []
    const added = await addRecord({ ...deps, findByWords }, { content: 'The office is in Oslo' }, by)
    expect(added.status).toBe('added')
  })
})
