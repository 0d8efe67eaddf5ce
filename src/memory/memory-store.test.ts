import { readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { type MemoryStore, openStore, type SeenMemory } from './memory-store.ts'
import { openWriter } from './open-writer.ts'
import { loadSecretScan } from './writer/secret-scan.ts'

const by = { actor: 'user' }

function place() {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  const writer = openWriter({ directory, state: join(home, 'state'), loadScan: loadSecretScan })
  const store = openStore(directory, writer, { now: () => new Date('2026-04-09T10:00:00Z') })
  return { store, at: (file: string) => join(directory, file) }
}

const CHANGES: Record<string, (store: MemoryStore, seen: SeenMemory) => Promise<unknown>> = {
  'an edit of the text': (store, seen) => store.edit(seen, { content: 'mine' }, by),
  'an edit of a field': (store, seen) => store.edit(seen, { fields: { importance: 5 } }, by),
  'a replacement': (store, seen) => store.replace(seen, 'mine', by),
  'a removal': (store, seen) => store.remove(seen, by),
}

for (const [what, change] of Object.entries(CHANGES)) {
  test(`${what} of a memory that another writer changed since it was read is a conflict`, async () => {
    const { store, at } = place()
    const { memory: seen } = await store.add({ content: 'first', file: 'note.md' }, by)
    await store.edit(seen, { content: 'theirs' }, by)
    const theirs = readFileSync(at('note.md'), 'utf8')
    await expect(change(store, seen)).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(at('note.md'), 'utf8')).toBe(theirs)
  })

  test(`${what} of a memory that an editor changed or removed since changes nothing`, async () => {
    const { store, at } = place()
    const { memory: seen } = await store.add({ content: 'first', file: 'note.md' }, by)
    writeFileSync(at('note.md'), 'by hand')
    await expect(change(store, seen)).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(at('note.md'), 'utf8')).toBe('by hand')
    unlinkSync(at('note.md'))
    await expect(change(store, seen)).rejects.toThrow()
    expect(store.list()).toEqual([])
  })
}

test('a new memory never replaces a file that is there', async () => {
  const { store, at } = place()
  await store.add({ content: 'first', file: 'note.md' }, by)
  const first = readFileSync(at('note.md'), 'utf8')
  await expect(store.add({ content: 'second', file: 'note.md' }, by)).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(readFileSync(at('note.md'), 'utf8')).toBe(first)
})

const SECRET = `AKIA${'2E7UJQ4RT5YZ3VB6'}`
const TOLD = `The deploy key is ${SECRET}`

test('private memory has a secret cut out', async () => {
  const { store, at } = place()
  await store.add({ content: TOLD, file: 'note.md' }, by)
  expect(readFileSync(at('note.md'), 'utf8')).not.toContain(SECRET)
})

test('shared memory refuses a secret in the text or name of a new memory, and in what replaces a text', async () => {
  const { store } = place()
  const { memory } = await store.add({ content: 'The deploy key is in the vault', file: 'team/keys.md' }, by)
  for (const refused of [
    store.add({ content: TOLD, file: 'team/new.md' }, by),
    store.add({ content: 'Deploys', name: TOLD, file: 'team/new.md' }, by),
    store.addAll([{ content: 'Deploys', name: TOLD, file: 'team/new.md' }], by),
    store.edit(memory, { content: TOLD }, by),
    store.edit(memory, { fields: { description: TOLD } }, by),
    store.replace(memory, TOLD, by),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'refused_content' })
  expect(store.list()).toEqual([memory])
})

