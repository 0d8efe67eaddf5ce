// Moves vectors from one store to another: nothing is embedded again. It may be stopped at any time: what the other store
// has of the same text is not moved twice.
import { isOver, type TimeLimit } from '../../base/time/time-limit.ts'
import type { SearchStore } from '../ranking/candidates.ts'
import { nameOf } from './known-vectors.ts'
import { metadataOf } from './metadata-digest.ts'
import type { SearchVectors, StoredKey, VectorEntry } from './vector-index.ts'

export interface MoveOptions extends TimeLimit {
  /** Vectors, of all models. */
  onProgress?: (done: number, total: number) => void
  /** Only these models. */
  models?: readonly string[]
}

export interface Moved {
  /** Vectors that were copied now, and that were there already. */
  moved: number
  there: number
  /** False when time ran out. */
  complete: boolean
}

const BATCH = 200

export async function moveVectors(
  { text, vectors: to }: SearchStore,
  from: SearchVectors,
  { onProgress, models, ...limit }: MoveOptions = {},
): Promise<Moved> {
  const plan = await planMove(text, from, to, models)
  const total = plan.reduce((sum, { missing }) => sum + missing.length, 0)
  const there = plan.reduce((sum, one) => sum + one.there, 0)
  let moved = 0
  for (const { model, missing } of plan)
    for (let at = 0; at < missing.length; at += BATCH) {
      if (isOver(limit)) return { moved, there, complete: false }
      const entries = await entriesOf(text, from, model, missing.slice(at, at + BATCH))
      await to.put(model, entries)
      moved += entries.length
      onProgress?.(there + moved, there + total)
    }
  if (moved > 0) await to.compact()
  return { moved, there, complete: true }
}

/** What the source has of the texts as they are now, and the target has not. */
async function planMove(
  text: SearchStore['text'],
  from: SearchVectors,
  to: SearchVectors,
  models: readonly string[] | undefined,
): Promise<{ model: string; missing: StoredKey[]; there: number }[]> {
  const versions = new Map(text.documents().map(({ id, version }) => [id, version]))
  const isCurrent = ({ memory, version }: StoredKey) => versions.get(memory) === version
  const named = (key: StoredKey) => `${key.version} ${nameOf(key)}`
  const plan: { model: string; missing: StoredKey[]; there: number }[] = []
  for (const model of await from.models()) {
    if (models && !models.includes(model)) continue
    const stored = new Set((await to.keys(model)).map(named))
    const keys = (await from.keys(model)).filter(isCurrent)
    const missing = keys.filter((key) => !stored.has(named(key)))
    plan.push({ model, missing, there: keys.length - missing.length })
  }
  return plan
}

async function entriesOf(
  text: SearchStore['text'],
  from: SearchVectors,
  model: string,
  keys: readonly StoredKey[],
): Promise<VectorEntry[]> {
  const documents = new Map(text.documents(keys.map(({ memory }) => memory)).map((one) => [one.id, one]))
  return (await from.get(model, keys)).flatMap(({ memory, passage, version, vector }) => {
    const document = documents.get(memory)
    return document?.version === version
      ? [{ memory, passage, version, vector, metadata: metadataOf(document) }]
      : []
  })
}
