import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { keepModels, takeModels } from '../../../test/shared-models.ts'
import { convertModel, convertToOnnx } from './convert-model.ts'
import { type Encoder, openEncoder } from './encoder.ts'
import { modelPath, onnxPath } from './model-layout.ts'
import { BGE_ZH, MINILM, type ModelSpec } from './model-spec.ts'
import { openOnnxEncoder } from './onnx-encoder.ts'
import { readOnnxInitializers } from './onnx-initializers.ts'
import { writeOnnx } from './onnx-proto.ts'
import { packAlike } from './windows.ts'

const modelsDirectory = mkdtempSync(join(tmpdir(), 'memdir-onnx-'))
takeModels(modelsDirectory)
afterAll(() => rmSync(modelsDirectory, { recursive: true, force: true }))

/** It is not installed with memdir: `npm i --no-save --ignore-scripts onnxruntime-node`, and these run. */
const isInstalled = (createRequire(import.meta.url).resolve.paths('onnxruntime-node') ?? []).some((path) =>
  existsSync(join(path, 'onnxruntime-node', 'package.json')),
)

const TEXTS = Array.from({ length: 12 }, (_, i) =>
  Array.from({ length: 5 + i * 3 }, (_, k) => (k === 0 ? 101 : 1000 + ((i * 131 + k * 977) % 15_000))),
)

function open(spec: ModelSpec): Encoder {
  if (!existsSync(modelPath(modelsDirectory, spec))) convertModel(spec, { modelsDirectory })
  keepModels(modelsDirectory)
  return openEncoder(modelPath(modelsDirectory, spec), spec)
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}

describe('a graph', () => {
  it('holds what was put into it', () => {
    const file = writeOnnx(
      {
        nodes: [
          { op: 'Add', inputs: ['x', 'floats'], outputs: ['y'], attributes: { axis: -1, perm: [0, 300] } },
        ],
        constants: [
          { name: 'floats', dims: [2, 1], data: Float32Array.from([1.5, -2]) },
          { name: 'bytes', dims: [300], data: new Int8Array(300).fill(-7) },
        ],
        inputs: [{ name: 'x', dims: ['length', 1] }],
        outputs: [{ name: 'y', dims: ['length', 1] }],
      },
      { '': 17 },
    )
    expect(Object.fromEntries(readOnnxInitializers(file))).toEqual({
      floats: { dims: [2, 1], data: Float32Array.from([1.5, -2]) },
      bytes: { dims: [300], data: new Int8Array(300).fill(-7) },
    })
  })
})

describe('runs of texts of about the same length', () => {
  it('hold each text once and never more than their limit, unless it is one text', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 })
    fc.assert(
      fc.property(lengths, (all) => {
        const windows = all.map((length, text) => ({ text, ids: new Array<number>(length).fill(7) }))
        const runs = packAlike(windows, 64)
        expect(
          runs
            .flat()
            .map(({ text }) => text)
            .sort((a, b) => a - b),
        ).toEqual(all.map((_, text) => text))
        for (const run of runs) {
          const longest = Math.max(...run.map(({ ids }) => ids.length))
          expect(run.length === 1 || run.length * longest <= 64).toBe(true)
        }
      }),
    )
  })
})

describe.skipIf(!isInstalled)('onnxruntime', () => {
  it.each([MINILM, BGE_ZH])('answers as our own kernel does: $name', async (spec) => {
    const encoder = open(spec)
    const onnx = await openOnnxEncoder({ spec, modelsDirectory, encoder })
    const theirs = await onnx!.encode(TEXTS)
    for (const [index, text] of TEXTS.entries())
      expect(cosine(encoder.encode([text])[0]!, theirs[index]!)).toBeGreaterThan(0.99)
    await onnx!.close()
    encoder.close()
  })

  it('makes a damaged graph again', async () => {
    const encoder = open(MINILM)
    convertToOnnx(MINILM, { modelsDirectory })
    writeFileSync(onnxPath(modelsDirectory, MINILM), 'damaged')
    const onnx = await openOnnxEncoder({ spec: MINILM, modelsDirectory, encoder })
    expect(await onnx!.encode(TEXTS.slice(0, 1))).toHaveLength(1)
    await onnx!.close()
    encoder.close()
  })

  it('is not used where it answers otherwise', async () => {
    const encoder = open(MINILM)
    const other: Encoder = {
      ...encoder,
      encode: (texts) => texts.map(() => new Float32Array(384).fill(0.051)),
    }
    expect(await openOnnxEncoder({ spec: MINILM, modelsDirectory, encoder: other })).toBeUndefined()
    encoder.close()
  })
})

describe.skipIf(isInstalled)('without onnxruntime', () => {
  it('there is no such encoder, and no graph is written', async () => {
    const encoder = open(MINILM)
    expect(await openOnnxEncoder({ spec: MINILM, modelsDirectory, encoder })).toBeUndefined()
    expect(existsSync(onnxPath(modelsDirectory, MINILM))).toBe(false)
    encoder.close()
  })
})
