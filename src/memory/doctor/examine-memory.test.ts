import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { readMemory } from '../scan-files.ts'
import { examineMemory } from './examine-memory.ts'

function examined(field: string) {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, 'a.md'), `---\nid: a\nname: a\n${field}\n---\nText\n`)
  const memory = readMemory(directory, 'a.md')
  return memory ? examineMemory(directory, memory) : []
}

test.each([
  'type: nonsense',
  'kind: nonsense',
  'importance: 99',
  'importance: "99"',
  'importance: much',
  'confidence: 7',
  'confidence: "7"',
  'created: someday',
  'updated: someday',
  'expires: someday',
  'created: 2999-01-01',
  'updated: 2999-01-01T00:00:00Z',
])('%s is not read, and the person has to look', (field) => {
  const [name = '', value = ''] = field.replaceAll('"', '').split(': ')
  const [finding, ...more] = examined(field)
  expect(finding).toMatchObject({ code: 'ignored_field', file: 'a.md', fixable: false })
  const explanation = finding?.code === 'ignored_field' ? finding.facts.explanation.en : ''
  expect(explanation).toContain(name)
  expect(explanation).toContain(value)
  expect(more).toEqual([])
})

test.each([
  'importance: 4',
  'importance: "4"',
  'confidence: "0.5"',
  'expires: 2030-01-01',
  'type: user',
  'other: 99',
])('nothing is wrong with %s', (field) => {
  expect(examined(field)).toEqual([])
})
