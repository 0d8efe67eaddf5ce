// Where a store should stop answering, found without labels: common questions from outside are put to it, and how much
// evidence they find by chance shows how near to everything this store is. An answer has to stand out from that.

import { catalogTexts } from '../../base/messages/catalog.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { queryTerms } from '../text/terms.ts'
import { findCandidates, type QueryVector, type SearchStore } from './candidates.ts'
import { CALIBRATION, SIMILARITY } from './fitted.ts'
import { foreignQuestions } from './foreign-questions.ts'
import { rankCandidates } from './fusion.ts'
import { judgeHits } from './similarity.ts'

export interface Calibration {
  /** The evidence from which a hit is an answer; see similarity.ts. */
  threshold: number
  /** Questions that were put. */
  probes: number
  /** Documents in the store at that time: calibrate again when it has grown or shrunk by half. */
  documents: number
}

interface CalibrateOptions {
  /** The vectors of each foreign question; none without an embedder. */
  vectors: readonly (readonly QueryVector[])[]
  signal?: AbortSignal
}

export async function calibrate(
  store: SearchStore,
  { vectors, signal }: CalibrateOptions,
): Promise<Calibration> {
  const differences: number[] = []
  for (const [index, text] of foreignQuestions.entries()) {
    if (signal?.aborted) throw new MemdirError('cancelled', message(catalogTexts.calibrationCancelled))
    const difference = await chanceFor(store, text, vectors[index] ?? [])
    if (difference !== undefined) differences.push(difference)
  }
  const { leeway, counted, fewest } = CALIBRATION
  const middle = differences.length < fewest ? 0 : median(differences)
  const shift = counted * Math.max(-leeway, Math.min(leeway, middle))
  return {
    threshold: SIMILARITY.threshold + shift,
    probes: differences.length,
    documents: store.text.count(),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** How much more than usual this question finds; undefined when vectors had no say. */
async function chanceFor(
  store: SearchStore,
  text: string,
  vectors: readonly QueryVector[],
): Promise<number | undefined> {
  const found = await findCandidates(store, { terms: queryTerms(text), vectors, pool: 20 })
  if (found.covered === 0) return undefined
  const ranked = await rankCandidates(store, found, { mode: 'hybrid', depth: 20 })
  const { usualChance } = CALIBRATION
  // What kind of question it is does not depend on the store.
  const judgements = judgeHits(ranked.slice(0, 5), { ...found, answerable: 0 })
  const most = Math.max(...judgements.map(({ evidence }) => evidence))
  return most - (found.dense ? usualChance.dense : usualChance.spaced)
}
