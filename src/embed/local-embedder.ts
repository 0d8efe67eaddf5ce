// An Embedder that runs a model of npm in WebAssembly. The model is opened at the first text; if its converted
// file is missing or damaged, it is made (again) from the installed package.
import { MemdirError, systemCode } from '../lib/errors.ts'
import { EMBEDDING_CANCELLED, MODEL_NOT_PREPARED, RUN_REINDEX } from '../messages/embedding.ts'
import { message } from '../messages/message.ts'
import type { Embedder, EmbedOptions } from './embedder.ts'
import type { Encoder } from './encoder.ts'
import { openEncoder, RUN_TOKENS } from './encoder.ts'
import type { Encode, EncoderWorkers } from './encoder-workers.ts'
import { modelPath } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'
import type { Windowed } from './windows.ts'
import { createCombiner, packRuns, splitIntoWindows } from './windows.ts'
import type { WordPiece } from './word-piece.ts'
import { createWordPiece } from './word-piece.ts'

export interface LocalEmbedderOptions {
  spec: ModelSpec
  /** Where converted models are kept: `<config home>/models`. */
  modelsDirectory: string
  /** Threads for large jobs, this one included. Each takes about 30 MB. Default: the cores, at most 4. */
  threads?: number
  /**
   * False on paths that may not wait a second for the first conversion: `embed` then throws `unavailable` when the
   * converted file is missing. Default true.
   */
  mayConvert?: boolean
}

/** From here on starting workers pays off: about a second of work for one core. */
const WORKER_TOKENS = 2048

export function createLocalEmbedder(options: LocalEmbedderOptions): Embedder {
  const { spec } = options
  let model: Promise<OpenModel> | undefined
  const jobs = new Set<EncoderWorkers>()

  const embed = async (texts: readonly string[], asked: EmbedOptions): Promise<Float32Array[]> => {
    if (texts.length === 0) return []
    model ??= openModel(options)
    const { encoder, wordPiece, path } = await model.catch((error: unknown) => {
      model = undefined
      throw error
    })
    const windows = tokeniseAll(
      texts,
      asked.purpose === 'query' ? spec.queryPrefix : '',
      wordPiece,
      spec.window,
    )
    const tokens = windows.reduce((sum, { ids }) => sum + ids.length, 0)
    const runs = packRuns(windows, RUN_TOKENS)
    const inline = () => runAll(runs, texts.length, spec, [inThisThread(encoder)], asked)
    if (tokens < WORKER_TOKENS) return inline()

    const { spareThreads, startEncoderWorkers } = await import('./encoder-workers.ts')
    const spare = Math.min(spareThreads(options.threads), runs.length - 1)
    if (spare < 1) return inline()
    const workers = startEncoderWorkers({ path, spec }, spare)
    jobs.add(workers)
    try {
      return await runAll(runs, texts.length, spec, [inThisThread(encoder), ...workers.encode], asked)
    } finally {
      jobs.delete(workers)
      await workers.close()
    }
  }

  return {
    model: spec.name,
    dimensions: spec.width,
    languages: spec.languages,
    embed,
    close: async () => {
      await Promise.all([...jobs].map((workers) => workers.close()))
      const open = await model?.catch(() => undefined)
      model = undefined
      open?.encoder.close()
    },
  }
}

interface OpenModel {
  encoder: Encoder
  wordPiece: WordPiece
  path: string
}

async function openModel(options: LocalEmbedderOptions): Promise<OpenModel> {
  const path = modelPath(options.modelsDirectory, options.spec)
  const encoder = tryToOpen(path, options.spec) ?? (await convertAndOpen(path, options))
  return { encoder, wordPiece: createWordPiece(encoder.vocabulary), path }
}

function tryToOpen(path: string, spec: ModelSpec): Encoder | undefined {
  try {
    return openEncoder(path, spec)
  } catch (error) {
    const repairable =
      systemCode(error) === 'ENOENT' || (MemdirError.is(error) && error.code === 'broken_file')
    if (repairable) return undefined
    throw error
  }
}

async function convertAndOpen(path: string, options: LocalEmbedderOptions): Promise<Encoder> {
  const { spec, modelsDirectory, mayConvert = true } = options
  if (!mayConvert) throw notPrepared(spec)
  const { convertModel } = await import('./convert-model.ts')
  convertModel(spec, { modelsDirectory })
  return openEncoder(path, spec)
}

function notPrepared(spec: ModelSpec): MemdirError {
  return new MemdirError('unavailable', message(MODEL_NOT_PREPARED, { model: spec.name }), {
    fix: message(RUN_REINDEX),
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

/** Threads take runs from one queue. A worker that dies hands its run back; the first thread, this one, cannot. */
async function runAll(
  runs: Windowed[][],
  texts: number,
  spec: ModelSpec,
  [own, ...workers]: [Encode, ...Encode[]],
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
        queue.push(run)
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
  await Promise.all([own, ...workers].map(drain))
  await drain(own)
  return combiner.finish()
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new MemdirError('cancelled', message(EMBEDDING_CANCELLED), { cause: signal.reason })
}
