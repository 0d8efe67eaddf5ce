// The vectors of the calibration's questions, kept next to the models: they are the same for every store, and a provider
// is asked for them once.
import { join } from 'node:path'
import { readState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { toSimplified } from '../../base/terms/characters.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { Embedders, PlannedText } from '../create-embedders.ts'
import type { Embedder } from '../embed/embedder.ts'
import type { QueryVector } from '../ranking/candidates.ts'
import { fileNameOf } from '../vectors/vector-files.ts'
import { queryVector } from './embed-texts.ts'

/** In the order of the questions. */
export async function embedQuestions(
  embedders: Embedders,
  questions: readonly string[],
  { directory, signal }: { directory: string; signal?: AbortSignal },
): Promise<QueryVector[][]> {
  const plans = await Promise.all(questions.map((question) => embedders.plan(toSimplified(question))))
  const vectors = new Map<PlannedText, Float32Array>()
  for (const embedder of embedders.all) {
    const parts = plans.flat().filter((part) => part.embedder === embedder)
    const made = await vectorsOf(
      embedder,
      parts.map(({ text }) => text),
      { path: join(directory, `questions-${fileNameOf(embedder.model)}.json`), signal },
    )
    for (const part of parts) {
      const vector = made.get(part.text)
      if (vector) vectors.set(part, vector)
    }
  }
  return plans.map((plan) =>
    plan.flatMap((part) => {
      const vector = vectors.get(part)
      return vector ? [queryVector(part.embedder, vector, part.form)] : []
    }),
  )
}

async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  { path, signal }: { path: string; signal?: AbortSignal },
): Promise<Map<string, Float32Array>> {
  const known = new Map(readState(path, VECTORS))
  const missing = texts.filter((text) => !known.has(text))
  if (missing.length === 0) return known
  const made = await embedder.embed(missing, { purpose: 'query', ...(signal ? { signal } : {}) })
  for (const [index, vector] of made.entries()) {
    const text = missing[index]
    if (text !== undefined) known.set(text, vector)
  }
  // Not kept where nothing can be: then they are made again.
  attempt(() => writeState(path, VECTORS, known))
  return known
}

/** By question, each in base64: a number of 12 digits would take three times the bytes. */
const VECTORS: StateKind<ReadonlyMap<string, Float32Array>> = {
  read: ({ vectors }) =>
    isObject(vectors)
      ? new Map(
          Object.entries(vectors).map(([text, base64]) => {
            const bytes = Uint8Array.from(Buffer.from(String(base64), 'base64'))
            return [text, new Float32Array(bytes.buffer, 0, bytes.length >> 2)]
          }),
        )
      : undefined,
  plain: (known) => ({
    vectors: Object.fromEntries(
      [...known].map(([text, { buffer, byteOffset, byteLength }]) => [
        text,
        Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
      ]),
    ),
  }),
  most: 64_000_000,
  durable: false,
  rebuilt: true,
}
