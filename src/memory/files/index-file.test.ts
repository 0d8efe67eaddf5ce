import { describe, expect, test } from 'vitest'
import { loadIndexText, withoutSaid } from '../shown-index.ts'
import {
  INDEX_MAX_BYTES,
  INDEX_MAX_LINES,
  insertPointer,
  isOverLimit,
  joinIndex,
  lengthOfWords,
  overflowCount,
  parseIndex,
  pointerLine,
  pointersOf,
  removeLines,
  replaceLine,
  setOverflow,
} from './index-file.ts'

const insert = (text: string, line: string, type?: 'user' | 'feedback' | 'project' | 'reference') =>
  joinIndex(insertPointer(parseIndex(text), line, type))

describe('the lines of an index', () => {
  test.each(['', '\n', 'a', 'a\n', 'a\r\nb\r\n', '\ufeffa\nb', 'a\r\nb\n'])(
    '%j is joined as it was',
    (text) => {
      expect(joinIndex(parseIndex(text))).toBe(text === '\n' ? '\n' : text)
    },
  )

  test('are removed and replaced with the ends that the file has', () => {
    const index = parseIndex('a\r\nb\r\nc')
    expect(joinIndex(removeLines(index, new Set([1])))).toBe('a\r\nc')
    expect(joinIndex(removeLines(index, new Set([2])))).toBe('a\r\nb\r\n')
    expect(joinIndex(replaceLine(index, 0, 'x'))).toBe('x\r\nb\r\nc')
    expect(joinIndex(replaceLine(index, 2, 'x'))).toBe('a\r\nb\r\nx')
    expect(joinIndex(replaceLine(parseIndex('a\nb'), 1, 'x'))).toBe('a\nx')
  })
})

describe('a pointer', () => {
  test.each([
    ['- [A](a.md) — hook', { title: 'A', file: 'a.md', hook: 'hook' }],
    ['* [A \\[1\\]](./sub/a.md): hook ', { title: 'A [1]', file: 'sub/a.md', hook: 'hook' }],
    ['+ [A](<a b%25.md>)\r', { title: 'A', file: 'a b%.md', hook: '' }],
    ['  - [A](a(1).md) - h', { title: 'A', file: 'a(1).md', hook: 'h' }],
    ['- [A](100%.md)', { title: 'A', file: '100%.md', hook: '' }],
  ])('%j is read', (line, wanted) => {
    expect(pointersOf(parseIndex(`# Title\n${line}\n`))).toEqual([{ line: 1, ...wanted }])
  })

  test.each([
    '- [A](https://a.b/c.md)',
    '- [A](a.txt)',
    '- A (a.md)',
    `- [${'x'.repeat(4_000)}](a.md)`,
    '- []()',
  ])('%j is none', (line) => {
    expect(pointersOf(parseIndex(line))).toEqual([])
  })

  test('of a memory: title, target, and what the description adds, at most 150 characters of words', () => {
    const line = (name: string, description?: string, file = 'a.md') =>
      pointerLine({ name, description, file })
    expect(line('Tea')).toBe('- [Tea](a.md)')
    expect(line('Tea [1]\n', ' at  four ')).toBe('- [Tea \\[1\\]](a.md) — at four')
    expect(line('Tea', 'Tea: at four')).toBe('- [Tea](a.md) — at four')
    expect(line('Tea', 'x', 'a b%.md')).toBe('- [Tea](<a b%25.md>) — x')
    const long = line('Tea', 'word '.repeat(60), `${'f'.repeat(100)}.md`)
    const words = lengthOfWords(long)
    expect([words <= 150, words > 144, long.endsWith('…')]).toEqual([true, true, true])
    // Neither what leads to the file nor marks of Markdown take words.
    const exact = line('[T]', 'h'.repeat(147), `${'f'.repeat(100)}.md`)
    expect([lengthOfWords(exact), exact.endsWith('h')]).toEqual([150, true])
    expect(line('[T]', 'h'.repeat(148)).endsWith('…')).toBe(true)
    expect([...line('n'.repeat(90))].length).toBe('- [](a.md)'.length + 70)
  })
})

