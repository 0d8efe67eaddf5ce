import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hostileText, realisticYaml } from '../../../test/arbitraries.ts'
import { frontmatterTexts } from '../messages/frontmatter.ts'
import { MemdirError } from '../values/errors.ts'
import { joinDocument, parseDocument, setFields } from './frontmatter.ts'
import { parseSimpleYaml } from './simple-yaml.ts'
import { yamlLibrary } from './yaml.ts'

const FILES: Record<string, string> = {
  ordinary: '---\nname: A\ndescription: b\ntype: user\n---\nBody.\n',
  crlf: '---\r\nname: A\r\n---\r\nBody.\r\n',
  'byte order mark': '\ufeff---\nname: A\n---\nBody.\n',
  'mixed line ends': '---\r\nname: A\ntype: user\r\n---\nBody.\r\n\n',
  'old Mac line ends': '---\rname: A\r---\rBody\r',
  'no frontmatter': '# Title\n\nText with --- inside.\n',
  'only a rule': '---\nNot fields, just text.\n---\nmore\n',
  'no closing line': '---\nname: A\nBody\n',
  'broken yaml': '---\nname: "A\n  : [\n---\nBody\n',
  'nested metadata':
    '---\nname: A\nmetadata:\n  node_type: memory\n  originSessionId: abc\n  deep:\n    er: 1\n---\nx\n',
  'unknown fields, comments, odd spacing':
    '---\n# mine\nname:   A   # why\nx-own: [ 1,2 ,  3 ]\n\n---\n\n\nx',
  'block scalars': '---\ndescription: >-\n  one\n\n  two\nname: |\n  A\n---\nx\n',
  'dots as the closing line': '---\nname: A\n...\nBody\n',
  links: '---\nname: A\n---\nSee [[other]] and [[third|label]].\n',
  'empty frontmatter': '---\n---\nBody',
  'line separator before dashes': '---\nname: A\u2028---\nB\n---\nBody',
  empty: '',
}

describe('parseDocument', () => {
  for (const [name, text] of Object.entries(FILES)) {
    test(`joins to the same bytes: ${name}`, () => {
      expect(joinDocument(parseDocument(text))).toBe(text)
      expect(joinDocument(setFields2(text, {}))).toBe(text)
    })
  }

  test('any text at all joins to itself', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        for (const variant of [text, `---\n${text}`, `\ufeff---\r\n${text}\n---\nbody`])
          expect(joinDocument(parseDocument(variant))).toBe(variant)
      }),
      { numRuns: 400 },
    )
  })

  test('distinguishes missing from broken, and reads the rest', () => {
    expect(parseDocument(FILES['no frontmatter']!).status).toBe('missing')
    for (const name of ['no closing line', 'broken yaml', 'only a rule']) {
      expect(parseDocument(FILES[name]!).status).toBe('broken')
      expect(parseDocument(FILES[name]!).problem).toBeTruthy()
    }
    expect(parseDocument(FILES['old Mac line ends']!).data).toEqual({ name: 'A' })
    expect(parseDocument(FILES['block scalars']!).data).toEqual({ description: 'one\ntwo', name: 'A\n' })
    expect(parseDocument(FILES['line separator before dashes']!).yaml).toContain('\u2028---\nB')
  })

  test('what refers to itself, repeats itself without end or nests without end is broken, not a crash', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (let i = 0; i < 8; i++)
      bomb.push(
        `${String.fromCharCode(98 + i)}: &${String.fromCharCode(98 + i)} [${Array(9).fill(`*${String.fromCharCode(97 + i)}`)}]`,
      )
    for (const yaml of [
      'a: &x [*x]',
      'a: &x {b: *x}',
      bomb.join('\n'),
      `a: ${'['.repeat(400)}${']'.repeat(400)}`,
      '['.repeat(8_000),
      '{[ '.repeat(4_000),
      '- '.repeat(8_000),
      '? '.repeat(8_000),
      '&a '.repeat(5_000),
    ]) {
      const document = parseDocument(`---\n${yaml}\n---\nBody`)
      expect(document.status).toBe('broken')
      expect(document.body).toBe('Body')
      expect(() => setFields(document, { name: 'x' })).toThrow(MemdirError)
    }
  })

  test.each(['[', ']', '{', '}', '- '])('a crowd of "%s" is not given to the library', (mark) => {
    expect(parseDocument(`---\na: x\n${mark.repeat(402)}\n---\n`).problem?.key).toBe(
      frontmatterTexts.tooManyBrackets.key,
    )
  })

  test.each(['"', "'"])('nor is a crowd of %s, but a long list of quoted texts is', (mark) => {
    const crowd = parseDocument(`---\na: ${mark.repeat(2_002)}\n---\n`)
    expect(crowd).toMatchObject({
      fault: 'too_many_brackets',
      problem: { key: frontmatterTexts.tooManyBrackets.key },
    })
    const list = Array.from({ length: 300 }, (_, n) => `    - ${mark}Read(a/${n}.ts)${mark}\n`)
    expect(parseDocument(`---\na:\n  b:\n${list.join('')}---\n`).status).toBe('ok')
  })

  test.each(['a\n', '!a ', '*a ', 'x: y: ', '"a" '])('the library stops at the first error: %j', (error) => {
    let made = 0
    const { prototype } = yamlLibrary().YAMLParseError
    // Its constructor sets the name of each.
    Object.defineProperty(prototype, 'name', { set: () => void made++, configurable: true })
    try {
      const document = parseDocument(`---\nfoo: ${error.repeat(300)}\n---\n`)
      expect(document).toMatchObject({ status: 'broken', fault: 'invalid' })
    } finally {
      Reflect.deleteProperty(prototype, 'name')
    }
    expect(made).toBe(1)
  })
})

