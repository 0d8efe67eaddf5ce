import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Entry {
  file: string
  key: string
  en: string
  zh: string
}

const TEXT = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`
const ENTRY = new RegExp(String.raw`\{\s*key: '([^']+)',\s*en:\s*(${TEXT}),\s*zh:\s*(${TEXT}),?\s*\}`, 'g')

const sources = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'message.ts')
  .map((file) => ({
    file: basename(file, '.ts'),
    text: readFileSync(join(import.meta.dirname, file), 'utf8'),
  }))

const catalogue: Entry[] = sources.flatMap(({ file, text }) =>
  [...text.matchAll(ENTRY)].map(([, key = '', en = '', zh = '']) => ({
    file,
    key,
    en: en.slice(1, -1),
    zh: zh.slice(1, -1),
  })),
)

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
}

describe('the catalogue of messages', () => {
  it('is read whole', () => {
    const keys = sources.flatMap(({ text }) => text.match(/key: '/g) ?? [])
    expect(catalogue.length).toBe(keys.length)
    expect(catalogue.length).toBeGreaterThan(300)
  })

  it('has one style of keys: the file, a dot, words with hyphens', () => {
    for (const { file, key } of catalogue) {
      expect(key).toMatch(/^[a-z-]+\.[a-z0-9-]+$/)
      expect(key.split('.')[0]).toBe(file)
    }
  })

  it('has each key once', () => {
    const keys = catalogue.map(({ key }) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it('puts the same values into both languages', () => {
    for (const { key, en, zh } of catalogue) expect([key, placeholders(zh)]).toEqual([key, placeholders(en)])
  })

  it('is written in both languages, sentences ended as each of them does', () => {
    for (const { key, en, zh } of catalogue) {
      if (placeholders(zh).length === 0)
        expect([key, zh]).toEqual([key, expect.stringMatching(/\p{Script=Han}/u)])
      expect([key, zh]).toEqual([key, expect.not.stringMatching(/\b(?:the|is|are|not|was|must)\b/)])
      if (/[^.]\.$/.test(en)) expect([key, zh]).toEqual([key, expect.stringMatching(/[。…]$/)])
    }
  })
})