describe('a new pointer', () => {
  test('goes below the heading of its type, after the pointers there', () => {
    const text = '# Memory\n\n## User\n\n- [A](user_a.md)\n\ntext\n\n## Feedback\n- [B](feedback_b.md)\n'
    expect(insert(text, 'NEW', 'user')).toBe(text.replace('(user_a.md)\n', '(user_a.md)\nNEW\n'))
    expect(insert(text, 'NEW', 'feedback')).toBe(`${text}NEW\n`)
    expect(insert('## Users\ntext\n## Other\n- [A](user_a.md)\n', 'NEW', 'user')).toBe(
      '## Users\nNEW\ntext\n## Other\n- [A](user_a.md)\n',
    )
    // With headings of somebody's own the unknown place is the end.
    expect(insert(text, 'NEW', 'project')).toBe(`${text}NEW\n`)
    expect(insert(text, 'NEW')).toBe(`${text}NEW\n`)
  })

  test('goes in the order of types where there are no headings', () => {
    const text = '# Memory\n- [A](user_a.md)\n- [C](sub/project_c.md)\n- [D](other.md)\n'
    expect(insert(text, 'NEW', 'user')).toBe(text.replace('a.md)\n', 'a.md)\nNEW\n'))
    expect(insert(text, 'NEW', 'feedback')).toBe(text.replace('a.md)\n', 'a.md)\nNEW\n'))
    expect(insert(text, 'NEW', 'project')).toBe(text.replace('c.md)\n', 'c.md)\nNEW\n'))
    expect(insert(text, 'NEW', 'reference')).toBe(text.replace('c.md)\n', 'c.md)\nNEW\n'))
    expect(insert('- [C](project_c.md)\n', 'NEW', 'user')).toBe('NEW\n- [C](project_c.md)\n')
    expect(insert('', 'NEW', 'user')).toBe('NEW\n')
    expect(insert('words', 'NEW')).toBe('words\nNEW\n')
    expect(insert('words\r\nmore', 'NEW')).toBe('words\r\nmore\r\nNEW\r\n')
    expect(insert('words\r\nmore\n', 'NEW')).toBe('words\r\nmore\nNEW\r\n')
    expect(insert('words\r\nmore\r', 'NEW')).toBe('words\r\nmore\r\nNEW\r\n')
  })

  test('goes before the line that counts the rest, which stays the last', () => {
    const closing = '_3 more memories are not listed here; recall finds them._'
    expect(insert(`- [A](a.md)\n${closing}\n`, 'NEW')).toBe(`- [A](a.md)\nNEW\n${closing}\n`)
    expect(insert(`${closing}\n`, 'NEW')).toBe(`NEW\n${closing}\n`)
    // Somebody wrote below it: it is not the last any more.
    expect(insert(`${closing}\nmine\n`, 'NEW')).toBe(`${closing}\nmine\nNEW\n`)
  })
})

describe('the line that counts what is not listed', () => {
  const count = (text: string) => overflowCount(parseIndex(text))
  const set = (text: string, to: number) => joinIndex(setOverflow(parseIndex(text), to))

  test('is set, changed and removed', () => {
    const one = set('- [A](a.md)', 1)
    expect(one).toBe(
      '- [A](a.md)\n_1 more memory is not listed here; recall and `memdir search` find them._\n',
    )
    expect(count(one)).toBe(1)
    const many = set(one, 12_345)
    expect(many).toBe(
      '- [A](a.md)\n_12,345 more memories are not listed here; recall and `memdir search` find them._\n',
    )
    expect([count(many), count('- [A](a.md)'), count('')]).toEqual([12_345, undefined, undefined])
    expect([set(many, 0), set('- [A](a.md)', 0)]).toEqual(['- [A](a.md)\n', '- [A](a.md)'])
    expect(set('_7 more memories are not listed here._\n', 0)).toBe('')
    expect(set('a\r\nb', 1).split('\r\n')).toHaveLength(4)
  })
})

test('what an index of another place says word for word is said once', () => {
  const said = new Set<string>()
  const first = '# Ours\n- [Tea](feedback_tea.md) — at four\n- [Milk](user_milk.md)\n'
  expect(withoutSaid(first, said)).toBe(first)
  const second = '# Ours\r\n- [Tea](feedback_tea.md) — at four\r\n- [Milk](user_milk.md) — oat\r\n'
  expect(withoutSaid(second, said)).toBe('# Ours\r\n- [Milk](user_milk.md) — oat\r\n')
  // Of one index nothing is dropped: it is its writer's.
  const twice = '- [A](a.md)\n- [A](a.md)\n'
  expect(withoutSaid(twice, said)).toBe(twice)
})

describe('the limits', () => {
  const lines = (count: number) => 'x\n'.repeat(count)

  test('are 200 lines and 25,000 bytes, not one less', () => {
    const over = (text: string) => isOverLimit(parseIndex(text))
    expect([over(lines(INDEX_MAX_LINES)), over(lines(INDEX_MAX_LINES + 1))]).toEqual([false, true])
    const bytes = (count: number) => `${'é'.repeat((count - 2) / 2)}x\n`
    expect([over(bytes(INDEX_MAX_BYTES)), over(`x${bytes(INDEX_MAX_BYTES)}`)]).toEqual([false, true])
  })

  test('cut what is loaded, and the warning says by which', () => {
    expect(loadIndexText(`\ufeff${lines(200)}\n`)).toEqual({ text: lines(200).trimEnd() })
    const byLines = loadIndexText(lines(201))
    expect([byLines.cut, byLines.text.split('\n').filter((line) => line === 'x').length]).toEqual([
      'lines',
      200,
    ])
    expect(byLines.text).toContain('longer than 200 lines (it has 201 lines, 401 bytes)')
    const long = `${'y'.repeat(999)}\n`.repeat(30)
    const byBytes = loadIndexText(long)
    expect([byBytes.cut, byBytes.text.split('\n').filter((line) => line.startsWith('y')).length]).toEqual([
      'bytes',
      25,
    ])
    const exact = 'y'.repeat(INDEX_MAX_BYTES)
    expect([loadIndexText(exact).cut, loadIndexText(`${exact}y`).cut]).toEqual([undefined, 'bytes'])
    const both = loadIndexText(`${'z'.repeat(150)}\n`.repeat(300))
    expect([both.cut, both.text.includes('longer than 200 lines and than 25,000 bytes')]).toEqual([
      'bytes',
      true,
    ])
    // One line alone is cut between characters.
    const single = loadIndexText('中'.repeat(9_000))
    expect(/^中+/.exec(single.text)?.[0].length).toBe(8_333)
  })
})
