// The same model run by onnxruntime, for large jobs where a person has installed it: several times faster than our
// kernel on processors with instructions for int8. Loaded only then.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Encoder } from './encoder.ts'
import type { Encode } from './encoder-pool.ts'
import { onnxPath } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'
import { toUnit } from './windows.ts'

interface OnnxEncoderOptions {
  spec: ModelSpec
  modelsDirectory: string
  /** Our own: it looks words up, and what it answers is what the other has to answer. */
  encoder: Encoder
  threads?: number
}

export interface OnnxEncoder {
  encode: Encode
  close(): Promise<void>
}

/** Undefined where it is not installed, or does not answer as ours does. */
export async function openOnnxEncoder(options: OnnxEncoderOptions): Promise<OnnxEncoder | undefined> {
  const runtime = await loadRuntime()
  if (!runtime) return undefined
  // Only speed is lost: our own kernel gives the same vectors, and `memdir reindex` shows how many a second.
  const session = await openSession(runtime, options).catch(() => undefined)
  if (!session) return undefined
  const encode: Encode = (sequences) => encodeWith(runtime, session, sequences, options)
  if (await agrees(encode, options).catch(() => false)) return { encode, close: () => session.release() }
  await session.release()
  return undefined
}

/** What is used of onnxruntime-node: it is not installed with memdir. */
interface Runtime {
  InferenceSession: { create(path: string, options: object): Promise<Session> }
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor
}

interface Session {
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>
  release(): Promise<void>
}

interface Tensor {
  data: Float32Array
}

async function loadRuntime(): Promise<Runtime | undefined> {
  // Not a literal: bundlers and compilers would look for it.
  const name: string = 'onnxruntime-node'
  try {
    const module = (await import(name)) as Runtime & { default?: Runtime }
    return module.default ?? module
  } catch {
    return undefined
  }
}

async function openSession(
  runtime: Runtime,
  { spec, modelsDirectory, threads = Math.min(4, availableParallelism()) }: OnnxEncoderOptions,
): Promise<Session> {
  const path = onnxPath(modelsDirectory, spec)
  const settings = { intraOpNumThreads: threads, logSeverityLevel: 3 }
  const make = async (): Promise<Session> => {
    const { convertToOnnx } = await import('./convert-model.ts')
    return runtime.InferenceSession.create(convertToOnnx(spec, { modelsDirectory }), settings)
  }
  if (!existsSync(path)) return make()
  // A damaged graph is made again.
  return runtime.InferenceSession.create(path, settings).catch(make)
}

/** Far enough below every score that softmax leaves nothing. */
const NO_TOKEN = -1e4

async function encodeWith(
  runtime: Runtime,
  session: Session,
  sequences: readonly ArrayLike<number>[],
  { spec, encoder }: OnnxEncoderOptions,
): Promise<Float32Array[]> {
  const { width, pooling } = spec
  const length = Math.max(...sequences.map((ids) => ids.length))
  const tokens = new Float32Array(sequences.length * length * width)
  const mask = new Float32Array(sequences.length * length).fill(NO_TOKEN)
  for (const [index, ids] of sequences.entries()) {
    tokens.set(encoder.embedTokens(ids), index * length * width)
    mask.fill(0, index * length, index * length + ids.length)
  }
  const { states } = await session.run({
    tokens: new runtime.Tensor('float32', tokens, [sequences.length, length, width]),
    mask: new runtime.Tensor('float32', mask, [sequences.length, 1, 1, length]),
  })
  return sequences.map((ids, index) => {
    const rows = pooling === 'mean' ? ids.length : 1
    const vector = new Float32Array(width)
    const data = states?.data ?? new Float32Array()
    for (let row = 0; row < rows; row++) {
      const from = (index * length + row) * width
      for (let i = 0; i < width; i++) vector[i] = (vector[i] ?? 0) + (data[from + i] ?? 0)
    }
    return toUnit(vector)
  })
}

/** Some processors without those instructions round sums of int8 wrongly: then ours does the work. */
const LEAST_COSINE = 0.99

async function agrees(encode: Encode, { encoder }: OnnxEncoderOptions): Promise<boolean> {
  const sequences = [PROBE, PROBE.slice(0, 7)]
  const theirs = await encode(sequences)
  const ours = encoder.encode(sequences)
  return ours.every((vector, index) => {
    const other = theirs[index]
    return vector.reduce((sum, value, i) => sum + value * (other?.[i] ?? 0), 0) >= LEAST_COSINE
  })
}

/** Any words will do. */
const PROBE = [101, 2054, 2003, 1996, 3462, 2005, 4031, 7170, 1999, 2023, 2622, 1029, 102]
