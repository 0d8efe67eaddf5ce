import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointerLine } from './files/index-file.ts'
import type { Memory } from './memory.ts'
import { parseMemory } from './memory-file.ts'
import { tidyIndex } from './tidy-index.ts'

const memory = (file: string, type: string, more = ''): Memory =>
  parseMemory(Buffer.from(`---\nname: ${file}\ntype: ${type}\n${more}---\nx\n`), {
    file,
    modified: new Date(0),
  })
const around = (memories: Memory[], hidden: string[] = []) => ({
  memories,
  isHidden: ({ file }: Memory) => hidden.includes(file),
  exists: (target: string) => target === 'unreadable.md',
})
const A = memory('project_a.md', 'project')
const B = memory('user_b.md', 'user')
const C = memory('feedback_c.md', 'feedback')
const ours = (...memories: Memory[]) => memories.map(pointerLine).join('\n')

describe('an index', () => {
  it('has our lines by topic, and the lines of others where they were', () => {
    const theirs = '- [Mine](project_a2.md) — my own words'
    const before = `# Memory\n\n${ours(A)}\n${theirs}\n${ours(C, B)}\n\nA note.\n${ours(memory('z.md', 'project'))}\n`
    const all = [A, B, C, memory('project_a2.md', 'project'), memory('z.md', 'project')]
    const { text, moved } = tidyIndex(before, around(all))
    expect(text).toBe(
      `# Memory\n\n${ours(B)}\n${theirs}\n${ours(C, A)}\n\nA note.\n${ours(memory('z.md', 'project'))}\n`,
    )
    expect(moved).toBe(2)
    expect(tidyIndex(text, around(all)).text).toBe(text)
  })

  it('loses dead, double and ended pointers, and gets the missing ones', () => {
    const before = `${ours(B)}\n- [Gone](gone.md) — x\n${ours(B)}\n- [B again](user_b.md) — another hook\n- [U](unreadable.md)\n${ours(C)}\n`
    const tidied = tidyIndex(before, around([A, B, C], ['feedback_c.md']))
    expect(tidied.text).toBe(
      `${ours(B)}\n- [B again](user_b.md) — another hook\n${ours(A)}\n- [U](unreadable.md)\n`,
    )
    expect(tidied.removed).toEqual(['gone.md', 'user_b.md', 'feedback_c.md'])
    expect(tidied.added).toEqual(['project_a.md'])
  })

  it('keeps its ends of line, and an index in order is left alone', () => {
    const before = `${ours(A)}\r\n${ours(B)}`
    expect(tidyIndex(before, around([A, B])).text).toBe(`${ours(B)}\r\n${ours(A)}`)
    expect(tidyIndex('', around([])).text).toBe('')
  })

  it('never loses a line that is not ours', () => {
    const line = fc.constantFrom(
      '# H',
      '',
      'text',
      '- item',
      '- [X](http://x.y/z.md)',
      '- [Mine](user_b.md) — mine',
      ours(A),
      ours(C),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, closed) => {
        const before = lines.join('\n') + (closed ? '\n' : '')
        const after = tidyIndex(before, around([A, B, C])).text.split('\n')
        const foreign = (one: string) => one !== '' && one !== ours(A) && one !== ours(B) && one !== ours(C)
        const once = (all: string[]) => [...new Set(all.filter(foreign))]
        expect(once(after)).toEqual(once(lines))
      }),
    )
  })
})
