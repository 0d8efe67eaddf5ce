import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileText } from '../../../test/arbitraries.ts'
import {
  findDeniedCharacter,
  hasHidden,
  isInvisible,
  printableLine,
  printableLines,
  stripHidden,
  withoutInvisible,
} from './invisible.ts'
import {
  cutToBytes,
  cutToCharacters,
  cutToWidth,
  displayWidth,
  isPlainChinese,
  isPlainlyVisible,
} from './unicode.ts'

test('what people write survives: emoji families, flags, keycaps, Persian, Hindi, Mongolian', () => {
  for (const text of [
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🏴‍☠️',
    '👩🏽‍⚕️',
    '❤️‍🔥',
    '🇩🇪',
    '1️⃣',
    '#️⃣',
    '☎️',
    '↔️',
    '©️',
    '✔︎',
    'می‌خواهم',
    'क्‍ष',
    'ශ්‍රී',
    'ᠮᠣᠩᠭᠣᠯ\u180b',
    'naïve',
    '日本',
    'مرحبا',
  ])
    expect(stripHidden(text), text).toBe(text)
})

test('what hides goes', () => {
  expect(stripHidden('pass\u200bword')).toBe('password')
  expect(stripHidden('a\u200db')).toBe('ab')
  expect(stripHidden('a\u200cb')).toBe('ab')
  expect(stripHidden('a\ufe0fb')).toBe('ab')
  expect(stripHidden('a\ufe0f\u200d👧')).toBe('a👧')
  expect(stripHidden('😀\ufe0f\ufe0f\ufe01x')).toBe('😀\ufe0fx')
  expect(stripHidden('x\u{e0101}\u{e0102}y')).toBe('xy')
  expect(stripHidden('a\u00adb\u2060c\u3164d\ufeff')).toBe('abcd')
})

test('selectors carry no hidden message, whatever they follow', () => {
  const bases = [...'1#*a字葛😀→\u20e3', '🇩🇪', '1\u20e3']
  const selectors = [...Array(256).keys()].map((at) =>
    String.fromCodePoint(at < 16 ? 0xfe00 + at : 0xe00f0 + at),
  )
  const shown = new Set(['\ufe0e', '\ufe0f'])
  fc.assert(
    fc.property(
      fc.constantFrom(...bases),
      fc.array(fc.constantFrom(...selectors), { minLength: 1, maxLength: 8 }),
      (base, message) => {
        const rest = stripHidden(`${base}${message.join('')}x`).slice(base.length, -1)
        expect(rest === '' || (shown.has(rest) && /\p{Emoji}$/u.test(base) && !/[#*0-9]$/.test(base))).toBe(
          true,
        )
      },
    ),
  )
  expect(stripHidden('1\ufe0f2\ufe0f')).toBe('12')
  expect(stripHidden('a\u180bb\u{1d173}c\u17b4d')).toBe('abcd')
})

test('tag characters and bidi controls are found with their line', () => {
  expect(findDeniedCharacter('fine 🏳️‍🌈')).toBeUndefined()
  expect(findDeniedCharacter('a\nb\u202ec')).toEqual({ codePoint: 'U+202E', line: 2 })
  expect(findDeniedCharacter('\u{e0041}')).toEqual({ codePoint: 'U+E0041', line: 1 })
  for (const code of [0x202a, 0x2066, 0x2069, 0x061c])
    expect(findDeniedCharacter(String.fromCodePoint(code))).toBeDefined()
  // Twice: no state is kept between calls.
  expect(findDeniedCharacter('\u202e')).toEqual(findDeniedCharacter('\u202e'))
})

test('stripping once is enough, and adds nothing', () => {
  const hidden = fc.constantFrom(
    '\u200b',
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\ufe0e',
    '\u{e0100}',
    'a',
    '1',
    '👩',
    '🏽',
    'ی',
    '字',
    '\u202e',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        hostileText(),
        fc.array(hidden, { maxLength: 12 }).map((all) => all.join('')),
      ),
      (text) => {
        const once = stripHidden(text)
        expect(stripHidden(once)).toBe(once)
        expect(findDeniedCharacter(once)).toBeUndefined()
      },
    ),
    { numRuns: 1_500 },
  )
})

