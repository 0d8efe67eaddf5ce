import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTestWriter } from '../../../test/support/open-test-writer.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { foldName } from '../../base/paths/portable-name.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { openStore } from '../memory-store.ts'
import { listedNames } from './folded-names.ts'
import { isTaken, newName, siblingNames } from './sibling-names.ts'

function place() {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  mkdirSync(directory)
  const writer = openTestWriter(home)
  const store = openStore(directory, writer, { now: () => new Date() })
  const write = async (file: string, content: string | null = 'x') => {
    try {
      await writer.overwrite([{ file, content }], { actor: 'test', action: 'add' })
      return 'written'
    } catch (error) {
      return MemdirError.is(error) ? error.messages.message.zh : error
    }
  }
  const names = () =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'MEMORY.md')
  return { directory, writer, store, write, names }
}

describe('a new name', () => {
  test('that differs only in case from one that is there is refused, in either language', async () => {
    const { write, names } = place()
    expect(await write('Notes.md')).toBe('written')
    expect(await write('notes.md')).toBe(
      '"notes.md" 不能写入：在其他系统上会与 Notes.md 视为同一文件（仅大小写不同）',
    )
    expect(names()).toEqual(['Notes.md'])
  })

  test('of a directory too, before anything is made', async () => {
    const { write, names } = place()
    expect(await write('Team/a.md')).toBe('written')
    expect(await write('team/b.md')).toContain('Team')
    expect(names().sort()).toEqual(['Team', 'Team/a.md'])
  })

  test('is never one that is taken for the index', async () => {
    const { write, names } = place()
    for (const file of ['memory.md', 'Memory.md', 'sub/memory.md', 'memory.md/a.md'])
      expect(await write(file), file).toContain('MEMORY.md')
    expect(names()).toEqual([])
  })

  test('is written with composed accents, and finds the file whose accents are written otherwise', async () => {
    const { directory, writer, write, names } = place()
    expect(await write('cafe\u0301.md')).toBe('written')
    expect(names()).toEqual(['caf\u00e9.md'])
    writeFileSync(join(directory, 'nai\u0308ve.md'), 'old')
    const changed = { file: 'na\u00efve.md', replace: 'new', expect: contentHash('old') }
    await writer.write([changed], { actor: 'test', action: 'edit' })
    expect(names().sort()).toEqual(['caf\u00e9.md', 'nai\u0308ve.md'])
  })

  test('may be the old one in another case, when the old one goes with it', async () => {
    const { writer, write, names } = place()
    await write('a.md')
    const writes = [
      { file: 'A.md', create: 'x' },
      { file: 'a.md', content: null },
    ]
    await writer.overwrite(writes, { actor: 'test', action: 'edit' })
    expect(names()).toEqual(['A.md'])
  })

  test('is changed, where memdir chooses it', async () => {
    const { directory, store, names } = place()
    writeFileSync(join(directory, 'NOTE_deploys.md'), 'x')
    const by = { actor: 'test' }
    const { memory } = await store.add({ content: 'Deploys go out on Tuesdays.', name: 'Deploys' }, by)
    expect(memory.file).toBe('note_deploys_2.md')
    const { files } = await store.addAll(
      [
        { content: 'One.', file: 'Strasse.md' },
        { content: 'Two.', file: 'stra\u00dfe.md' },
        { content: 'Three.', file: 'note_Deploys.md' },
        { content: 'Four.', file: 'Memory.md' },
      ],
      by,
    )
    expect(files).toEqual(['Strasse.md', 'stra\u00dfe_2.md', 'note_Deploys_3.md', 'Memory_2.md'])
    const folded = names().map(foldName)
    expect(new Set(folded).size).toBe(folded.length)
  })

  test('that is there already can be changed and removed, whatever is next to it', async () => {
    const { directory, write, names } = place()
    for (const name of ['b.md', 'B.md', 'memory.md']) writeFileSync(join(directory, name), 'old')
    for (const name of ['b.md', 'B.md', 'memory.md']) expect(await write(name, 'new')).toBe('written')
    for (const name of ['B.md', 'memory.md']) expect(await write(name, null)).toBe('written')
    expect(names()).toEqual(['b.md'])
  })
})

test('a name is taken by what is in its own directory', () => {
  const tree: Record<string, string[]> = { '': ['note.md', 'n'], n: ['deep.md'] }
  const siblings = siblingNames(listedNames((directory) => tree[directory] ?? []))
  const taken = ['note.md', 'NOTE.md', 'n/deep.md', 'n/DEEP.md', 'N/deep.md', 'MEMORY.md', 'memory.md']
  expect(taken.filter((file) => !isTaken(file, siblings))).toEqual([])
  const free = ['deep.md', 'n/note.md', 'other.md', 'm/note.md']
  expect(free.filter((file) => isTaken(file, siblings))).toEqual([])
})

test('whatever is written in whatever order, no two names are one on another system', () => {
  const name = fc.constantFrom('a', 'A', '\u00e9', 'e\u0301', 'E\u0301', '\u00df', 'ss', 'MEMORY', 'memory')
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((steps) => `${steps.join('/')}.md`)
  fc.assert(
    fc.property(fc.array(path, { maxLength: 8 }), (paths) => {
      const tree = new Map<string, Set<string>>([['', new Set()]])
      for (const file of paths) {
        const found = newName(
          file,
          siblingNames(listedNames((directory) => [...(tree.get(directory) ?? [])])),
        )
        if (found.status === 'taken') continue
        const steps = found.file.split('/')
        for (const [at, step] of steps.entries()) {
          const parent = steps.slice(0, at).join('/')
          tree.set(parent, (tree.get(parent) ?? new Set()).add(step))
        }
      }
      for (const names of tree.values()) expect(new Set([...names].map(foldName)).size).toBe(names.size)
    }),
    { numRuns: 500 },
  )
})
