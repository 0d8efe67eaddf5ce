import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinDocument, parseDocument, setFields } from '../base/yaml/frontmatter.ts'
import { parseSimpleYaml } from '../base/yaml/simple-yaml.ts'
import { readYaml } from '../base/yaml/yaml.ts'
import { changeMemory, parseMemory, renderMemory } from './memory-file.ts'
import {
  mergedMoments,
  readTrigger,
  readTriggers,
  situationsOf,
  type Trigger,
  triggerLine,
} from './moments.ts'
import { checkFields } from './records/check-memory.ts'

const read = (text: string) => parseMemory(Buffer.from(text), { file: 'a.md', modified: new Date(0) })

const phrase = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter(Boolean)
const phrases = fc.uniqueArray(phrase, { maxLength: 6 }).filter((list) => [...list.join('')].length <= 200)
const pattern = fc
  .string({ minLength: 1, maxLength: 40 })
  .map((text) => `a${text.replace(/[\r\n\0]/g, ' ').trim()}`)
const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.record({ run: pattern, unless: pattern }, { requiredKeys: ['run'] }),
  fc.record({ edit: pattern, unless: pattern }, { requiredKeys: ['edit'] }),
  fc.record({ write: pattern }),
  fc.record({ add: pattern, in: pattern, unless: pattern }, { requiredKeys: ['add'] }),
)
const triggers = fc.uniqueArray(trigger, { maxLength: 12, selector: (one) => JSON.stringify(one) })

describe('when and on in a file', () => {
  it('come back as they were written, whatever they say, and stay when the text changes', () => {
    fc.assert(
      fc.property(phrases, triggers, phrase, (when, on, content) => {
        const text = renderMemory({ id: 'a1', name: 'N', tags: [], related: [], when, on }, content)
        const first = read(text)
        expect(first.frontmatter).toBe('ok')
        expect(first.when ?? []).toEqual(when.map((one) => one.toWellFormed()))
        expect(first.on ?? []).toEqual(on)
        const changed = read(changeMemory(Buffer.from(text), {}, 'another text'))
        expect([changed.when, changed.on]).toEqual([first.when, first.on])
      }),
      { numRuns: 200 },
    )
  })

  it('have a line for each phrase and pattern, which the quick reader understands', () => {
    const on = [
      { run: 'npm i *', unless: '--dry-run' },
      { add: 'console.', in: 'src/**' },
    ]
    const text = renderMemory(
      { id: 'a1', name: 'N', tags: [], related: [], when: ['installing a package or a tool', 'scripts'], on },
      'x',
    )
    expect(text).toContain('when:\n  - installing a package or a tool\n  - scripts\non:\n  - run: npm i *\n')
    const { yaml } = parseDocument(text)
    expect(parseSimpleYaml(yaml)).toMatchObject({ on })
    expect(parseSimpleYaml('on:\n  - run: npm i\n    unless: --dry-run\n')).toEqual({
      on: [{ run: 'npm i', unless: '--dry-run' }],
    })
  })

  it('are read by the quick reader as by the library, or not at all', () => {
    const piece = fc.constantFrom(
      '- ',
      '  ',
      'run: ',
      'a',
      '--x',
      '-',
      ': ',
      '\n',
      '"',
      '*',
      'on:',
      '#',
      '1',
      '[',
      '{ ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const yaml = `on:\n  - run: x\n${pieces.join('')}`
        const quick = parseSimpleYaml(yaml)
        if (quick === undefined) return
        const found = readYaml(yaml, { most: 16_384 })
        expect('data' in found && found.data).toEqual(quick)
      }),
      { numRuns: 3_000 },
    )
  })

  it('change nothing else of a file that a person wrote, and leave it without a trace when taken back', () => {
    const text = '---\r\nname: Packages # ours\r\nwhen: adding a package\r\nmine: [1, 2]\r\n---\r\nText\r\n'
    const wider = joinDocument(
      setFields(parseDocument(text), { when: ['adding a package', 'updating one of the packages'] }),
    )
    expect(read(wider).when).toEqual(['adding a package', 'updating one of the packages'])
    expect(wider.replace(/when:[\s\S]*?(?=mine)/, '')).toBe(text.replace(/when:.*\r\n/, ''))
    const without = joinDocument(setFields(parseDocument(wider), { when: undefined }))
    expect(without).toBe(text.replace(/when:.*\r\n/, ''))
  })

  it.each([
    ['a huge list', `when: [${'x, '.repeat(3_000)}y]`],
    [
      'numbers, maps and nulls',
      'when: [1, {a: b}, null, true, adding a library]\non: [3, null, {run: 1}, [], x]',
    ],
    ['a map', 'when: {a: b}\non: {run: npm i, edit: x}'],
    ['control characters', 'when: "a\\u0007b\\u202e\\nc"\non:\n  - run: "rm\\0 x"\n  - run: "a\\nb"'],
    ['YAML that reads as truth', 'when: yes\non: no\n'],
    ['an anchor', 'when: &a [x]\non: *a'],
    ['an alias without anchor', 'on:\n  - run: *ALTER TABLE*'],
    ['prototypes', 'when: {__proto__: [x]}\non:\n  - {__proto__: {run: x}}'],
  ])('do no harm as %s', (_, yaml) => {
    const memory = read(`---\nname: N\n${yaml}\n---\nText`)
    expect(memory.content).toContain('Text')
    expect((memory.when ?? []).length).toBeLessThanOrEqual(6)
    expect([...(memory.when ?? []).join('')].length).toBeLessThanOrEqual(200)
    for (const one of memory.on ?? []) expect(readTrigger(one)).toEqual(one)
    expect(JSON.stringify(memory.when ?? '')).not.toMatch(/\\n|\\r/)
  })
})

