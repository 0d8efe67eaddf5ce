import { describe, expect, test } from 'vitest'
import { describeText } from '../base/text/describe-text.ts'
import { parseMemory } from '../memory/memory-file.ts'
import { passageTexts } from './catalog/passages.ts'
import { searchDocument, versionOf } from './search-document.ts'
import { passageTerms } from './text/terms.ts'

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

describe("the person's own words", () => {
  const quoted = (body: string, evidence: string) => {
    const text = `---\nname: n\nevidence: ${JSON.stringify(evidence)}\n---\n${body}\n`
    const memory = parseMemory(Buffer.from(text), { file: 'a.md', modified: new Date(0) })
    return searchDocument(memory, { size: 1, stamp: 1 })
  }
  const body = 'Deploys wait for the smoke tests'

  test('are a key of the memory', () => {
    expect(quoted(body, 'ship it only once smoke is green').quote).toBe('ship it only once smoke is green')
  })

  test('are not said twice where the text says them', () => {
    expect(quoted(body, '“deploys wait\n for the smoke tests”').quote).toBeUndefined()
  })

  test('change the version of what is embedded, and their absence does not', () => {
    expect(versionOf(quoted(body, 'ship once green'))).not.toBe(versionOf(quoted(body, 'ship when green')))
    expect(versionOf(quoted(body, body))).toBe(versionOf({ ...quoted(body, 'x y'), quote: undefined }))
  })

  test('count once, with the first passage, and only in words that the text does not have', () => {
    const long = `${body}. ${'Something else altogether, at some length. '.repeat(60)}`
    const [first, ...others] = passageTerms(quoted(long, 'smoke smoke chimney'))
    const [bare] = passageTerms(quoted(long, body))
    expect(first?.counts.get('smoke')).toBe(bare?.counts.get('smoke'))
    expect(first?.counts.get('chimnei')).toBe(1)
    expect(first?.length).toBe((bare?.length ?? 0) + 1)
    expect(others.some(({ counts }) => counts.has('chimnei'))).toBe(false)
    const [embedded, ...rest] = passageTexts(quoted(long, 'ship once green'))
    expect(embedded).toMatch(/\nship once green$/)
    expect(rest.join()).not.toContain('ship once green')
  })
})
