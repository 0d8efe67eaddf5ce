import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../../../test/arbitraries.ts'
import type { Memory } from '../memory.ts'
import { parseMemory } from '../memory-file.ts'
import { pathInPlace, placeOf } from '../memory-path.ts'
import { loadIndexText } from '../shown-index.ts'
import {
  INDEX_MAX_BYTES,
  INDEX_MAX_LINES,
  joinIndex,
  overflowCount,
  parseIndex,
  pointerLine,
  pointersOf,
} from './index-file.ts'
import { type IndexedChange, planIndex } from './plan-index.ts'

const memory = (file: string, fields: Partial<Memory> = {}): Memory => ({
  ...parseMemory(Buffer.from('x'), { file, modified: new Date('2026-01-01') }),
  name: `Name of ${file}`,
  description: `what ${file} says`,
  ...fields,
})

/** A directory in memory, and its index. */
function shelf(text = '') {
  const files = new Map<string, Memory>()
  const self = {
    text,
    files,
    change(...changes: IndexedChange[]) {
      const next = new Map(files)
      for (const { before, after } of changes) {
        if (after) next.set(after.file, after)
        else if (before) next.delete(before.file)
      }
      self.text = planIndex(self.text, changes, {
        listFiles: () => [...next.keys()].map(pathInPlace),
        readMemory: (file) => files.get(file),
      })
      files.clear()
      for (const [file, value] of next) files.set(file, value)
      return self.text
    },
    put: (made: Memory) => self.change({ before: files.get(made.file), after: made }),
    remove: (file: string) => self.change({ before: files.get(file), after: undefined }),
    listed: () => pointersOf(parseIndex(self.text)).map((pointer) => pointer.file),
  }
  return self
}

describe('pointers', () => {
  test('are read in the forms that people and agents write', () => {
    const forms: [string, string, string, string][] = [
      ['- [A](a.md) — hook', 'A', 'a.md', 'hook'],
      ['* [A](a.md) - hook', 'A', 'a.md', 'hook'],
      ['+ [A](./a.md): hook', 'A', 'a.md', 'hook'],
      ['  - [A](sub/a.md) – hook', 'A', 'sub/a.md', 'hook'],
      ['- [A](a.md)', 'A', 'a.md', ''],
      ['- [A](<a b.md>) — h', 'A', 'a b.md', 'h'],
      ['- [A](a%20b.md) — h', 'A', 'a b.md', 'h'],
      ['- [A](a(1).md) — h', 'A', 'a(1).md', 'h'],
      ['- [A \\[x\\]](a.md) hook', 'A [x]', 'a.md', 'hook'],
      ['- [好](数据库.md) — 钩子\r', '好', '数据库.md', '钩子'],
      ['- [](a.md) — h', '', 'a.md', 'h'],
    ]
    for (const [line, title, file, hook] of forms)
      expect(pointersOf(parseIndex(`${line}\n`)), line).toEqual([{ line: 0, title, file, hook }])
  })

  test('are not seen in prose, web links, other files and over-long lines', () => {
    for (const line of [
      '[A](a.md)',
      'see - [A](a.md)',
      '- [A](https://x.y/a.md)',
      '- [A](a.txt)',
      '- A a.md',
      '# - [A](a.md)',
      `- [A](a.md) ${'x'.repeat(5000)}`,
    ])
      expect(pointersOf(parseIndex(line)), line).toEqual([])
  })

  test('any name, description and allowed file is read back, on one line of at most about 150 characters', () => {
    fc.assert(
      fc.property(
        hostileText(40),
        hostileText(60),
        fc.constantFrom('a.md', 'a b.md', 'x(1).md', '100%.md', 'd/é.md', 'e\u0301.md', 'a(b.md', '日本.md'),
        (name, description, file) => {
          const line = pointerLine({ name, description, file })
          const pointers = pointersOf(parseIndex(`${line}\n`))
          expect(pointers).toHaveLength(1)
          expect(pointers[0]!.file).toBe(file)
          expect(line).not.toMatch(/[\r\n]/)
          expect([...line].length).toBeLessThanOrEqual(230)
        },
      ),
      { numRuns: 800 },
    )
  })
})