test('a memory is found by its id, a unique beginning of it, or its name', async () => {
  const { store } = place()
  for (const [id, file] of [
    ['abc1', 'one.md'],
    ['abc12', 'sub/two.md'],
    ['xyz9', 'other/two.md'],
  ] as const)
    await store.add({ content: `Text of ${id}`, id, file }, by)
  const found = (reference: string) => store.find(reference).file
  expect([found('abc1'), found('abc12'), found('xy')]).toEqual(['one.md', 'sub/two.md', 'other/two.md'])
  expect([found('one'), found('one.md'), found('sub/two'), found('./sub//two.md')]).toEqual([
    'one.md',
    'one.md',
    'sub/two.md',
    'sub/two.md',
  ])
  const codeOf = (reference: string) => {
    try {
      return store.find(reference).file
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect(['abc', 'two', 'two.md', 'nothing', ''].map(codeOf)).toEqual([
    'ambiguous',
    'not_found',
    'ambiguous',
    'not_found',
    'ambiguous',
  ])
})

test('an id that is taken is replaced, and an empty text is no memory', async () => {
  const { store } = place()
  const first = await store.add({ content: 'One', id: 'same1' }, by)
  const second = await store.add({ content: 'Two', id: 'same1' }, by)
  expect([first.memory.id, second.memory.id === 'same1']).toEqual(['same1', false])
  for (const content of ['', ' \n'])
    await expect(store.add({ content }, by)).rejects.toMatchObject({ code: 'usage' })
  expect(store.list()).toHaveLength(2)
})

test('the conversation is the source of a change, unless the memory says another', async () => {
  const { store } = place()
  const agent = { actor: 'claude-code', conversation: 'talk-1', reason: 'asked' }
  await store.add({ content: 'One' }, agent)
  await store.add({ content: 'Two', source: { conversation: 'talk-2' } }, agent)
  await store.add({ content: 'Three' }, by)
  const changes = store.writer.journal.read()
  expect(changes.map(({ actor, source, reason }) => [actor, source?.conversation, reason])).toEqual([
    ['claude-code', 'talk-1', 'asked'],
    ['claude-code', 'talk-2', 'asked'],
    ['user', undefined, undefined],
  ])
})

test('names that are taken are counted on', async () => {
  const { store } = place()
  const files = []
  for (let n = 0; n < 3; n++)
    files.push((await store.add({ content: `Text ${n}`, name: 'Tea' }, by)).memory.file)
  expect(files).toEqual(['note_tea.md', 'note_tea_2.md', 'note_tea_3.md'])
  const { files: more } = await store.addAll(
    ['Tea', 'Tea', 'Coffee'].map((name) => ({ content: 'x', name })),
    by,
  )
  expect(more).toEqual(['note_tea_4.md', 'note_tea_5.md', 'note_coffee.md'])
})

test('only what carries our times gets a new one when it changes', async () => {
  const { store, at } = place()
  const { memory } = await store.add({ content: 'Tea', file: 'ours.md' }, by)
  writeFileSync(at('theirs.md'), '---\nname: Theirs\n---\nTea\n')
  await store.edit(memory, { content: 'Coffee' }, by)
  await store.edit(store.find('theirs.md'), { content: 'Coffee' }, by)
  expect([store.find('ours.md').updated, store.find('theirs.md').updated]).toEqual([
    '2026-04-09T10:00:00Z',
    undefined,
  ])
  const now = store.find('ours.md')
  expect((await store.edit(now, { content: 'Coffee' }, by)).written.changes).toEqual([])
  writeFileSync(at('bytes.md'), Buffer.from([0x61, 0, 0x62]))
  await expect(store.edit(store.find('bytes.md'), { content: 'x' }, by)).rejects.toMatchObject({
    code: 'broken_file',
  })
})

test('a directory that cannot be read does not pass for one without memories', () => {
  const home = temporaryDirectory()
  const clock = { now: () => new Date('2026-04-09T10:00:00Z') }
  const opened = (directory: string, snapshot?: string) => {
    const writer = openWriter({ directory, state: join(home, 'state'), loadScan: loadSecretScan })
    return openStore(directory, writer, clock, snapshot === undefined ? {} : { snapshot })
  }
  writeFileSync(join(home, 'file'), '')
  for (const snapshot of [undefined, join(home, 'snapshot')]) {
    const [broken, missing] = [opened(join(home, 'file'), snapshot), opened(join(home, 'missing'), snapshot)]
    for (const look of ['list', 'listed'] as const) {
      expect(() => broken[look](), look).toThrow(/^Reading the memory directory failed/)
      expect(missing[look](), look).toHaveLength(0)
    }
  }
})
