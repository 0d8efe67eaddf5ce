// Where a store should stop answering, found without labels. Two kinds of questions that it cannot answer are put to
// it: common ones from outside, and statements of its own memories, each asked as if that memory (and what stands
// beside it) were not there. What still comes up shows how near to everything this store is.
import { MemdirError } from '../lib/errors.ts'
import type { SearchBackend } from './backend.ts'
import { findCandidates, type QueryVector } from './candidates.ts'
import { foreignQuestions } from './foreign-questions.ts'
import { rankCandidates } from './fusion.ts'
import { sharedEvidence, USUAL_THRESHOLD } from './similarity.ts'
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

/** Of the questions that cannot be answered, at most about this share may bring something up. */
const TOLERATED = 0.1
/** Labelled stores lie within this of the usual threshold; a store that seems to ask for more is not believed. */
const LEEWAY = 0.6

export async function calibrate(backend: SearchBackend, options: CalibrateOptions): Promise<Calibration> {
  const { documents } = await backend.stats()
  const vectors = await options.embed(foreignQuestions)
  const evidence: number[] = []
  for (const [index, text] of foreignQuestions.entries()) {
    if (options.signal?.aborted) throw new MemdirError('cancelled', 'Calibration was cancelled.')
    evidence.push(await bestEvidence(backend, text, vectors[index] ?? []))
  }
  evidence.sort((a, b) => a - b)
  const wanted = evidence[Math.floor(evidence.length * (1 - TOLERATED))] ?? USUAL_THRESHOLD
  const threshold = Math.max(USUAL_THRESHOLD - LEEWAY, Math.min(USUAL_THRESHOLD + LEEWAY, wanted))
  return { threshold, probes: evidence.length, documents }
}

/** The evidence of what would be answered; −∞ when nothing at all comes up. */
async function bestEvidence(
  backend: SearchBackend,
  text: string,
  vectors: readonly QueryVector[],
): Promise<number> {
  const found = await findCandidates(backend, { terms: queryTerms(text), vectors, pool: 20 })
  const mode = found.covered > 0 ? 'hybrid' : 'fulltext'
  const ranked = (await rankCandidates(backend, found, { mode, depth: 20 })).slice(0, 5)
  const candidates = ranked.map(({ candidate }) => candidate)
  return Math.max(...sharedEvidence(candidates, found.meanLength))
}
