import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { boundedLines } from './bounded-lines.ts'

async function pass(chunks: string[], most: number) {
  const reported: unknown[] = []
  const bytes: Buffer[] = []
  const lines = Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(
    boundedLines(most, {
      pass: (line) => line,
      onTooLong: (outline) => reported.push(outline.value()?.id),
    }),
  )
  for await (const chunk of lines) bytes.push(chunk as Buffer)
  return { text: Buffer.concat(bytes).toString(), reported }
}

describe('lines of bounded length', () => {
  it('pass, wherever the chunks are cut', async () => {
    expect(await pass(['{"a"', ':1}\n{"b":', '2}\n', '\n'], 20)).toEqual({
      text: '{"a":1}\n{"b":2}\n\n',
      reported: [],
    })
  })

  it('are left out and reported when they are longer, and the next one passes', async () => {
    expect(await pass(['x'.repeat(8), 'x'.repeat(8), 'x\n{"b":2}\n'], 10)).toEqual({
      text: '{"b":2}\n',
      reported: [undefined],
    })
  })

  it('are reported with their id, wherever it is, also where the input ends within one', async () => {
    const long = (id: number) => `{"params":{"text":"${'x'.repeat(40)}"},"id":${id}}`
    expect(await pass([long(1).slice(0, 30), `${long(1).slice(30)}\n`, `{}\n${long(2)}`], 20)).toEqual({
      text: '{}\n',
      reported: [1, 2],
    })
  })
})
