import { readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { type MemoryStore, openStore, type SeenMemory } from './memory-store.ts'
import { loadSecretScan } from './secret-scan.ts'
import { openWriter } from './writer.ts'

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
