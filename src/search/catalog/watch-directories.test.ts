import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { openMemorySearch } from '../memory-search.ts'

const memory = (text: string) => `---\nname: a note\ndescription: ''\n---\n${text}\n`

describe('following files in a process that lives long', () => {
  it('sees edits in place, new directories and removals, without being asked', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'one.md'), memory('the kettle is green'))
    const search = openMemorySearch({
      directory,
      cacheDirectory: temporaryDirectory(),
      embedding: { modelsDirectory: temporaryDirectory(), mayConvert: false },
    })
    let followed = 0
    const seen = async (change: () => void) => {
      const before = followed
      change()
      for (let waited = 0; followed === before && waited < 100; waited++)
        await new Promise((done) => setTimeout(done, 50))
      expect(followed).toBeGreaterThan(before)
    }
    const find = async (text: string) =>
      (await search.search({ text, limit: 5, now: new Date() })).hits.map((hit) => hit.memory.file)
    try {
      expect(await find('green kettle')).toEqual(['one.md'])
      search.followFiles(() => followed++)
      await seen(() => writeFileSync(join(directory, 'one.md'), memory('the teapot is yellow by now')))
      expect(await find('yellow teapot')).toEqual(['one.md'])
      await seen(() => {
        mkdirSync(join(directory, 'team'))
        writeFileSync(join(directory, 'team', 'two.md'), memory('the lantern is blue'))
      })
      await seen(() => writeFileSync(join(directory, 'team', 'two.md'), memory('the compass is silver, say')))
      expect(await find('silver compass')).toEqual(['team/two.md'])
      await seen(() => renameSync(join(directory, 'one.md'), join(directory, 'three.md')))
      await seen(() => rmSync(join(directory, 'team'), { recursive: true }))
      expect(await find('teapot compass')).toEqual(['three.md'])
    } finally {
      await search.close()
    }
  })
})