test('cutting keeps within its limit and never breaks a character', () => {
  fc.assert(
    fc.property(hostileText(), fc.integer({ min: 2, max: 40 }), (raw, limit) => {
      const text = raw.toWellFormed()
      const bytes = cutToBytes(text, limit)
      expect(Buffer.byteLength(bytes)).toBeLessThanOrEqual(limit)
      expect(text.startsWith(bytes) && bytes.isWellFormed()).toBe(true)
      expect([...cutToCharacters(text, limit)].length).toBeLessThanOrEqual(limit)
      expect(cutToCharacters(text, limit).isWellFormed()).toBe(true)
      expect(displayWidth(cutToWidth(text, limit))).toBeLessThanOrEqual(limit)
    }),
    { numRuns: 600 },
  )
  expect(displayWidth('日本 e\u0301')).toBe(6)
})

test('a name on one line: controls are a space, what hides is gone, emoji stay', () => {
  expect(printableLine(' a\u001b[31mb\n\u2028c\u202ed ❤️ ')).toBe('a [31mb cd ❤️')
  expect(printableLines('a\tb\r\nc\u001b[0m\u202e')).toBe('a\tb\nc\ufffd[0m\ufffd')
})

test('whatever else asks gets the same answer', () => {
  for (const hidden of [
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u180e',
    '\u200b',
    '\u202e',
    '\u2060',
    '\u3164',
    '\ufeff',
    '\uffa0',
    '\ufffa',
    '\u{e0041}',
    '\u{e0100}',
  ]) {
    const where = hidden.codePointAt(0)?.toString(16)
    expect([isInvisible(hidden), hasHidden(`a${hidden}b`)], where).toEqual([true, true])
    expect([withoutInvisible(`a${hidden}b`), stripHidden(`a${hidden}b`)], where).toEqual(['ab', 'ab'])
  }
  for (const shown of ['a', ' ', 'é', '中', '❤', '\u0301'])
    expect([isInvisible(shown), hasHidden(`a${shown}b`)], shown).toEqual([false, false])
  expect([hasHidden('❤️'), hasHidden('👩‍👧')]).toEqual([false, true])
})

test('what is plainly visible is printed as it is: of all characters', () => {
  const hides = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\ufff9-\ufffb]/u
  const visible = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
    isPlainlyVisible,
  )
  expect(visible.filter((character) => hides.test(character))).toEqual([])
  expect(visible.length).toBeGreaterThan(20_000)
  expect(['a — b', '★★☆ 中文，标点。', 'é “x”'].every(isPlainlyVisible)).toBe(true)
  expect(['a\u200bb', 'a\u00adb', 'a\nb', '\u202e', '👨‍👩‍👧', 'a\u2028b'].some(isPlainlyVisible)).toBe(false)
})

test('plain Chinese needs no classes of Unicode: of all characters', () => {
  const plain = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(isPlainChinese)
  expect(plain.filter((one) => /[\p{Default_Ignorable_Code_Point}\p{M}\p{Zl}\p{Zp}]/u.test(one))).toEqual([])
  expect(plain.filter((one) => /(?![\t\n\r])\p{C}/u.test(one))).toEqual([])
  const letters = plain.filter((one) => /[\p{L}\p{N}]/u.test(one))
  expect(letters.filter((one) => !/[A-Za-z0-9\u4e00-\u9fff]/.test(one))).toEqual([])
  // What is not ASCII in the rest is punctuation, and nothing comes apart.
  const rest = plain.filter((one) => !letters.includes(one) && one > '\x7f')
  expect(rest.filter((one) => !/\p{P}/u.test(one))).toEqual([])
  expect(plain.filter((one) => one.normalize('NFD') !== one)).toEqual([])
  expect(isPlainChinese('部署用 pnpm，端口是 3000（见“README”）。\n')).toBe(true)
  expect(['é', '中\u200b文', 'ａ', 'я', '\ud835'].some(isPlainChinese)).toBe(false)
})
