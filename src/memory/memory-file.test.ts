import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../../test/arbitraries.ts'
import { describeText } from '../base/text/describe-text.ts'
import { MemdirError } from '../base/values/errors.ts'
import { lastChanged, MEMORY_KINDS, MEMORY_TYPES, ORIGINS } from './memory.ts'
import { changeMemory, linksOf, parseMemory, renderMemory } from './memory-file.ts'
import { checkMemoryFile } from './memory-path.ts'
import { fileNameFor } from './records/file-name.ts'

const read = (text: string | Buffer, file = 'user_my-role.md') =>
  parseMemory(Buffer.from(text as string), { file, modified: new Date('2026-01-01') })

describe('parseMemory', () => {
  test('reads the type where Claude Code writes it, after its own field', () => {
    const typeOf = (yaml: string) => read(`---\n${yaml}\n---\nx\n`).type
    expect(typeOf('metadata:\n  node_type: memory\n  type: feedback')).toBe('feedback')
    expect(typeOf('type: user\nmetadata:\n  type: feedback')).toBe('user')
    expect(typeOf('type: strange\nmetadata:\n  type: feedback')).toBe('feedback')
    expect(typeOf('metadata:\n  type: strange')).toBeUndefined()
    expect(typeOf('metadata: [type]')).toBeUndefined()
  })

  test('has no time that is still to come: the file’s own counts, which is not later than now either', () => {
    const now = new Date('2026-06-01T00:00:00Z')
    const timesOf = (yaml: string, modified: string) => {
      const text = Buffer.from(`---\n${yaml}\n---\nx\n`)
      const memory = parseMemory(text, { file: 'a.md', modified: new Date(modified), now })
      return [memory.created, memory.updated, lastChanged(memory)]
    }
    const written = '2026-01-01T00:00:00.000Z'
    expect(timesOf('updated: 2999', written)).toEqual([undefined, undefined, written])
    expect(timesOf('created: 2026-05-01\nupdated: 2999-01-01', written)).toEqual([
      ...['2026-05-01', undefined],
      written,
    ])
    expect(timesOf('metadata:\n  modified: 2999-01-01', written)[2]).toBe(written)
    expect(timesOf('created: 2999-01-01\nupdated: 2026-05-31', written)).toEqual([
      ...[undefined, '2026-05-31'],
      '2026-05-31',
    ])
    expect(timesOf('name: x', '2999-01-01T00:00:00Z')[2]).toBe(now.toISOString())
  })

  test('reads another agent’s nested metadata, unknown fields and links', () => {
    const memory = read(
      '---\nname: A\ntype: strange\nmetadata:\n  originSessionId: s1\n  modified: 2026-02-03\nx-own: [1, 2]\n---\n[[one]] [[two|label]] [[one]]\n',
    )
    expect(memory).toMatchObject({
      name: 'A',
      type: undefined,
      source: { conversation: 's1' },
      updated: '2026-02-03',
      links: ['one', 'two'],
    })
    expect(memory.extra).toEqual({
      metadata: { originSessionId: 's1', modified: '2026-02-03' },
      'x-own': [1, 2],
    })
  })

  test('a file without or with broken frontmatter is still a memory with a name', () => {
    expect(read('# The heading ##\n\ntext')).toMatchObject({ name: 'The heading', frontmatter: 'missing' })
    expect(read('text')).toMatchObject({ name: 'user my role', frontmatter: 'missing' })
    expect(read('---\nname: "A\n---\n## B\n')).toMatchObject({ name: 'B', frontmatter: 'broken' })
    expect(read(Buffer.from([0xff, 0xfe, 0x00]))).toMatchObject({ frontmatter: 'missing', size: 3 })
  })

  test('ids are the file’s own or follow from its path', () => {
    expect(read('---\nid: abc12\n---\n').id).toBe('abc12')
    expect(read('---\nid: "../x"\n---\n').id).toBe(read('').id)
    expect(read('').id).toMatch(/^[0-9a-z]{8}$/)
    expect(read('', 'b.md').id).not.toBe(read('').id)
  })

  test('a field named __proto__ is only a field', () => {
    const { extra } = read('---\n"__proto__": { polluted: 1 }\n---\n')
    expect((extra as { polluted?: number }).polluted).toBeUndefined()
    expect(Object.keys(extra)).toEqual(['__proto__'])
  })

  test('hostile headings and links are read in good time', () => {
    for (const body of [
      `# ${' '.repeat(3990)}x`,
      `#${' #'.repeat(2000)}x`,
      '[['.repeat(200_000),
      `[[${'a'.repeat(199)}`.repeat(2_000),
    ]) {
      const from = performance.now()
      read(body)
      expect(performance.now() - from).toBeLessThan(1_000)
    }
  })
})

