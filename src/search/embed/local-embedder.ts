// An Embedder that runs a model of npm in WebAssembly. The model is opened at the first text; if its converted
// file is missing or damaged, it is made (again) from the installed package.

import { embeddingTexts } from '../../base/messages/embedding.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import type { Embedder, EmbedOptions } from './embedder.ts'
import type { Encoder } from './encoder.ts'
import { openEncoder } from './encoder.ts'
import type { Encode, EncoderPool } from './encoder-pool.ts'
import { modelPath } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'
import type { OnnxEncoder } from './onnx-encoder.ts'
import type { Windowed } from './windows.ts'
import { createCombiner, packAlike, packRuns, splitIntoWindows } from './windows.ts'
import type { WordPiece } from './word-piece.ts'
import { createWordPiece } from './word-piece.ts'

interface LocalEmbedderOptions {
  spec: ModelSpec
  /** Where converted models are kept: `<config home>/models`. */
  modelsDirectory: string
  /** More threads for large jobs, shared by the models of an installation and closed by whoever made it. */
  pool?: () => Promise<EncoderPool>
  /** For onnxruntime, where it is installed. Default: the cores, at most 4. */
  threads?: number
  /**
   * False on paths that may not wait a second for the first conversion: `embed` then throws `unavailable` when the
   * converted file is missing. Default true.
   */
  mayConvert?: boolean
}

/** From here on other threads pay off: about half a second of work for one core. */
const POOL_TOKENS = 2048
/** Texts are packed into runs of at most so many tokens, unless one is longer: what a run touches stays in the cache. */
const RUN_TOKENS = 256
/** The same for onnxruntime, which takes texts of different length as long as the longest. */
const BATCH_TOKENS = 1024

export function createLocalEmbedder(options: LocalEmbedderOptions): Embedder {
  const { spec } = options
  const path = modelPath(options.modelsDirectory, spec)
  let model: Promise<OpenModel> | undefined
  let onnx: Promise<OnnxEncoder | undefined> | undefined

  const open = (opening: () => Promise<Encoder>): Promise<OpenModel> => {
    model ??= opening()
      .then((encoder) => ({ encoder, wordPiece: createWordPiece(encoder.vocabulary) }))
      .catch((error: unknown) => {
        model = undefined
        throw error
      })
    return model
  }
  /** Looked for once: whether it is installed does not change. */
  const openOnnx = (encoder: Encoder): Promise<OnnxEncoder | undefined> => {
    const { modelsDirectory, threads } = options
    onnx ??= import('./onnx-encoder.ts').then(({ openOnnxEncoder }) =>
      openOnnxEncoder({ spec, modelsDirectory, encoder, threads }),
    )
    return onnx
  }
  const close = async (): Promise<void> => {
    // What could not be opened was said to whoever asked for vectors, and needs no closing.
    const opened = await model?.catch(() => undefined)
    const closing = await onnx
    model = undefined
    onnx = undefined
    opened?.encoder.close()
    await closing?.close()
  }

  const embedWith = async (
    { encoder, wordPiece }: OpenModel,
    texts: readonly string[],
    asked: EmbedOptions,
  ): Promise<Float32Array[]> => {
    const prefix = asked.purpose === 'query' ? spec.queryPrefix : ''
    const windows = tokeniseAll(texts, prefix, wordPiece, spec.window)
    const tokens = windows.reduce((sum, { ids }) => sum + ids.length, 0)
    const own = inThisThread(encoder)
    const run = (runs: Windowed[][], encoders: Encode[]) =>
      runAll(runs, { texts: texts.length, spec, own, encoders }, asked)
    if (tokens < POOL_TOKENS) return run(packRuns(windows, RUN_TOKENS), [own])
    const onnx = asked.purpose === 'memory' ? await openOnnx(encoder) : undefined
    if (onnx) return run(packAlike(windows, BATCH_TOKENS), [onnx.encode])
    const others = (await options.pool?.())?.encoders({ path, spec }) ?? []
    // Twice: each thread has its next run waiting while it is at one. This thread last: it lets nobody else begin
    // before its first run is done.
    return run(packRuns(windows, RUN_TOKENS), [...others, ...others, own])
  }

  const embed = async (texts: readonly string[], asked: EmbedOptions): Promise<Float32Array[]> => {
    if (texts.length === 0) return []
    try {
      return await embedWith(await open(() => openOrConvert(path, options)), texts, asked)
    } catch (error) {
      // Damaged weights show when they are used.
      if (!isBroken(error)) throw error
      await close()
      await (await options.pool?.())?.close()
      return embedWith(await open(() => convertAndOpen(path, options)), texts, asked)
    }
  }

  return { model: spec.name, dimensions: spec.width, languages: spec.languages, embed, close }
}

