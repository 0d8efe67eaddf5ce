import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadScanner } from '../secrets/load-scanner.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openStore } from './memory-store.ts'
import { secretScan } from './secret-scan.ts'
import { openWriter } from './writer.ts'

const by = { actor: 'user' }
const SECRET = `AKIA${'2E7UJQ4RT5YZ3VB6'}`

/** Counts how often a text that holds these words is looked through. */
async function place(words: string) {
  const home = temporaryDirectory()
  const scanner = await loadScanner()
  const looked: string[] = []
  const counting = {
    ...scanner,
    scanSecrets: (text: string) => {
      if (text.includes(words)) looked.push(text)
      return scanner.scanSecrets(text)
    },
  }
  const directory = join(home, 'memory')
  const loadScan = async () => secretScan(counting)
  const writer = openWriter({ directory, state: join(home, 'state'), loadScan })
  return { store: openStore(directory, writer, { now: () => new Date() }), looked }
}

test('what is added is looked through once', async () => {
  const words = 'the last words of it.'
  const content = `Integration tests use a real database. ${'More of it. '.repeat(20)}And ${words}`
  const { store, looked } = await place(words)
  const { memory } = await store.add({ content }, by)
  expect(looked).toEqual([content])
  await store.edit(memory, { content: `Other: ${content}` }, by)
  expect(looked).toEqual([content, `Other: ${content}`])
})

test('what may be a secret is told with its line in the file, and a certain one is found in either part', async () => {
  const { store } = await place('nothing')
  const likely = 'First line\npassword = "hunter2-Gh7kQ9"'
  const { memory, written } = await store.add({ content: likely, name: 'A', description: 'B' }, by)
  const lines = written.warnings.map((warning) => /line (\d+)/.exec(warning.en)?.[1])
  const at = (await import('node:fs')).readFileSync(join(store.directory, memory.file), 'utf8').split('\n')
  expect(lines).toEqual([String(at.findIndex((line) => line.startsWith('password')) + 1)])
  const added = await store.add({ content: `Key ${SECRET}`, description: `Key ${SECRET}` }, by)
  expect(JSON.stringify(added.memory)).not.toContain(SECRET)
  await expect(
    store.add({ content: 'Fine', description: `Key ${SECRET}`, file: 'team/a.md' }, by),
  ).rejects.toMatchObject({ code: 'refused_content' })
})
