import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { loadScanner } from '../../base/secrets/load-scanner.ts'
import type { SecretFinding } from '../../base/secrets/secret-finding.ts'
import { openStore } from '../memory-store.ts'
import { openWriter } from '../open-writer.ts'
import { secretScan } from './secret-scan.ts'

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

test('what may be a secret is reported with its line in the text, with how to purge it, and a certain one is found in either part', async () => {
  const { store } = await place('nothing')
  const likely = 'First line\npassword = "hunter2-Gh7kQ9"'
  const { memory, written } = await store.add({ content: likely, name: 'A', description: 'B' }, by)
  const told = (id: string) => [
    'line 2 of the text may contain a secret (generic-password)',
    expect.stringContaining(`\`memdir purge ${id}\``),
  ]
  expect(written.warnings.map(({ en }) => en)).toEqual(told(memory.id))
  // Without a name and a description these are made of the text, and say nothing new.
  const made = await store.add({ content: `Other ${likely}` }, by)
  expect(made.written.warnings.map(({ en }) => en)).toEqual(told(made.memory.id))
  const both = await store.add({ content: `Key ${SECRET}\n${likely}` }, by)
  expect(both.written.warnings.map(({ en }) => en)).toEqual([
    'a secret was removed from line 1 of the text (aws-access-token)',
    'line 3 of the text may contain a secret (generic-password)',
    expect.stringContaining('memdir purge'),
  ])
  const edited = await store.edit(memory, { content: `New\n${likely}` }, by)
  expect(edited.written.warnings[0]?.en).toBe('line 3 of the text may contain a secret (generic-password)')
  const tagged = await store.edit(
    edited.memory,
    { fields: { description: 'password = "hunter3-Gh7kQ9"' } },
    by,
  )
  expect(tagged.written.warnings[0]?.en).toMatch(/^line \d of the file may contain a secret/)
  const added = await store.add({ content: `Key ${SECRET}`, description: `Key ${SECRET}` }, by)
  expect(JSON.stringify(added.memory)).not.toContain(SECRET)
  await expect(
    store.add({ content: 'Fine', description: `Key ${SECRET}`, file: 'team/a.md' }, by),
  ).rejects.toMatchObject({ code: 'refused_content' })
})

/** A scanner that calls every `LIKELY-x` a likely secret and every `CERTAIN-x` one, and says what it looked at. */
function simpleScanner() {
  const looked: string[] = []
  const scanSecrets = (text: string): SecretFinding[] => {
    looked.push(text)
    return [...text.matchAll(/(LIKELY|CERTAIN)-\w/g)].map(({ 0: value, 1: what, index: start }) => ({
      rule: value,
      tier: what === 'LIKELY' ? 'warn' : 'block',
      line: text.slice(0, start).split('\n').length,
      start,
      end: start + value.length,
    })) as SecretFinding[]
  }
  const redactSecrets = (text: string) => ({ text: text.replace(/CERTAIN-\w/g, '[cut]'), findings: [] })
  const scan = secretScan({ scanSecrets, redactSecrets } as unknown as Parameters<typeof secretScan>[0])
  const warnings = (text: string) => {
    const outcome = scan(text, { shared: false })
    return outcome.status === 'ok' ? outcome.warnings.map(({ en }) => en) : 'refused'
  }
  return { scan, warnings, looked }
}
const may = (rule: string, line: number, of = 'text') =>
  `line ${line} of the ${of} may contain a secret (${rule})`

test('each value is reported once, at its last position, in the order of the text', () => {
  const { warnings } = simpleScanner()
  const text = 'LIKELY-a\nLIKELY-b\nLIKELY-a\nLIKELY-c'
  expect(warnings(text)).toEqual([may('LIKELY-b', 2), may('LIKELY-a', 3), may('LIKELY-c', 4)])
})

test('a body that was looked through is not reported again under a frontmatter; of that only the rest is looked at', () => {
  const { warnings, looked } = simpleScanner()
  const body = 'First LIKELY-a\nLIKELY-b\n'
  const head = '---\nname: LIKELY-a\ndescription: LIKELY-c\n---\n'
  expect(warnings(body)).toEqual([may('LIKELY-a', 1), may('LIKELY-b', 2)])
  expect(warnings(head + body)).toEqual([may('LIKELY-c', 3, 'file')])
  expect(looked).toEqual([body, head])
})

test('a file whose body is not known is looked through whole', () => {
  const { warnings, looked } = simpleScanner()
  const text = '---\nname: A\n---\nLIKELY-a\n'
  expect([warnings(text), looked]).toEqual([[may('LIKELY-a', 4, 'file')], [text]])
})

test('a certain secret is cut out of the field and the body it is in, and each is reported', () => {
  const { scan, warnings } = simpleScanner()
  const cut = (rule: string, line: number) => `a secret was removed from line ${line} of the text (${rule})`
  expect(warnings('CERTAIN-a and\nLIKELY-b')).toEqual([cut('CERTAIN-a', 1), may('LIKELY-b', 2)])
  const text = (name: string, body: string) => `---\nname: ${name}\nown:  [ 1,2 ]\n---\n${body}\n`
  const clean = (whole: string) => {
    const outcome = scan(whole, { shared: false })
    return outcome.status === 'ok' && outcome.text
  }
  expect(clean(text('A', 'see CERTAIN-a'))).toBe(text('A', 'see [cut]'))
  expect(clean(text('of CERTAIN-a', 'B'))).toBe(text('of [cut]', 'B'))
  expect(clean('# CERTAIN-a')).toBe('# [cut]')
  expect(clean('---\n# CERTAIN-a\nname: A\n---\nB\n')).toBe('---\n# [cut]\nname: A\n---\nB\n')
})
