import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { type Engine, openEngine } from '../../connect/engine.ts'
import { handleOf } from '../../connect/memdir-handle.ts'
import { memoryToolHandlers } from '../../connect/sdk/anthropic.ts'
import { openWriter } from '../../memory/open-writer.ts'
import { loadSecretScan } from '../../memory/writer/secret-scan.ts'
import { type FileOps, nodeFileOps } from './file-ops.ts'
import { holdDirectory } from './held-directory.ts'

let place: TemporaryHome
let engine: Engine
const by = { actor: 'user' }
const elsewhere = () => join(place.root, 'elsewhere')

beforeEach(async () => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  mkdirSync(elsewhere())
  writeFileSync(join(elsewhere(), 'stolen.md'), 'The vault opens at nine')
  writeFileSync(join(elsewhere(), 'MEMORY.md'), '- [Stolen](stolen.md) — the vault\n')
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

function replaceBy(make: (path: string) => void): void {
  renameSync(engine.location.memory, `${engine.location.memory}.away`)
  make(engine.location.memory)
}

/** Everything that reads or writes the directory in a process that goes on. */
const USES: Record<string, () => unknown> = {
  list: () => engine.store.list(),
  'list of a large directory': () => engine.store.listed(),
  find: () => engine.store.find('stolen.md'),
  index: () => engine.loadIndex(),
  search: () => engine.search({ query: 'when does the vault open' }),
  recall: () => engine.recall({ prompt: 'when does the vault open' }),
  export: async () => (await engine.records()).exportJson(),
  add: async () => (await engine.records()).add({ content: 'New' }, by),
  store: () => engine.store.add({ content: 'New' }, by),
  'a new engine of the same process': () =>
    openEngine({ directory: place.project, env: place.env }).store.list(),
}

describe('a memory directory that was replaced by a link', () => {
  const make = (path: string) => symlinkSync(elsewhere(), path)
  it.each(Object.keys(USES))('is refused: %s', async (use) => {
    await engine.store.add({ content: 'The office opens at eight' }, by)
    await engine.search({ query: 'office' })
    replaceBy(make)
    const before = readdirSync(engine.location.memory)
    const refused = expect(async () => USES[use]!()).rejects
    await refused.toMatchObject({ code: 'refused_path', message: expect.stringContaining('is not the one') })
    expect(readdirSync(engine.location.memory)).toEqual(before)
  })

  it('shows the Anthropic memory tool nothing', async () => {
    await engine.store.add({ content: 'The office opens at eight' }, by)
    replaceBy(make)
    const { view, create } = memoryToolHandlers(handleOf(engine))
    for (const path of ['/memories', '/memories/stolen.md'])
      expect(await view({ command: 'view', path })).toMatch(/^Error: the memory directory/)
    const created = await create({ command: 'create', path: '/memories/new.md', file_text: 'x' })
    expect(created).toMatch(/^Error: the memory directory/)
  })
})

describe('a directory is held', () => {
  it('from where it is first made, and again when this process recreates it', async () => {
    await engine.store.add({ content: 'First' }, by)
    rmSync(engine.location.memory, { recursive: true })
    expect(engine.store.list()).toEqual([])
    await engine.store.add({ content: 'Second' }, by)
    expect(engine.store.list()).toHaveLength(1)
  })

  it('by its place: a plain directory there, such as a restored backup, is taken for it', async () => {
    await engine.store.add({ content: 'The office opens at eight' }, by)
    replaceBy((path) => renameSync(elsewhere(), path))
    expect(engine.store.list().map(({ file }) => file)).toEqual(['stolen.md'])
    expect(await engine.search({ query: 'vault' })).toMatchObject({
      hits: [{ memory: { file: 'stolen.md' } }],
    })
    await engine.store.add({ content: 'New' }, by)
    expect(engine.store.list()).toHaveLength(2)
  })

  it('also when it is missing first and then a link', () => {
    const { within, check } = holdDirectory(join(place.root, 'later'))
    expect(within((path) => path)).toBe(join(place.root, 'later'))
    symlinkSync(elsewhere(), join(place.root, 'later'))
    expect(() => within((path) => path)).toThrow('is not the one')
    expect(check).toThrow('is not the one')
  })

  it('where it was a link from the beginning', () => {
    const link = join(place.root, 'chosen')
    symlinkSync(elsewhere(), link)
    expect(holdDirectory(link).within((path) => readdirSync(path))).toContain('stolen.md')
    unlinkSync(link)
    mkdirSync(link)
    expect(holdDirectory(link).check).toThrow('is not the one')
  })

  it('by the writer through what it has opened: a swap behind the check is seen', async () => {
    const { memory: directory, state } = engine.location
    await engine.store.add({ content: 'The office opens at eight' }, by)
    let swapped = false
    const ops: FileOps = {
      ...nodeFileOps,
      realpath(path) {
        if (path === directory && !swapped) replaceBy((to) => symlinkSync(elsewhere(), to))
        swapped ||= path === directory
        return nodeFileOps.realpath(path)
      },
    }
    const writer = openWriter({ directory, state, ops, loadScan: loadSecretScan })
    const before = readdirSync(elsewhere())
    const written = writer.write([{ file: 'new.md', create: 'x' }], { actor: 'user', action: 'add' })
    await expect(written).rejects.toMatchObject({ code: 'refused_path' })
    expect([swapped, readdirSync(elsewhere())]).toEqual([true, before])
  })

  it('while its name is turned to and fro: nothing is read or written elsewhere', async () => {
    await engine.store.add({ content: 'The office opens at eight' }, by)
    const { memory } = engine.location
    let turns = 0
    const turn = () => {
      if (turns++ % 2 === 0) replaceBy((path) => symlinkSync(elsewhere(), path))
      else {
        unlinkSync(memory)
        renameSync(`${memory}.away`, memory)
      }
    }
    const outside = readdirSync(elsewhere())
    for (let i = 0; i < 60; i++) {
      // Between the check and the use, too: in the middle of what `within` does.
      const read = (() => {
        try {
          return holdDirectory(memory).within((path) => {
            turn()
            return readdirSync(path)
          })
        } catch {
          turn()
          return []
        }
      })()
      expect(read).not.toContain('stolen.md')
    }
    expect(readdirSync(elsewhere())).toEqual(outside)
  })
})
