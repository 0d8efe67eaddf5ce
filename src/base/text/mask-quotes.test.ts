import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { nodeFileOps } from '../files/file-ops.ts'
import { quoteFinder } from './find-quotes.ts'
import { maskQuotes } from './mask-quotes.ts'

const text = 'Our vault opens with the bandersnatch code.\nAsk Mei before you change it; she keeps the list.'
const chinese = '金库的暗号是“不要惊动仙鹤”，只有小梅知道。'
const find = quoteFinder([text, chinese])
const quoted = (other: string) => find(other).map(([from, to]) => other.slice(from, to))

describe('a quotation', () => {
  it('is a whole line or sentence, a long piece, or JSON within JSON', () => {
    expect(quoted(`> ${text.split('\n')[0]}\n> more`)).toEqual([text.split('\n')[0]])
    expect(quoted('It says: she keeps the list. Really?')).toEqual([' she keeps the list.'])
    expect(quoted('Our vault opens with the bandersnatch co…')).toEqual([
      'Our vault opens with the bandersnatch co',
    ])
    expect(quoted('他说：“不要惊动仙鹤”，只有小梅知道。是吗？')).toEqual(['“不要惊动仙鹤”，只有小梅知道。'])
    const nested = JSON.stringify({ raw: JSON.stringify({ text }) })
    expect(quoted(nested)[0]).toContain('bandersnatch')
  })

  it('is not what many texts say', () => {
    expect(quoted('Ask Mei. The code is in the vault. 小梅知道。')).toEqual([])
    const word = quoteFinder(['Database', 'ok', '是的'])
    expect(word('Our Database is ok. 是的')).toEqual([])
    expect(quoteFinder(['暗号是仙鹤'])('他问：暗号是仙鹤吗？')).toEqual([[3, 8]])
  })

  it('never splits a character, and what it leaves holds no long piece of the text', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(text, chinese, text.slice(5, 50), '😀', '\\', '"'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const other = parts.join('')
        let rest = other
        for (const [from, to] of find(other)) {
          expect(other.slice(from, to).isWellFormed() || !other.isWellFormed()).toBe(true)
          rest = rest.slice(0, from) + '*'.repeat(to - from) + rest.slice(to)
        }
        expect(rest).not.toContain('bandersnatch code.')
        expect(find(rest)).toEqual([])
      }),
    )
  })
})

function file(content: string | Buffer) {
  const path = join(temporaryDirectory(), 'log.jsonl')
  writeFileSync(path, content)
  return { path, mask: () => maskQuotes(nodeFileOps, path, find), read: () => readFileSync(path, 'utf8') }
}

describe('covering', () => {
  it('keeps JSON lines readable, everything else in them, and the length of the file', () => {
    const lines = [
      { type: 'message', text: `You said: ${text}` },
      { type: 'message', text: 'Something else, 别的事' },
      { type: 'tool', raw: JSON.stringify({ prompt: `${chinese}\n"x"` }), [text]: 1 },
    ]
    const log = file(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    const { size } = statSync(log.path)
    expect(log.mask()).toBe(true)
    expect(statSync(log.path).size).toBe(size)
    const read = log
      .read()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(read[0].text).toMatch(/^You said: \*+\n\*+$/)
    expect(read[1]).toEqual(lines[1])
    expect(JSON.parse(read[2].raw).prompt).toMatch(/^\*+\n"x"$/)
    expect(log.read()).not.toMatch(/bandersnatch|仙鹤/)
    expect(log.mask()).toBe(false)
  })

  it('covers plain text and torn lines byte by byte', () => {
    const notes = file(`# Notes\n\n${text}\n\n然后：${chinese}\n完`)
    const { size } = statSync(notes.path)
    notes.mask()
    expect(notes.read()).toMatch(/^# Notes\n\n\*+\n\*+\n\n然后：\*+\n完$/)
    expect(statSync(notes.path).size).toBe(size)
    const whole = Buffer.from(`${JSON.stringify({ a: 1 })}\n{"text":"${chinese}${chinese}`)
    const torn = file(whole.subarray(0, whole.length - 1))
    torn.mask()
    expect(torn.read()).toMatch(/^\{"a":1\}\n *$/)
  })

  it('loses nothing of what another process appends in the meantime', () => {
    const log = file(`${JSON.stringify({ text })}\n`)
    const fd = openSync(log.path, 'a')
    writeSync(fd, '{"n":1}\n')
    log.mask()
    writeSync(fd, '{"n":2}\n')
    closeSync(fd)
    appendFileSync(log.path, '{"n":3}\n')
    expect(log.read().trim().split('\n').slice(1)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}'])
  })
})
