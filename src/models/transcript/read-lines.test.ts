import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOpencodeExport } from './opencode.ts'
import { type FileLine, readLines } from './read-lines.ts'

async function linesOf(content: string | Buffer, options = {}): Promise<FileLine[]> {
  const directory = mkdtempSync(join(tmpdir(), 'memdir-lines-'))
  const path = join(directory, 'f')
  writeFileSync(path, content)
  const lines: FileLine[] = []
  for await (const batch of readLines(path, options)) lines.push(...batch)
  rmSync(directory, { recursive: true })
  return lines
}

test('lines with offsets, the last one open', async () => {
  expect(await linesOf('a\n\nß\nend')).toEqual([
    { text: 'a', offset: 0, whole: true },
    { text: '', offset: 2, whole: true },
    { text: 'ß', offset: 3, whole: true },
    { text: 'end', offset: 6, whole: false },
  ])
  expect((await linesOf('a\n\nß\nend', { from: 3 })).map(({ text }) => text)).toEqual(['ß', 'end'])
})

test('lines over several chunks, with characters on the edges', async () => {
  const long = '世'.repeat(800_000)
  const lines = await linesOf(`x\n${long}\ny\n`)
  expect(lines.map(({ text }) => text)).toEqual(['x', long, 'y'])
  expect(lines[2]!.offset).toBe(2 + 2_400_000 + 1)
})

test('a line over the limit is emptied, not kept', async () => {
  const lines = await linesOf(`a\n${'b'.repeat(3_000_000)}\nc\n`, { maxLineBytes: 1_000_000 })
  expect(lines.map(({ text }) => text)).toEqual(['a', '', 'c'])
})

test('nothing but a regular file of a bounded size is read, and nobody waits for a pipe', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'memdir-lines-'))
  const at = (name: string) => join(directory, name)
  execFileSync('mkfifo', [at('pipe'), at('pipe.gz')])
  writeFileSync(at('hole'), '')
  truncateSync(at('hole'), 2 ** 40)
  for (const path of [at('pipe'), at('pipe.gz'), at('hole'), directory, '/dev/zero'])
    await expect(readLines(path).next(), path).rejects.toMatchObject({
      code: 'io',
      message: expect.stringMatching(/not a regular file|larger than 1024 MB/),
    })
  await expect(readOpencodeExport(at('pipe')).next()).rejects.toMatchObject({ code: 'io' })
  rmSync(directory, { recursive: true })
})