interface OpenModel {
  encoder: Encoder
  wordPiece: WordPiece
}

async function openOrConvert(path: string, options: LocalEmbedderOptions): Promise<Encoder> {
  try {
    return openEncoder(path, options.spec)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && !isBroken(error)) throw error
    return convertAndOpen(path, options)
  }
}

function isBroken(error: unknown): boolean {
  return MemdirError.is(error) && error.code === 'broken_file'
}

async function convertAndOpen(path: string, options: LocalEmbedderOptions): Promise<Encoder> {
  const { spec, modelsDirectory, mayConvert = true } = options
  if (!mayConvert) throw notPrepared(spec)
  const { convertModel } = await import('./convert-model.ts')
  convertModel(spec, { modelsDirectory })
  return openEncoder(path, spec)
}

function notPrepared(spec: ModelSpec): MemdirError {
  return new MemdirError('unavailable', message(embeddingTexts.modelNotPrepared, { model: spec.name }), {
    fix: message(embeddingTexts.runReindex),
    details: { model: spec.name },
  })
}

function tokeniseAll(
  texts: readonly string[],
  prefix: string,
  wordPiece: WordPiece,
  window: number,
): Windowed[] {
  return texts.flatMap((text, index) =>
    splitIntoWindows(wordPiece.tokenise(prefix + text), window, wordPiece.first, wordPiece.last).map(
      (ids) => ({
        text: index,
        ids,
      }),
    ),
  )
}

/** Gives way to other work after each run, so that progress shows and an abort takes effect. */
function inThisThread(encoder: Encoder): Encode {
  let ran = false
  return async (sequences) => {
    if (ran) await new Promise((resolve) => setImmediate(resolve))
    ran = true
    return encoder.encode(sequences)
  }
}

interface Running {
  texts: number
  spec: ModelSpec
  /** Does what the others leave. */
  own: Encode
  encoders: readonly Encode[]
}

/** Encoders take runs from one queue. One that fails hands its run back and takes no more; our own cannot. */
async function runAll(
  runs: Windowed[][],
  { texts, spec, own, encoders }: Running,
  { signal, onProgress }: EmbedOptions,
): Promise<Float32Array[]> {
  const queue = [...runs].reverse()
  const combiner = createCombiner(texts, spec.width)
  const left = new Uint32Array(texts)
  for (const run of runs) for (const { text } of run) left[text] = (left[text] ?? 0) + 1
  let done = 0
  const drain = async (encode: Encode): Promise<void> => {
    for (let run = queue.pop(); run; run = queue.pop()) {
      throwIfCancelled(signal)
      const vectors = await encode(run.map(({ ids }) => ids)).catch((error: unknown) => {
        if (encode === own) throw error
        return undefined
      })
      if (!vectors) {
        // In parts that our own kernel has room for.
        queue.push(...packRuns(run, RUN_TOKENS))
        return
      }
      for (const [i, { text, ids }] of run.entries()) {
        combiner.add(text, vectors[i] ?? [], ids.length)
        left[text] = (left[text] ?? 0) - 1
        if (left[text] === 0) done++
      }
      onProgress?.(done, texts)
    }
  }
  await Promise.all(encoders.map(drain))
  await drain(own)
  return combiner.finish()
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new MemdirError('cancelled', message(embeddingTexts.embeddingCancelled), { cause: signal.reason })
}
