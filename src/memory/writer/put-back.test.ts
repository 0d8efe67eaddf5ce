// A write of several files that fails on its way: everything is put back, except for what another program wrote in the meantime.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overwriting } from '../../../test/support/overwriting.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { type FileOps, nodeFileOps } from '../../base/files/file-ops.ts'
import { openWriter } from '../open-writer.ts'

const unsynced: FileOps = { ...nodeFileOps, fsync: () => {}, syncAll: () => true }

/** `a.md` is changed, `b.md` made, `c.md` removed; `interfere` runs, and the removal fails. */
async function failing(interfere: (at: (file: string) => string) => void, code = 'EIO') {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  const at = (file: string) => join(directory, file)
  mkdirSync(directory)
  for (const file of ['a.md', 'c.md']) writeFileSync(at(file), `old ${file}`, { mode: 0o640 })
  const ops: FileOps = {
    ...unsynced,
    unlink: (path) => {
      if (!path.endsWith('/c.md')) return unsynced.unlink(path)
      interfere(at)
      throw Object.assign(new Error(code), { code })
    },
  }
  const open = (more?: FileOps) =>
    overwriting(
      openWriter({
        directory,
        state: join(home, 'state'),
        loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
        ops: more ?? unsynced,
      }),
    )
  const writes = [
    { file: 'a.md', content: 'new a' },
    { file: 'b.md', content: 'new b' },
    { file: 'c.md', content: null },
  ]
  const error = await open(ops)
    .overwrite(writes, { actor: 'user', action: 'edit' })
    .catch((thrown: unknown) => thrown)
  const now = ['a.md', 'b.md', 'c.md'].map((file) => existsSync(at(file)) && readFileSync(at(file), 'utf8'))
  return { error, now, at, journal: open().journal, names: readdirSync(directory).sort() }
}

test('what was changed, made and removed is as it was, with its rights, and no pointer was written', async () => {
  const { error, now, at, journal, names } = await failing(() => {})
  expect(error).toMatchObject({ code: 'io', messages: { message: { key: 'io.io-failed' } } })
  expect(now).toEqual(['old a.md', false, 'old c.md'])
  expect(names).toEqual(['a.md', 'c.md'])
  expect(statSync(at('a.md')).mode & 0o777).toBe(0o640)
  expect([journal.unfinished(), journal.read()]).toEqual([[], []])
})

test('what another program wrote in the meantime is its own: it stays, and nothing is said to be half done', async () => {
  const { error, now } = await failing((at) => {
    writeFileSync(at('a.md'), 'theirs')
    writeFileSync(at('b.md'), 'theirs too')
  })
  expect(error).toMatchObject({ code: 'io', messages: { message: { key: 'io.io-failed' } } })
  expect(now).toEqual(['theirs', 'theirs too', 'old c.md'])
})
