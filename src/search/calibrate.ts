// Where a store should stop answering, found without labels: common questions from outside are put to it, and how much
// evidence they find by chance shows how near to everything this store is. An answer has to stand out from that.
import { MemdirError } from '../lib/errors.ts'
import type { SearchBackend } from './backend.ts'
import { findCandidates, type QueryVector } from './candidates.ts'
import { foreignQuestions } from './foreign-questions.ts'
import { rankCandidates } from './fusion.ts'
import { judgeHits, USUAL_THRESHOLD } from './similarity.ts'
import { queryTerms } from './terms.ts'

export interface Calibration {
  /** The evidence from which a hit is an answer; see similarity.ts. */
  threshold: number
  /** Questions that were put. */
  probes: number
  /** Documents in the store at that time: calibrate again when it has grown or shrunk by half. */
  documents: number
}

export interface CalibrateOptions {
  /** Vectors of a question; empty without an embedder. */
  embed(texts: readonly string[]): Promise<QueryVector[][]>
  signal?: AbortSignal
}

/**
 * What such questions find in the middle of stores of all kinds, where the usual threshold is right: in English, and
 * in Chinese, whose model calls everything rather similar.
 */
const USUAL_CHANCE = { spaced: -6.2, dense: -2 }
/** How far a store is believed to differ, and how much of that counts: the rest is luck. */
const LEEWAY = 4
const COUNTED = 0.07

/** With fewer answers (no vectors, an empty store) nothing can be said. */
const FEWEST = 12

export async function calibrate(backend: SearchBackend, options: CalibrateOptions): Promise<Calibration> {
  const { documents } = await backend.stats()
  const vectors = await options.embed(foreignQuestions)
  const differences: number[] = []
  for (const [index, text] of foreignQuestions.entries()) {
    if (options.signal?.aborted) throw new MemdirError('cancelled', 'Calibration was cancelled.')
    const difference = await chanceFor(backend, text, vectors[index] ?? [])
    if (difference !== undefined) differences.push(difference)
  }
  differences.sort((a, b) => a - b)
  const middle = differences.length < FEWEST ? 0 : differences[differences.length >> 1]!
  const shift = COUNTED * Math.max(-LEEWAY, Math.min(LEEWAY, middle))
  return { threshold: USUAL_THRESHOLD + shift, probes: differences.length, documents }
}

/** How much more than usual this question finds; undefined when vectors had no say. */
async function chanceFor(
  backend: SearchBackend,
  text: string,
  vectors: readonly QueryVector[],
): Promise<number | undefined> {
  const found = await findCandidates(backend, { terms: queryTerms(text), vectors, pool: 20 })
  if (found.covered === 0) return undefined
  const ranked = await rankCandidates(backend, found, { mode: 'hybrid', depth: 20 })
  const usual = found.dense ? USUAL_CHANCE.dense : USUAL_CHANCE.spaced
  const judgements = judgeHits(ranked.slice(0, 5), found)
  return Math.max(...judgements.map(({ evidence }) => evidence)) - usual
}
