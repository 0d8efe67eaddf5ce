// The proof refuses every unit whose files say something else than its operations, however they were edited.
import { describe, expect, it } from 'vitest'
import { verbatim } from '../../base/messages/message.ts'
import type { Memory } from '../../memory/memory.ts'
import { parseMemory } from '../../memory/memory-file.ts'
import type { DreamOperation, DreamUnit } from '../dream-plan.ts'
import { proveUnit } from './prove-unit.ts'

const written = (id: string, body: string, more = '') =>
  `---\nid: ${id}\ntype: project\nsource:\n  origin: agent\n${more}---\n${body}\n`
const A = written('a', 'One is here.\nTwo is here.')
const B = written('b', 'Three is here.')

const memories = new Map<string, Memory>(
  Object.entries({ 'a.md': A, 'b.md': B }).map(([file, text]) => [
    file,
    parseMemory(Buffer.from(text), { file, modified: new Date(0) }),
  ]),
)

function proves(
  files: Record<string, string | undefined>,
  operations: Partial<DreamOperation>[],
  seen: string[] = [],
): boolean {
  const unit: DreamUnit = {
    action: 'tidy',
    operations: operations.map((one) => ({
      ...{ op: 'drop', file: 'a.md', reason: verbatim('because'), by: 'model' },
      ...one,
    })),
    edits: Object.entries(files).map(([file, after]) => ({ file, before: '', after })),
    seen: seen.map((file) => ({ file, hash: '' })),
  }
  return proveUnit(unit, (file) => memories.get(file))
}

const onlyOne = written('a', 'One is here.')
const dropTwo = { op: 'drop', statement: 'Two is here.' } as const

describe('a unit is proven', () => {
  it.each([
    ['a drop with a reason', { 'a.md': onlyOne }, [dropTwo]],
    [
      'a move',
      { 'a.md': onlyOne, 'b.md': written('b', 'Three is here.\n\nTwo is here.') },
      [{ op: 'move', statement: 'Two is here.', into: 'b.md' }],
    ],
    [
      'a rewrite',
      { 'a.md': written('a', 'One is here.\nTwo is there.') },
      [{ op: 'rewrite', statement: 'Two is here.', text: 'Two is there.' }],
    ],
  ] as const)('where it is exactly %s', (_, files, operations) => {
    expect(proves(files, [...operations])).toBe(true)
  })

  it('where what says it from then on is in a file that stays', () => {
    const merge = {
      op: 'merge',
      statement: 'Two is here.',
      into: 'b.md',
      survivor: 'Three is here.',
    } as const
    expect(proves({ 'a.md': onlyOne }, [merge], ['b.md'])).toBe(true)
    expect(proves({ 'a.md': onlyOne }, [merge])).toBe(false)
    expect(proves({ 'a.md': onlyOne }, [{ ...merge, survivor: 'Four is here.' }], ['b.md'])).toBe(false)
  })
})

describe('a unit is not proven', () => {
  it.each([
    ['one that loses something nobody named', { 'a.md': onlyOne }, []],
    ['one that adds something', { 'a.md': written('a', 'One is here.\nFour is here.') }, [dropTwo]],
    ['one that loses more than it says', { 'a.md': undefined }, [dropTwo]],
    ['one that drops without a reason', { 'a.md': onlyOne }, [{ ...dropTwo, reason: verbatim(' ') }]],
    ['one that drops what is not there', { 'a.md': A }, [{ op: 'drop', statement: 'Nine.' }]],
    ['a move that does not arrive', { 'a.md': onlyOne }, [{ op: 'move', statement: 'Two is here.' }]],
    ['another id', { 'a.md': written('x', 'One is here.') }, [dropTwo]],
    ['another origin', { 'a.md': onlyOne.replace('agent', 'user') }, [dropTwo]],
    ['another type', { 'a.md': onlyOne.replace('project', 'user') }, [dropTwo]],
    ['an invented quotation', { 'a.md': written('a', 'One is here.', 'evidence: yes\n') }, [dropTwo]],
    ['a file that is not known', { 'c.md': onlyOne }, []],
  ] as const)('%s', (_, files, operations) => {
    expect(proves(files, [...operations] as Partial<DreamOperation>[])).toBe(false)
  })
})
