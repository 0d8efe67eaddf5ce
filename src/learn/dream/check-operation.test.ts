// What a model may do with statements, operation by operation: each rule has a case that only this rule refuses.
import { describe, expect, it } from 'vitest'
import { parseMemory } from '../../memory/memory-file.ts'
import { checkOperations, type ShownStatement, type Verdict } from './check-operation.ts'
import type { ModelOperation } from './model-operation.ts'
import { shownStatements } from './plan-operations.ts'

interface Written {
  origin?: string
  day?: string
  type?: string
  evidence?: string
  /** The day of its last change. */
  changed?: string
  body: string
}

/** Memories by number, from 1. */
function shown(...memories: Written[]): ShownStatement[] {
  return memories.flatMap(
    ({ origin = 'agent', day = '01', type = 'project', evidence, changed, body }, at) => {
      const fields = [
        `id: m${at + 1}`,
        `type: ${type}`,
        `source:\n  origin: ${origin}`,
        ...(evidence === undefined ? [] : [`evidence: ${evidence}`]),
        `created: 2026-04-${day}T10:00:00Z`,
        ...(changed === undefined ? [] : [`updated: 2026-04-${changed}T10:00:00Z`]),
      ]
      const text = `---\n${fields.join('\n')}\n---\n${body}\n`
      const memory = parseMemory(Buffer.from(text), { file: `project_${at + 1}.md`, modified: new Date(0) })
      return shownStatements(memory, String(at + 1))
    },
  )
}

function check(statements: readonly ShownStatement[], ...operations: Partial<ModelOperation>[]): string[] {
  const given = operations.map(
    (one) => ({ op: 'drop', statement: '1.1', reason: 'because', ...one }) as const,
  )
  const verdicts = checkOperations(given, {
    find: (number) => statements.find((one) => one.number === number),
    findMemory: (number) => statements.find((one) => one.number.startsWith(`${number}.`)),
  })
  return verdicts.map((verdict: Verdict) =>
    verdict.status === 'accepted' ? 'accepted' : `${verdict.status}: ${verdict.reason}`,
  )
}

const PORT = { body: 'The port of the API is open.' }
const PORT_NOW = { body: 'The port of the API is closed by now.', day: '05' }

describe('supersede', () => {
  const supersede = { op: 'supersede', statement: '1.1', target: '2.1' } as const

  it('needs a newer one about the same thing, and a reason', () => {
    expect(check(shown(PORT, PORT_NOW), supersede)).toEqual(['accepted'])
    expect(check(shown(PORT_NOW, PORT), supersede)).toEqual(['refused: not_newer'])
    expect(check(shown(PORT, { ...PORT_NOW, body: 'Mina paints lighthouses.' }), supersede)).toEqual([
      'refused: unrelated',
    ])
    expect(check(shown(PORT, PORT_NOW), { ...supersede, reason: '' })).toEqual(['refused: no_reason'])
  })

  it('of the person’s words only by the person’s', () => {
    const theirs = { ...PORT, origin: 'user' }
    expect(check(shown(theirs, PORT_NOW), supersede)).toEqual(['refused: persons_words'])
    expect(check(shown(theirs, { ...PORT_NOW, origin: 'user' }), supersede)).toEqual(['accepted'])
  })
})

describe('merge', () => {
  const merge = { op: 'merge', statement: '1.1', target: '2.1' } as const
  const same = { body: 'The port of the API is open!' }

  it('crosses neither origins nor types, and no other number', () => {
    expect(check(shown(PORT, same), merge)).toEqual(['accepted'])
    expect(check(shown({ ...PORT, origin: 'user' }, same), merge)).toEqual(['refused: different_origin'])
    expect(check(shown({ ...PORT, type: 'user' }, same), merge)).toEqual(['refused: different_type'])
    expect(check(shown({ body: 'The port is 8080.' }, { body: 'The port is 9090.' }), merge)).toEqual([
      'refused: differs',
    ])
  })

  it('puts no new text in the place of the person’s, of a quotation, or of what neither said', () => {
    const text = 'The port of the API is open.'
    const other = { body: 'The port of the API is open today.' }
    expect(check(shown(other, PORT), { ...merge, text: other.body })).toEqual(['accepted'])
    expect(check(shown(other, { ...PORT, origin: 'user' }), { ...merge, text: other.body })).toEqual([
      'refused: persons_words',
    ])
    expect(check(shown({ ...other, origin: 'user' }, PORT), { ...merge, text: other.body })).toEqual([
      'refused: persons_words',
    ])
    expect(check(shown(other, { body: `> ${text}` }), { ...merge, text: other.body })).toEqual([
      'refused: quotation',
    ])
    expect(check(shown(other, PORT), { ...merge, text: 'The port of the API is open, says Ola.' })).toEqual([
      'refused: new_words',
    ])
  })
})