describe('when in lines of a text', () => {
  it.each([
    ['**How to apply:** any test that touches persistence.', 'any test that touches persistence.'],
    ['**When:** writing a commit', 'writing a commit'],
    ['- x\n  **When**: rebasing', 'rebasing'],
    ['适用：这个人的所有提交。', '这个人的所有提交。'],
    ['**何时：**写提交信息', '写提交信息'],
  ])('is read from %j', (content, situation) => {
    expect(situationsOf({ content })).toEqual([situation])
    expect(situationsOf({ when: ['before'], content })).toEqual(['before', situation])
  })

  it.each(['When: it rains', 'How to apply it', '何时发布还不清楚', '**Whenever:** x', '**When:**'])(
    'is not read from %j',
    (content) => expect(situationsOf({ content })).toEqual([]),
  )
})

describe('what is given', () => {
  it('is refused where it is no situation or pattern, and says what to do', () => {
    expect(() => checkFields({ when: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toThrow(/6 phrases/)
    expect(() => checkFields({ when: ['x'.repeat(201)] })).toThrow(/200 characters/)
    expect(() => checkFields({ when: [1] })).toThrow(/list of texts/)
    expect(() => checkFields({ on: ['npm install'] })).toThrow(/npm install/)
    expect(() => checkFields({ on: Array.from({ length: 13 }, (_, at) => `run: x${at}`) })).toThrow(/13/)
    checkFields({ when: 'one', on: 'run: npm i unless: --dry-run' })
  })

  it('reads its own lines again', () => {
    fc.assert(
      fc.property(
        trigger.filter(
          (one) => !/(?:^| )(?:run|edit|write|add|in|unless): | $/.test(Object.values(one).join('|')),
        ),
        (one) => {
          expect(readTriggers([triggerLine(one)]).read).toEqual([one])
        },
      ),
    )
  })

  it('is kept of both when two become one, within the bounds', () => {
    fc.assert(
      fc.property(phrases, phrases, triggers, triggers, (a, b, c, d) => {
        const old = { when: a, on: c }
        const merged = { ...old, ...mergedMoments(old, { when: b, on: d }) }
        expect(merged.when.slice(0, a.length)).toEqual(a)
        expect([...merged.when.join('')].length).toBeLessThanOrEqual(200)
        for (const one of c) expect(merged.on).toContainEqual(one)
        if (a.length + b.length <= 6 && [...a, ...b].join('').length <= 200)
          for (const one of b) expect(merged.when).toContain(one)
      }),
    )
  })
})