const line = hostileText(12).map(
  (text) =>
    text
      .toWellFormed()
      .replace(/[\s\u0085\ufeff]+/g, ' ')
      .trim() || 'x',
)

test('what is rendered is read back', () => {
  const fields = fc.record(
    {
      name: line,
      description: line,
      type: fc.constantFrom(...MEMORY_TYPES),
      kind: fc.constantFrom(...MEMORY_KINDS),
      category: line,
      importance: fc.double({ min: 1, max: 5, noNaN: true }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((n) => n + 0),
      source: fc.record({ origin: fc.constantFrom(...ORIGINS), conversation: line }),
      created: fc.constant('2026-04-09T10:00:00Z'),
      expires: fc.constant('2027-01-01'),
    },
    { requiredKeys: ['name'] },
  )
  fc.assert(
    fc.property(fields, fc.array(line, { maxLength: 3 }), hostileText(), (some, tags, rough) => {
      const body = rough.toWellFormed()
      const given = { ...some, id: 'abcd1234', tags, related: ['x1'] }
      const text = renderMemory(given, body)
      const memory = read(text)
      expect(memory.frontmatter).toBe('ok')
      expect(memory).toMatchObject({ ...given, tags: tags.map((tag) => tag.trim()) })
      expect(memory.content).toBe(`${body.trim()}\n`)
      expect(changeMemory(Buffer.from(text), {})).toBe(text.toWellFormed())
    }),
    { numRuns: 250 },
  )
})

test('a change keeps what it was not told to change, and never damages bytes it cannot read', () => {
  const text = '\ufeff---\r\nname: A # note\r\nmetadata:\r\n  a: 1\r\n---\r\nold\r\n'
  expect(changeMemory(Buffer.from(text), { type: 'user' }, 'one\ntwo')).toBe(
    '\ufeff---\r\nname: A # note\r\nmetadata:\r\n  a: 1\r\ntype: user\r\n---\r\none\r\ntwo\r\n',
  )
  expect(() => changeMemory(Buffer.from([0x61, 0xe9]), { name: 'x' })).toThrow(MemdirError)
  expect(linksOf('no links')).toEqual([])
})

describe('names made from text', () => {
  test('are readable in English, Chinese and Markdown', () => {
    expect(describeText('Integration tests use a real database. Mocks once hid a broken migration.')).toEqual(
      {
        name: 'Integration tests use a real database',
        description: 'Integration tests use a real database. Mocks once hid a broken migration.',
      },
    )
    expect(describeText('集成测试必须连接真实数据库。去年的模拟测试掩盖了迁移错误。').name).toBe(
      '集成测试必须连接真实数据库',
    )
    expect(describeText('## Use **pnpm**, see [docs](https://x.y)\n\n- never npm').name).toBe(
      'Use pnpm, see docs',
    )
    expect(describeText('').name).toBe('Memory')
    expect(fileNameFor('Real database in tests!', 'feedback')).toBe('feedback_real_database_in_tests')
    expect(fileNameFor('feedback: real', 'feedback')).toBe('feedback_real')
    expect(fileNameFor('数据库', undefined)).toBe('note_数据库')
    expect(fileNameFor('हिन्दी में', 'user')).toBe('user_हिन्दी')
    expect(fileNameFor('😀', 'user')).toBe('user_memory')
  })

  test('a file name is always one that may be written', () => {
    const text = fc.oneof(
      hostileText(),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('ılık', 'İstanbul', 'K', 'ſ', '\u3164', 'nul', 'con', '../..'),
    )
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, ...MEMORY_TYPES), (name, type) => {
        expect(checkMemoryFile(`${fileNameFor(name, type)}.md`)).toMatchObject({ ok: true })
        expect([...describeText(name).name].length).toBeLessThanOrEqual(60)
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('a field', () => {
  const read = (yaml: string, body = 'x') =>
    parseMemory(Buffer.from(`---\n${yaml}\n---\n${body}\n`), {
      file: 'a_note-file.md',
      modified: new Date(0),
    })

  test('of the source: as a map, as a conversation, or as another agent writes it', () => {
    expect(read('source: { origin: user, conversation: c1, message: m1 }').source).toEqual({
      origin: 'user',
      conversation: 'c1',
      message: 'm1',
    })
    expect(read('source: c1').source).toEqual({ conversation: 'c1' })
    expect(read('source: { message: m1 }').source).toEqual({ message: 'm1' })
    expect(read('source: { origin: web }').source).toEqual({ origin: 'web' })
    expect(read('metadata: { originSessionId: s1 }').source).toEqual({ conversation: 's1' })
    expect([read('source: { origin: nobody }').source, read('name: A').source]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('that is out of its range, empty or no such thing is not there', () => {
    const numbers = (importance: string, confidence: string) => {
      const memory = read(`importance: ${importance}\nconfidence: ${confidence}`)
      return [memory.importance, memory.confidence]
    }
    expect(numbers('1', '0')).toEqual([1, 0])
    expect(numbers('5', '1')).toEqual([5, 1])
    expect(numbers('"3"', '"0.5"')).toEqual([3, 0.5])
    expect(numbers('0.9', '-0.1')).toEqual([undefined, undefined])
    expect(numbers('5.1', '1.1')).toEqual([undefined, undefined])
    expect(numbers('" "', 'high')).toEqual([undefined, undefined])
    expect([read('created: soon').created, read('created: "2026-04-09"').created]).toEqual([
      undefined,
      '2026-04-09',
    ])
    expect([read('category: " "').category, read('category: 7').category]).toEqual([undefined, '7'])
    expect([read('type: nonsense').type, read('kind: nonsense').kind]).toEqual([undefined, undefined])
    expect(read(`evidence: ${'e'.repeat(600)}`).evidence).toHaveLength(500)
  })

  test('of tags: a list, or words with commas of either language', () => {
    expect(read('tags: [a, " b ", "", 3]').tags).toEqual(['a', 'b', '3'])
    expect(read('tags: a, b，c、d').tags).toEqual(['a', 'b', 'c', 'd'])
    expect(read('tags: 7').tags).toEqual([])
  })

  test('of the name: its own on one line, else the first heading, else the file’s', () => {
    expect(read('name: "a  b\\nc"').name).toBe('a b c')
    expect(read('type: user', '#### no\n## The heading ##\ntext').name).toBe('The heading')
    expect(read('type: user', 'text').name).toBe('a note file')
    expect(read('id: "not an id!"').id).not.toBe('not an id!')
  })

  test('has its own place in a new file: what is extra takes none', () => {
    const extra = { id: 'other123', importance: 99, separate: true }
    expect(renderMemory({ id: 'i1', tags: [], related: [], extra }, 'b')).toBe(
      '---\nid: i1\nseparate: true\n---\nb\n',
    )
  })

  test('is left out of a new file when it is empty', () => {
    const text = renderMemory(
      { id: 'i1', name: 'A', tags: [], related: [], extra: { mine: 1 } },
      ' body \n\n',
    )
    expect(text).toBe('---\nid: i1\nname: A\nmine: 1\n---\nbody\n')
    expect(renderMemory({ id: 'i1', tags: ['t'], related: ['r'] }, 'b')).toBe(
      '---\nid: i1\ntags: [t]\nrelated: [r]\n---\nb\n',
    )
  })
})
