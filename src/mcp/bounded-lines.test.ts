import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { boundedLines } from './bounded-lines.ts'

async function pass(chunks: string[], most: number) {
  let told = 0
  const bytes: Buffer[] = []
  const lines = Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(
    boundedLines(most, () => told++),
  )
  for await (const chunk of lines) bytes.push(chunk as Buffer)
  return { text: Buffer.concat(bytes).toString(), told }
}

describe('lines of bounded length', () => {
  it('pass, wherever the chunks are cut', async () => {
    expect(await pass(['{"a"', ':1}\n{"b":', '2}\n', '\n'], 20)).toEqual({
      text: '{"a":1}\n{"b":2}\n\n',
      told: 0,
    })
  })

  it('are left out and told of when they are longer, and the next one passes', async () => {
    expect(await pass(['x'.repeat(8), 'x'.repeat(8), 'x\n{"b":2}\n'], 10)).toEqual({
      text: '{"b":2}\n',
      told: 1,
    })
  })
})
