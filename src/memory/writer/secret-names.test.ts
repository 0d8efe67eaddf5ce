// The name of a file cannot be cut as a text can: one that holds a secret is refused.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overwriting } from '../../../test/support/overwriting.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { openWriter } from '../open-writer.ts'
import { loadSecretScan } from './secret-scan.ts'

const KEY = `AKIA${'2E7UJQ4RT5YZ3VB6'}`
const by = { actor: 'user', action: 'add' } as const

function place() {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  mkdirSync(directory)
  const writer = openWriter({ directory, state: join(home, 'state'), loadScan: loadSecretScan })
  const names = () => readdirSync(directory).filter((name) => name !== 'MEMORY.md')
  return { directory, writer: overwriting(writer), names }
}

test('a new file is not called after a secret, wherever in the name it is', async () => {
  const { writer, names } = place()
  for (const file of [`${KEY}.md`, `note_${KEY}.md`, `note_${KEY}_x.md`, `${KEY}/a.md`, `my ${KEY}.md`])
    await expect(writer.overwrite([{ file, content: 'x' }], by), file).rejects.toMatchObject({
      code: 'refused_content',
      messages: { message: { key: 'store.secret-in-name' } },
    })
  expect(names()).toEqual([])
})

test('one that is there already is changed, and one that an undo brings back comes back', async () => {
  const { directory, writer, names } = place()
  writeFileSync(join(directory, `${KEY}.md`), 'old')
  await writer.overwrite([{ file: `${KEY}.md`, content: 'new' }], by)
  await writer.overwrite([{ file: `b_${KEY}.md`, content: 'x', verbatim: true }], by)
  expect(names().sort()).toEqual([`${KEY}.md`, `b_${KEY}.md`].sort())
})

test('an ordinary long name with numbers is none', async () => {
  const { writer, names } = place()
  await writer.overwrite([{ file: 'project_release_2026_plans.md', content: 'x' }], by)
  expect(names()).toEqual(['project_release_2026_plans.md'])
})
