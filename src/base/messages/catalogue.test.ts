import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MessageTemplate } from './message.ts'

const SOURCES = join(import.meta.dirname, '../..')
const files = readdirSync(import.meta.dirname).filter((file) => /(?<!^message|\.test)\.ts$/.test(file))
const modules = await Promise.all(
  files.map(async (file) => [file, (await import(`./${file}`)) as Record<string, unknown>] as const),
)

interface Subject {
  file: string
  name: string
  rows: Readonly<Record<string, MessageTemplate>>
}

const subjects: Subject[] = modules.flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, rows]) =>
    name.endsWith('Texts') ? [{ file, name, rows: rows as Subject['rows'] }] : [],
  ),
)
const catalogue = subjects.flatMap(({ rows }) => Object.values(rows))

function placeholders(text: string): unknown[] {
  return [...new Set([...text.matchAll(/\{(\w+)(?: [^{}"]*)?\}/g)].map(([, name]) => name))].sort()
}

const words = (text: string) => text.replace(/\{[^}]*\}|`[^`]*`/g, '')

describe('the catalogue of messages', () => {
  it('is read whole, from every file', () => {
    expect(new Set(subjects.map(({ file }) => file))).toEqual(new Set(files))
    expect(catalogue.length).toBeGreaterThan(1_800)
  })

  it('has each key once, in one style: the subject, a dot, the name', () => {
    const keys = catalogue.map(({ key }) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    for (const key of keys) expect(key).toMatch(/^[a-z-]+\.[a-z0-9. -]+$/)
  })

  it('puts the same values into both languages', () => {
    for (const { key, en, zh } of catalogue) expect([key, placeholders(zh)]).toEqual([key, placeholders(en)])
  })

  it('is written in both languages, sentences ended as each of them does', () => {
    for (const { key, en, zh } of catalogue) {
      if (placeholders(zh).length === 0 && /[a-z]{3}/i.test(words(en)))
        expect([key, zh]).toEqual([key, expect.stringMatching(/\p{Script=Han}/u)])
      expect([key, zh]).toEqual([key, expect.not.stringMatching(/\b(?:the|is|are|not|was|must)\b/)])
      if (/[^.]\.$/.test(en)) expect([key, zh]).toEqual([key, expect.stringMatching(/[。…]$/)])
    }
  })

  it('has no row that nothing says', () => {
    const read = readdirSync(SOURCES, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
      .join('\n')
    const said = new Set(read.match(/\b\w+Texts\.\w+/g))
    const whole = new Set([...read.matchAll(/(?:= |\()(\w+Texts)\b(?![.(])/g)].map(([, name]) => name))
    const unsaid = subjects.flatMap(({ name, rows }) =>
      whole.has(name) ? [] : Object.keys(rows).filter((row) => !said.has(`${name}.${row}`)),
    )
    expect(unsaid).toEqual([])
  })
})
