import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFrom, recordsPlace } from '../../../test/records-place.ts'
import { readLog } from '../history.ts'
import { supersededBy } from '../memory.ts'
import { findMergeable, planPair } from './merge-memories.ts'

const NOW = new Date('2026-04-09T10:00:00Z')
const memory = (id: string, content: string, more = {}) =>
  memoryFrom({ id, file: `${id}.md`, content, created: `2026-01-0${id}T00:00:00Z`, ...more })

describe('the plan for two memories', () => {
  it('keeps the older file and the longer text', () => {
    const [one, two] = [memory('1', 'Use tabs'), memory('2', 'Please do use tabs')]
    for (const [a, b] of [
      [one, two],
      [two, one],
    ] as const)
      expect(planPair(a, b, NOW)).toEqual({
        kept: one,
        removed: two,
        text: 'new',
        content: 'Please do use tabs',
        likeness: 'reworded',
      })
    const [long, short] = [memory('1', 'Please do use tabs'), memory('2', 'Use tabs')]
    expect(planPair(long, short, NOW)).toMatchObject({ text: 'old', content: 'Please do use tabs' })
  })

  it.each([
    ['Use tabs', 'Use tabs.', 'same'],
    ['Use tabs', 'Please use tabs', 'reworded'],
    ['Use tabs', 'Do not use tabs', 'different'],
    ['The port is 8080', 'The port is 9090', 'different'],
  ])('says how "%s" and "%s" differ: %s', (one, other, likeness) => {
    expect(planPair(memory('1', one), memory('2', other), NOW).likeness).toBe(likeness)
  })

  it.each([
    [{ expires: '2026-04-09T10:00:00Z' }, 'records.merge-expired'],
    [{ extra: { superseded_by: '7' } }, 'records.merge-superseded'],
  ])('refuses one that is no longer recalled: %j', (ended, key) => {
    const [live, over] = [memory('1', 'Use tabs'), memory('2', 'Use tabs', ended)]
    for (const [a, b] of [
      [live, over],
      [over, live],
    ] as const)
      expect(() => planPair(a, b, NOW)).toThrow(
        expect.objectContaining({
          code: 'usage',
          messages: expect.objectContaining({ message: expect.objectContaining({ key }) }),
        }),
      )
  })
})

describe('pairs of the same text', () => {
  it('are each with the oldest that it may merge with', () => {
    const all = [
      memory('5', 'Use tabs', { kind: 'fact' }),
      memory('3', 'Use tabs!', { kind: 'skill' }),
      memory('1', 'Use tabs', { kind: 'fact' }),
      memory('2', 'Use tabs.', { kind: 'skill' }),
      memory('4', 'Use spaces', { kind: 'fact' }),
      memory('6', 'Use tabs', { kind: 'fact', expires: '2026-01-01' }),
      memory('7', 'Use tabs', { kind: 'fact' }),
    ]
    const { store } = recordsPlace()
    const pairs = findMergeable({ store: { ...store, list: () => all }, clock: { now: () => NOW } })
    expect(pairs.map(({ kept, removed }) => kept.id + removed.id)).toEqual(['23', '15', '17'])
  })
})

describe('what is merged', () => {
  it('has a later time for each change within a second', async () => {
    const { records, by, store } = recordsPlace()
    const add = (tag: string) => records.add({ content: 'Use tabs', tags: [tag] }, by)
    const updated = () => store.list()[0]?.updated
    await add('a')
    await add('b')
    const first = updated()
    await add('c')
    await add('d')
    expect([first, updated()]).toEqual(['2026-04-09T10:00:00Z', '2026-04-09T10:00:02Z'])
  })

  it.each([
    ['2026-04-09T09:59:59Z', '2026-04-09T10:00:00Z'],
    ['2026-04-09T10:00:00Z', '2026-04-09T10:00:01Z'],
    ['2026-04-09T10:00:00.999Z', '2026-04-09T10:00:01Z'],
    ['2027-01-01T00:00:00Z', '2026-04-09T10:00:00Z'],
  ])('after a change at %s is changed at %s', async (updated, then) => {
    const { records, by, store, directory } = recordsPlace()
    await store.add({ content: 'Something else' }, by)
    writeFileSync(
      join(directory, 'tabs.md'),
      `---\nname: Tabs\ncreated: "2026-01-01T00:00:00Z"\nupdated: "${updated}"\n---\nUse tabs\n`,
    )
    const merged = await records.add({ content: 'Use tabs', tags: ['a'] }, by)
    expect(merged).toMatchObject({ status: 'merged', kept: 'old', memory: { updated: then, tags: ['a'] } })
  })

  it('gets no times of ours where it has none, and the history knows the conversation', async () => {
    const { records, by, store, directory } = recordsPlace()
    await store.add({ content: 'Something else' }, by)
    writeFileSync(join(directory, 'tabs.md'), '---\nname: Tabs\n---\nUse tabs\n')
    utimesSync(join(directory, 'tabs.md'), NOW, NOW)
    await records.add({ content: 'Use tabs', importance: 4 }, { ...by, conversation: 'c7' })
    expect(readFileSync(join(directory, 'tabs.md'), 'utf8')).toBe(
      '---\nname: Tabs\nimportance: 4\nconfidence: 1\n---\nUse tabs\n',
    )
    expect(readLog(store.writer)[0]).toMatchObject({ action: 'merge', source: { conversation: 'c7' } })
  })

  it.each([
    ['says the same', 'Deploys go out on Mondays'],
    ['says less', 'Deploys go out on Mondays, after the tests'],
  ])('takes on what the other superseded, where that one %s', async (_, other) => {
    const { records, by, store } = recordsPlace()
    const add = async (content: string) => (await store.add({ content }, by)).memory
    const kept = await add('Deploys go out on Mondays, and never on Fridays')
    const [newer, older] = [await add(other), await add('Deploys go out on Thursdays')]
    await store.edit(older, { fields: { superseded_by: newer.id } }, by)
    if (other === 'Deploys go out on Mondays') await store.edit(kept, { content: other }, by)
    await records.merge(store.find(kept.file), store.find(newer.file), by)
    const left = store.list()
    expect(left).toHaveLength(2)
    const survivor = left.find(({ id }) => id !== older.id)
    expect(supersededBy(store.find(older.file))).toBe(survivor?.id)
  })
})
