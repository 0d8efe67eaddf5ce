import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localise, localiseError } from './localise-error.ts'

const source = join(import.meta.dirname, '..')

/** Texts that stay English on purpose. */
const ENGLISH: RegExp[] = [
  // Guards against other programs' types, which no command can reach.
  /^a path must be text$/,
]

/** Texts that are put together at run time: what they become. */
const COMPOSED: Record<string, string[]> = {
  '7; text that starts with "-" goes after "--".': [
    'Run `memdir list --help`; text that starts with "-" goes after "--".',
  ],
  'Did you mean --7? 7': ['Did you mean --tags? Run `memdir add --help`.'],
  '7 7': [
    '--limit needs a value',
    '--all takes no value',
    'a.b must be true or false',
    'a.b must be text',
    'a must not hold "b"; known are c, d',
    'a must give "b" a number from 1 to 9',
  ],
  'saved, but memory stays 7: 7 decides': [
    'saved, but memory stays on: default decides',
    'saved, but memory stays off: MEMDIR_SIMPLE=1 decides',
  ],
  'there is no 7 "7"': ['there is no kind "x"', 'there is no type "x"', 'there is no origin "x"'],
  'the text was empty': [],
  'the editor ended with an error': [],
  '7, so nothing was changed': [
    'the text was empty, so nothing was changed',
    'the editor ended with an error, so nothing was changed',
  ],
  '7 7 in the meantime; nothing was written': [
    'a.md was changed in the meantime; nothing was written',
    'a.md was removed in the meantime; nothing was written',
    'a.md exists already in the meantime; nothing was written',
  ],
}

interface Literal {
  file: string
  text: string
}

/** Every message and `fix:` that is thrown in these folders, with each `${…}` as a plain word. */
function thrownTexts(): Literal[] {
  const literals: Literal[] = []
  for (const folder of [
    'cli',
    'cli/commands',
    'cli/chat',
    'memory',
    'records',
    'transfer/formats',
    'settings',
  ]) {
    for (const file of readdirSync(join(source, folder))) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
      const text = readFileSync(join(source, folder, file), 'utf8')
      if (file === 'memory-path.ts')
        for (const [, reason] of text.matchAll(/return '(the name .*|names .*|the path .*)'$/gm))
          literals.push({ file, text: reason! })
      for (const start of text.matchAll(/(?:new MemdirError|\busage|\bcancelled|\brefused?|\bbad)\(/g)) {
        if (/function $/.test(text.slice(0, start.index))) continue
        const call = text.slice(start.index, callEnd(text, start.index + start[0].length))
        for (const found of call.matchAll(
          /'((?:\\.|[^'\\\n])+)'|`((?:\\.|[^`\\])+)`|"((?:\\.|[^"\\\n])+)"/g,
        )) {
          const literal = plain(found[1] ?? found[2] ?? found[3]!)
          for (const text of COMPOSED[literal] ?? [literal])
            if (/\s/.test(text)) literals.push({ file, text })
        }
      }
    }
  }
  return literals
}

function callEnd(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

function plain(literal: string): string {
  let text = literal.replace(/\\([`'"\\])/g, '$1')
  for (let n = 0; n < 3; n++) text = text.replace(/\$\{[^{}]*\}/g, '7')
  return text
}

describe('errors in Chinese', () => {
  const texts = thrownTexts()

  it('are found in the sources', () => {
    expect(texts.length).toBeGreaterThan(60)
  })

  it('cover every message and every fix', () => {
    const missing = texts.filter(
      ({ text }) => localise(text, 'zh') === text && !ENGLISH.some((pattern) => pattern.test(text)),
    )
    expect(missing).toEqual([])
  })

  it('leave no English sentence inside, and end as Chinese does', () => {
    for (const { text } of texts) {
      if (ENGLISH.some((pattern) => pattern.test(text))) continue
      const chinese = localise(text, 'zh')
      expect(chinese).toMatch(/[\u4e00-\u9fff]/)
      expect(chinese).not.toMatch(/\b(?:the|is|are|not|was|must be|Give|Choose)\b/)
      if (/\.$/.test(text)) expect(chinese).toMatch(/[。…]$/)
    }
  })

  it('keep what the person typed as it is', () => {
    expect(localise('there is no memory "default"', 'zh')).toBe('没有记忆“default”')
    expect(localise('there is no memory "a$1@1"', 'zh')).toBe('没有记忆“a$1@1”')
    expect(localise('there is no memory "two\nlines"', 'zh')).toBe('没有记忆“two\nlines”')
  })

  it('stay English in English, and where there is no translation', () => {
    const error = { code: 'x', message: 'there is no command "x"', fix: 'Try again.' }
    expect(localiseError(error, 'en')).toEqual(error)
    expect(localise('something unheard of', 'zh')).toBe('something unheard of')
  })
})