describe('move', () => {
  const move = { op: 'move', statement: '1.1', target: '2' } as const
  const other = { body: 'Gamma has no tests.' }

  it('takes nothing of the person’s, nothing to another origin, and no quotation away from its words', () => {
    expect(check(shown(PORT, other), move)).toEqual(['accepted'])
    expect(check(shown({ ...PORT, origin: 'tool' }, other), move)).toEqual(['refused: different_origin'])
    expect(check(shown(PORT, { ...other, origin: 'user' }), move)).toEqual(['refused: persons_words'])
    // With evidence it is the person's; by the origin alone it would not be.
    expect(check(shown({ ...PORT, evidence: 'open' }, other), move)).toEqual(['refused: persons_words'])
    expect(check(shown(PORT, other), { ...move, target: '1' })).toEqual(['refused: itself'])
  })
})

describe('rewrite and drop', () => {
  const dated = { body: 'The audit happens Thursday.', day: '07' }
  const rewrite = { op: 'rewrite', text: 'The audit happens 2026-04-09.' } as const

  it('leave the person’s words and quotations, and need a reason', () => {
    expect(check(shown(dated), rewrite)).toEqual(['accepted'])
    expect(check(shown(dated), { ...rewrite, text: 'The audit happens 2026-04-16.' })).toEqual([
      'refused: new_words',
    ])
    // Changed since: nobody knows which Thursday it was.
    expect(check(shown({ ...dated, changed: '08' }), rewrite)).toEqual(['refused: new_words'])
    expect(check(shown({ ...dated, origin: 'user' }), rewrite)).toEqual(['refused: persons_words'])
    expect(check(shown({ ...dated, body: `> ${dated.body}` }), rewrite)).toEqual(['refused: quotation'])
    expect(check(shown(dated), { op: 'drop' })).toEqual(['accepted'])
    expect(check(shown(dated), { op: 'drop', reason: '' })).toEqual(['refused: no_reason'])
    expect(check(shown({ ...dated, origin: 'user' }), { op: 'drop' })).toEqual(['held: persons_words'])
  })
})

describe('several', () => {
  const two = shown(PORT, { body: 'The port of the API is open!' }, { body: 'The port of the API is open?' })
  const merge = (statement: string, target: string) => ({ op: 'merge', statement, target }) as const

  it('decide each statement once', () => {
    expect(check(two, { statement: '1.1' }, { statement: '1.1' })).toEqual(['accepted', 'refused: twice'])
  })

  it('never lose what is to say something from then on, in whatever order they come', () => {
    expect(check(two, merge('1.1', '2.1'), { statement: '2.1' })).toEqual([
      'accepted',
      'refused: target_goes',
    ])
    expect(check(two, { statement: '2.1' }, merge('1.1', '2.1'))).toEqual([
      'accepted',
      'refused: target_goes',
    ])
    expect(check(two, merge('1.1', '2.1'), merge('2.1', '1.1'))).toEqual(['accepted', 'refused: target_goes'])
    const joined = { ...merge('1.1', '2.1'), text: 'The API port is open.' }
    expect(check(two, joined, { ...merge('3.1', '2.1'), text: 'The port is open.' })[1]).toMatch(/^refused/)
  })

  it('know no statement that was not shown, and no heading', () => {
    expect(check(two, { statement: '9.9' })).toEqual(['refused: unknown_statement'])
    expect(check(shown({ body: '# Title\nText here.' }), {})).toEqual(['refused: unknown_statement'])
  })
})