function setFields2(text: string, changes: Record<string, unknown>) {
  const document = parseDocument(text)
  return document.status === 'broken' ? document : setFields(document, changes)
}

describe('setFields', () => {
  test('changes the lines of one field and no other byte', () => {
    const text =
      '---\r\n# keep\r\nname:   A\r\ndescription: >-\r\n  one\r\n\r\n  two\r\nx-own:  [ 1,2 ]\r\n---\r\nBody\r\n'
    const set = (changes: Record<string, unknown>) => joinDocument(setFields(parseDocument(text), changes))
    expect(set({ name: 'B' })).toBe(text.replace('name:   A', 'name: B'))
    expect(set({ description: 'new' })).toBe(
      text.replace('description: >-\r\n  one\r\n\r\n  two', 'description: new'),
    )
    expect(set({ name: undefined })).toBe(text.replace('name:   A\r\n', ''))
    expect(set({ type: 'user' })).toBe(text.replace('---\r\nBody', 'type: user\r\n---\r\nBody'))
  })

  test('gives a file without frontmatter some, with its own line ends', () => {
    expect(joinDocument(setFields(parseDocument('\ufeffBody\r\n'), { name: 'A' }))).toBe(
      '\ufeff---\r\nname: A\r\n---\r\nBody\r\n',
    )
  })

  test('refuses to touch broken frontmatter', () => {
    expect(() => setFields(parseDocument(FILES['broken yaml']!), { name: 'x' })).toThrow(MemdirError)
  })

  test('any value is read back, other fields keep their values, other lines and the body their bytes', () => {
    const value = fc.oneof(
      hostileText(60).map((text) => text.toWellFormed()),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(undefined),
      fc.array(
        hostileText(20).map((text) => text.toWellFormed()),
        { maxLength: 4 },
      ),
      fc.dictionary(
        fc.stringMatching(/^[a-z]{1,6}$/),
        hostileText(20).map((text) => text.toWellFormed()),
        { maxKeys: 3 },
      ),
    )
    fc.assert(
      fc.property(
        realisticYaml(),
        fc.constantFrom('name', 'tags', 'source', 'new'),
        value,
        hostileText(),
        (yaml, key, wanted, body) => {
          const text = `---\n${yaml}---\n${body}`
          const document = parseDocument(text)
          fc.pre(document.status === 'ok' && document.yaml === yaml)
          const changed = parseDocument(joinDocument(setFields(document, { [key]: wanted })))
          expect(changed.body).toBe(document.body)
          const { [key]: before, ...others } = document.data
          const { [key]: after, ...othersNow } = changed.data
          expect(othersNow).toEqual(others)
          expect(after === 0 ? 0 : after).toEqual(wanted === 0 ? 0 : wanted)
          if (before === undefined && wanted !== undefined) expect(changed.yaml.startsWith(yaml)).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('parseSimpleYaml', () => {
  const library = (yaml: string): unknown => {
    try {
      return parse(yaml, { logLevel: 'error' }) ?? {}
    } catch {
      return 'not YAML'
    }
  }
  const agrees = (yaml: string) => {
    const simple = parseSimpleYaml(yaml)
    if (simple !== undefined) expect(simple, JSON.stringify(yaml)).toEqual(library(yaml))
    return simple !== undefined
  }

  test.each(['null: x', 'True: x', 'a: 1\nFALSE: x', 'a: { null: x }', 'a:\n  null: x', 'Null: { b: c }'])(
    'gives the answer of a YAML library or none: %j',
    (text) => {
      agrees(`${text}\n`)
    },
  )

  test('gives the answer of a YAML library or none: hostile text', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        agrees(text)
        agrees(`name: ${text.replace(/\n/g, '')}\n`)
        agrees(`tags: [${text.replace(/\n/g, '')}]\nx: { a: ${text.replace(/\n/g, '')} }\n`)
        agrees(`a:\n  b: ${text.replace(/\n/g, '')}\nlist:\n- ${text.replace(/\n/g, '')}\n`)
      }),
      { numRuns: 800 },
    )
  })

  test('gives the answer of a YAML library or none: realistic frontmatter, most of it read here', () => {
    let simple = 0
    let all = 0
    fc.assert(
      fc.property(realisticYaml(), (yaml) => {
        all++
        if (agrees(yaml)) simple++
      }),
      { numRuns: 800 },
    )
    expect(simple / all).toBeGreaterThan(0.2)
    expect(
      parseSimpleYaml('name: A b\ndescription: never mock, 好\ntype: user\ntags: [a, b]\n'),
    ).toBeDefined()
  })
})
