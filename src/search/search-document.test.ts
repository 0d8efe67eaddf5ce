import { describe, expect, test } from 'vitest'
import { describeText } from '../memory/describe.ts'
import { parseMemory } from '../memory/memory-file.ts'
import { searchDocument } from './search-document.ts'

const document = (name: string, description: string, body: string) => {
  const text = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n${body}\n`
  const memory = parseMemory(Buffer.from(text), { file: 'a.md', modified: new Date(0) })
  return searchDocument(memory, { size: 1, stamp: 1 })
}

describe('a name and a description that were made from the text', () => {
  const body = 'Deploy only from the main branch, after the smoke tests'
  const made = describeText(body)

  test('are not searched again', () => {
    expect(document(made.name, made.description, body)).toMatchObject({ name: '', description: '' })
  })

  test('are searched where a person wrote them', () => {
    const own = { name: 'release rule', description: 'when to deploy' }
    expect(document(own.name, own.description, body)).toMatchObject(own)
  })

  test('keep the name of a long text, whose passages do not say it', () => {
    const long = `${body}. ${'Something else altogether, at some length. '.repeat(60)}`
    const { name, description } = describeText(long)
    expect(document(name, description, long)).toMatchObject({ name, description: '' })
  })
})