describe('planIndex', () => {
  test('adds, changes and removes its own line and no other', () => {
    const foreign = '# My index\r\n\r\nSome prose - [x](y)\r\n* [Mine](mine.md) my own words\r\n'
    const s = shelf(foreign)
    s.put(memory('project_a.md'))
    expect(s.text).toBe(`${foreign}- [Name of project_a.md](project_a.md) — what project_a.md says\r\n`)
    s.put(memory('project_a.md', { description: 'new words' }))
    expect(s.text).toBe(`${foreign}- [Name of project_a.md](project_a.md) — new words\r\n`)
    s.remove('project_a.md')
    expect(s.text).toBe(foreign)
  })

  test('keeps mixed line ends, a byte order mark and a last line without an end', () => {
    const text = '\ufeffone\r\ntwo\n- [B](user_b.md) — keep\nlast'
    const s = shelf(text)
    s.put(memory('user_a.md', { type: 'user' }))
    expect(s.text.startsWith('\ufeffone\r\ntwo\n- [B](user_b.md) — keep\n- [Name of user_a.md]')).toBe(true)
    s.remove('user_a.md')
    expect(s.text.replace(/\r?\n$/, '')).toBe(text)
  })

  test('keeps a hook that somebody else wrote', () => {
    const s = shelf('- [Mine](a.md) — my own words\n')
    s.put(memory('a.md'))
    s.put(memory('a.md', { description: 'other' }))
    expect(s.text).toBe('- [Mine](a.md) — my own words\n')
  })

  test('knows a file by its composed and its decomposed name', () => {
    const s = shelf('- [Mine](caf\u00e9.md) — my own words\n')
    s.put(memory('cafe\u0301.md'))
    expect(s.text).toBe('- [Mine](caf\u00e9.md) — my own words\n')
  })

  test('puts a pointer below the heading of its type, else with its kind', () => {
    const s = shelf('## Feedback\n\n- [F](feedback_f.md)\n\n## Other\n\n- [O](o.md)\n')
    s.put(memory('feedback_g.md', { type: 'feedback' }))
    expect(s.text.split('\n')[3]).toContain('(feedback_g.md)')
    const t = shelf('- [U](user_u.md)\n- [R](reference_r.md)\n')
    t.put(memory('project_p.md', { type: 'project' }))
    expect(t.listed()).toEqual(['user_u.md', 'project_p.md', 'reference_r.md'])
  })

  test('shared memories have their own index', () => {
    expect(placeOf('team/a.md').index).toBe('team/MEMORY.md')
    expect(pathInPlace('team/sub/a.md')).toBe('sub/a.md')
    expect(placeOf('teams/a.md').index).toBe('MEMORY.md')
  })

  test('an overflowing index keeps corrections, what matters and the newest, and counts the rest', () => {
    const s = shelf()
    s.put(memory('feedback_old.md', { type: 'feedback', updated: '2020-01-01' }))
    s.put(memory('project_star.md', { importance: 5, updated: '2020-01-01' }))
    s.put(memory('project_far.md', { updated: '9999-12-31' }))
    for (let i = 0; i < 300; i++)
      s.put(memory(`project_${i}.md`, { updated: new Date(1.6e12 + i * 1e8).toISOString() }))
    expect(s.listed()).toContain('feedback_old.md')
    expect(s.listed()).toContain('project_star.md')
    expect(s.listed()).toContain('project_299.md')
    expect(s.listed()).not.toContain('project_0.md')
    const index = parseIndex(s.text)
    expect(index.lines).toHaveLength(INDEX_MAX_LINES)
    expect(overflowCount(index)! + s.listed().length).toBe(303)
    expect(index.lines.at(-1)).toMatch(/^_104 more memories are not listed here; .*_$/)
    // Somebody writes below the count: there is still only one.
    s.text += '- [Late](late.md) — by hand\n'
    s.put(memory('project_new.md'))
    expect(s.text.match(/not listed here/g)).toHaveLength(1)
    for (let i = 0; i < 300; i++) s.remove(`project_${i}.md`)
    expect(s.text).not.toContain('not listed here')
  })

  test('lines of other people that fill the index alone cost nobody a pointer', () => {
    const s = shelf(`${'prose\n'.repeat(250)}- [A](a.md) — mine\n`)
    s.files.set('a.md', memory('a.md'))
    s.put(memory('b.md'))
    expect(s.listed()).toEqual(['a.md', 'b.md'])
    expect(s.text.startsWith('prose\n'.repeat(250))).toBe(true)
  })

  test('a hundred thousand foreign pointers are cut in good time', () => {
    const s = shelf(Array.from({ length: 100_000 }, (_, i) => `- [T](f${i}.md) — h\n`).join(''))
    // Its own time, not that of whatever else the machine does.
    const from = process.cpuUsage()
    s.put(memory('b.md'))
    expect(process.cpuUsage(from).user / 1_000).toBeLessThan(5_000)
    expect(s.listed()).toContain('b.md')
    expect(parseIndex(s.text).lines.length).toBeLessThanOrEqual(INDEX_MAX_LINES)
  })

  test('after any changes: within both limits, every pointer names a file once, other lines are as they were', () => {
    const step = fc.record({
      file: fc.integer({ min: 0, max: 260 }),
      remove: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      words: fc.integer({ min: 0, max: 30 }),
      feedback: fc.boolean(),
    })
    const foreign = ['# Mine', '', 'prose \u00e9', '* not a pointer']
    fc.assert(
      fc.property(
        fc.array(fc.array(step, { minLength: 1, maxLength: 40 }), { maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        (batches, eol) => {
          const s = shelf(foreign.map((line) => line + eol).join(''))
          for (const batch of batches) {
            const unique = [...new Map(batch.map((one) => [one.file, one])).values()]
            s.change(
              ...unique.map(({ file, remove, words, feedback }) => {
                const name = `${feedback ? 'feedback' : 'project'}_${file}.md`
                const before = s.files.get(name)
                const after = remove
                  ? undefined
                  : memory(name, {
                      description: '数据库 '.repeat(words),
                      type: feedback ? 'feedback' : 'project',
                    })
                return { before, after }
              }),
            )
            const index = parseIndex(s.text)
            const listed = s.listed()
            expect(index.lines.length).toBeLessThanOrEqual(INDEX_MAX_LINES)
            expect(Buffer.byteLength(s.text)).toBeLessThanOrEqual(INDEX_MAX_BYTES)
            expect(new Set(listed).size).toBe(listed.length)
            for (const file of listed) expect(s.files.has(file)).toBe(true)
            expect(listed.length + (overflowCount(index) ?? 0)).toBe(s.files.size)
            const others = index.lines.filter((line) => !line.startsWith('- [') && !line.startsWith('_'))
            expect(others.map((line) => line.replace(/\r$/, ''))).toEqual(foreign)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('loadIndexText', () => {
  test('leaves a short index as it is', () => {
    expect(loadIndexText('\ufeff- [A](a.md)\n\n')).toEqual({ text: '- [A](a.md)' })
  })

  test('cuts at 200 lines, at 25,000 bytes, or both, and says which', () => {
    const lines = loadIndexText('line\n'.repeat(300))
    expect(lines.cut).toBe('lines')
    expect(lines.text).toMatch(/longer than 200 lines \(it has 300 lines/)
    expect(lines.text.split('\n\n> WARNING')[0]!.split('\n')).toHaveLength(200)
    const bytes = loadIndexText(`${'字'.repeat(60)}\n`.repeat(190))
    expect(bytes.cut).toBe('bytes')
    expect(bytes.text).toMatch(/longer than 25,000 bytes/)
    const both = loadIndexText(`${'x'.repeat(200)}\n`.repeat(300))
    expect(both.text).toMatch(/200 lines and than 25,000 bytes/)
  })

  test('never cuts inside a character or leaves part of a line behind', () => {
    fc.assert(
      fc.property(
        fc.array(hostileText(30), { minLength: 150, maxLength: 260 }),
        fc.integer({ min: 1, max: 8 }),
        (parts, times) => {
          const raw = parts
            .map((part) =>
              part
                .toWellFormed()
                .replace(/[\r\n]/g, '')
                .repeat(times),
            )
            .join('\n')
          const { text, cut } = loadIndexText(raw)
          const kept = cut ? text.slice(0, text.lastIndexOf('\n\n> WARNING')) : text
          expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(INDEX_MAX_BYTES)
          expect(kept.isWellFormed()).toBe(true)
          const lines = raw.replace(/^\ufeff/, '').split('\n')
          for (const [i, line] of kept.split('\n').entries()) if (cut) expect(line).toBe(lines[i])
        },
      ),
      { numRuns: 40 },
    )
    const giant = loadIndexText('字'.repeat(20_000))
    expect(giant.text.split('\n')[0]).toBe('字'.repeat(8_333))
  })

  test('any text is split and joined to itself', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        expect(joinIndex(parseIndex(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })
})
