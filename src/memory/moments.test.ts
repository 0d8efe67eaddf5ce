import { describe, expect, test } from 'vitest'
import { parseMemory } from './memory-file.ts'
import { distinctTriggers, MOST_TRIGGERS, readSituations, readTrigger, readTriggers } from './moments.ts'

const read = (yaml: string) =>
  parseMemory(Buffer.from(`---\n${yaml}\n---\nx\n`), { file: 'a.md', modified: new Date('2026-01-01') })

describe('situations', () => {
  test('are a list of texts, or one text, each on one line and once', () => {
    expect(
      read('when:\n  - installing a package\n  - "running\\n scripts"\n  - running scripts').when,
    ).toEqual(['installing a package', 'running scripts'])
    expect(read('when: writing a commit, or amending one').when).toEqual([
      'writing a commit, or amending one',
    ])
    expect(read('when: [3, [], ""]').when).toBeUndefined()
    expect(read('name: x').when).toBeUndefined()
    expect(read('when: x').extra).toEqual({})
  })

  test('are at most six phrases and 200 characters in all, and what is left is counted', () => {
    const seven = Array.from({ length: 7 }, (_, at) => `phrase ${at}`)
    expect(readSituations(seven)).toEqual({ read: seven.slice(0, 6), left: 1 })
    expect(readSituations(['a'.repeat(150), 'b'.repeat(60), 'c'.repeat(50)])).toEqual({
      read: ['a'.repeat(150), 'c'.repeat(50)],
      left: 1,
    })
    const [cut = ''] = readSituations('word '.repeat(100)).read
    expect(cut.length).toBeLessThanOrEqual(200)
    expect(cut).toMatch(/word…$/)
    expect(readSituations(['字'.repeat(200), '字']).left).toBe(1)
  })
})

describe('triggers', () => {
  test('are read from the frontmatter, with their own fields only', () => {
    expect(
      read(
        'on:\n  - run: npm install*\n  - run: npm i *\n    unless: --dry-run\n  - in: src/services/**\n    add: console.',
      ).on,
    ).toEqual([
      { run: 'npm install*' },
      { run: 'npm i *', unless: '--dry-run' },
      { add: 'console.', in: 'src/services/**' },
    ])
  })

  test.each<[string, unknown]>([
    ['no text', { run: 3 }],
    ['two at once', { run: 'a', edit: 'b' }],
    ['none', { unless: 'a' }],
    ['a place of what is no added text', { run: 'a', in: 'src/**' }],
    ['a field that is not of the form', { run: 'a', exec: 'rm' }],
    ['every command', { run: ' ** ' }],
    ['two lines', { add: 'a\nb' }],
    ['too long', { run: 'x'.repeat(201) }],
    ['nothing to look for', { add: ' ' }],
    ['no trigger', 'npm install'],
    ['text before the form', 'when run: a'],
    ['a part twice', 'run: a unless: b unless: c'],
    ['broken JSON', '{"run": '],
    ['null', null],
  ])('are not: %s', (_, given) => {
    expect(readTrigger(given)).toBeUndefined()
    if (given !== null)
      expect(readTriggers([{ run: 'git push*' }, given])).toEqual({
        read: [{ run: 'git push*' }],
        left: 1,
      })
  })

  test('added text keeps its blanks, globs lose theirs', () => {
    expect(readTrigger({ add: ' Float', in: ' *schema.prisma ' })).toEqual({
      add: ' Float',
      in: '*schema.prisma',
    })
    expect(readTrigger('add:  Float in: *')).toEqual({ add: ' Float', in: '*' })
    expect(readTrigger('{"add": "x in: y"}')).toEqual({ add: 'x in: y' })
  })

  test('are at most twelve, each once', () => {
    const many = Array.from({ length: 14 }, (_, at) => ({ run: `x${at}*` }))
    expect(readTriggers(many)).toEqual({ read: many.slice(0, MOST_TRIGGERS), left: 2 })
    expect(distinctTriggers([{ run: 'a' }, { run: 'a' }])).toEqual([{ run: 'a' }])
  })

  test('are read from one line, too', () => {
    expect(readTrigger('run: npm i * unless: --dry-run')).toEqual({ run: 'npm i *', unless: '--dry-run' })
    expect(readTrigger('add: console. in: src/services/** unless: test')).toEqual({
      add: 'console.',
      in: 'src/services/**',
      unless: 'test',
    })
    expect(readTrigger('write: db/migration/**')).toEqual({ write: 'db/migration/**' })
  })
})
