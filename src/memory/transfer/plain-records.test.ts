import { describe, expect, it } from 'vitest'
import { recordsPlace } from '../../../test/records-place.ts'
import { nodeFileOps } from '../../base/files/file-ops.ts'
import { readImport, readImportText } from '../read-import.ts'

const RECORDS = [
  {
    id: 'm1',
    content: 'Prefers tabs',
    type: 'user_preference',
    category: 'style',
    importance: 4.5,
    confidence: 0.9,
    source: { conversationId: 'c1', messageId: 'm7' },
    createdAt: '2026-01-02T03:04:05Z',
    updatedAt: '2026-02-03T04:05:06Z',
    expiresAt: '2030-01-01T00:00:00Z',
    accessCount: 7,
    lastAccessedAt: '2026-03-01T00:00:00Z',
    tags: ['code'],
    relatedMemories: ['m2'],
  },
  { id: 'm2', content: 'Uses Vim', type: 'skill', source: 'c2' },
]

it('advises about a file that may not be read, not about its format', () => {
  const open = () => {
    throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
  }
  const read = () => readImport(import.meta.filename, undefined, { ...nodeFileOps, open })
  expect(read).toThrow('cannot be read: permission denied')
})

describe('the plain array of records', () => {
  it('keeps the meaning of every field', async () => {
    const { records, store, takeAll } = recordsPlace()
    const read = readImportText('data', JSON.stringify(RECORDS))
    expect(await records.import(read, { actor: 'user' })).toMatchObject({ format: 'records' })
    await takeAll()
    const by = Object.fromEntries(store.list().map((memory) => [memory.id, memory]))
    expect(by.m1).toMatchObject({
      kind: 'user_preference',
      type: 'user',
      category: 'style',
      importance: 4.5,
      confidence: 0.9,
      source: { origin: 'import', conversation: 'c1', message: 'm7' },
      created: '2026-01-02T03:04:05Z',
      updated: '2026-02-03T04:05:06Z',
      expires: '2030-01-01T00:00:00Z',
      tags: ['code'],
      related: ['m2'],
    })
    expect(by.m2).toMatchObject({ kind: 'skill', type: 'user', source: { conversation: 'c2' } })
    expect(records.usage.read().get('m1')).toMatchObject({ count: 7, last: '2026-03-01T00:00:00Z' })
    expect(records.usage.read().has('m2')).toBe(false)
    expect(await records.import(read, { actor: 'user' })).toMatchObject({ imported: 0, known: 2 })
  })

  it('is taken without the records whose values have no meaning, which are named', async () => {
    const { records, store } = recordsPlace()
    const bad = [
      { content: 'x', importance: 99 },
      { content: 'x', type: 'nonsense' },
      { content: 'x', expiresAt: 'some day' },
      { content: 'y'.repeat(20_000_000), importance: 3 },
    ]
    const [first, second] = RECORDS
    const outcome = await records.import(
      readImportText('data', JSON.stringify([first, ...bad, second])),
      { actor: 'user' },
      { trust: true },
    )
    expect(outcome.refused.map(({ at, problem }) => [at, problem.en])).toEqual([
      [2, 'importance must be a number from 1 to 5, not 99'],
      [3, 'there is no kind "nonsense"'],
      [4, 'expires "some day" is not a time'],
      [5, 'content is larger than 16 MB'],
    ])
    expect([outcome.imported, store.list().length]).toEqual([2, 2])
  })

  it('is distinguished from the lists of other programs', () => {
    const formatOf = (data: unknown) => readImportText('data', JSON.stringify(data)).format
    expect(formatOf([{ content: 'Likes tea', created_at: '2026-01-01' }])).toBe('chatgpt')
    expect(formatOf([{ content: 'Likes tea', type: 'fact' }])).toBe('records')
    expect(formatOf([{ content: 'Likes tea', relatedMemories: [] }])).toBe('records')
    expect(formatOf([{ memory: 'Likes tea' }])).toBe('mem0')
    expect(readImportText('data', '[{"content":"Likes tea"}]', 'chatgpt').format).toBe('chatgpt')
    expect(formatOf([{ content: 'Likes tea' }])).toBe('records')
    expect(readImportText('data', '[{"content":"Likes tea","enabled":true}]', 'records').format).toBe(
      'records',
    )
  })
})
