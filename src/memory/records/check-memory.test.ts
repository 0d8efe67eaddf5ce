import { describe, expect, it } from 'vitest'
import { recordsPlace } from '../../../test/records-place.ts'
import { checkFields, checkNewMemory } from './check-memory.ts'

const content = 'Likes tea'

describe('what a memory is given', () => {
  it.each([
    [{ content, type: 'nonsense' }, 'there is no type "nonsense"'],
    [{ content, kind: 'feedback' }, 'there is no kind "feedback"'],
    [{ content, importance: 99 }, 'importance must be a number from 1 to 5, not 99'],
    [{ content, importance: 0.9 }, 'importance must be a number from 1 to 5, not 0.9'],
    [{ content, importance: '3' }, 'importance must be a number from 1 to 5, not 3'],
    [{ content, importance: Number.NaN }, 'importance must be a number from 1 to 5, not NaN'],
    [{ content, confidence: 1.1 }, 'confidence must be a number from 0 to 1, not 1.1'],
    [{ content, tags: 'a' }, 'tags must be a list of texts'],
    [{ content, related: [1] }, 'related must be a list of texts'],
    [{ content, expires: 'soon' }, 'expires "soon" is not a time'],
    [{ content, name: 7 }, 'name must be a text'],
    [{ content, source: { origin: 'nobody' } }, 'there is no origin "nobody"'],
    [{}, 'content must be a text'],
    [{ content: ' \n' }, 'there is no text to remember'],
    [{ content: 'PNG\u0000\u0001' }, 'this is not text'],
    [{ content: '\ufffd\ufffdbergr\ufffd\ufffden' }, 'this is not text'],
    [undefined, 'there is no text to remember'],
  ])('is refused: %j', async (given, reported) => {
    expect(() => checkNewMemory(given)).toThrow(reported)
    const { records, store, by } = recordsPlace()
    await expect(records.add(given as never, by)).rejects.toMatchObject({ code: 'usage' })
    await expect(store.add(given as never, by)).rejects.toThrow(reported)
    expect(store.list()).toEqual([])
  })

  it('is taken where it is right, to its limits', () => {
    for (const fields of [
      { importance: 1 },
      { importance: 5 },
      { confidence: 0, tags: [], expires: '2027-01-31', type: 'user', kind: 'fact' },
      { source: { origin: 'agent', conversation: 'c' }, type: null, unknown: {} },
    ])
      expect(() => checkNewMemory({ content: `Line one\n\ttwo \u001b[1m`, ...fields })).not.toThrow()
    expect(() => checkNewMemory({ content: `${'a'.repeat(100)}\ufffd` })).not.toThrow()
  })

  it('is checked when it is changed, too', async () => {
    const { store, by } = recordsPlace()
    const { memory } = await store.add({ content }, by)
    const edit = (change: object) => store.edit(memory, change, by)
    await expect(edit({ fields: { importance: 9 } })).rejects.toThrow(
      'importance must be a number from 1 to 5, not 9',
    )
    await expect(edit({ content: '\u0000' })).rejects.toThrow('this is not text')
    expect(() => checkFields({ type: undefined, importance: undefined })).not.toThrow()
    expect(store.find(memory.id).hash).toBe(memory.hash)
  })
})
