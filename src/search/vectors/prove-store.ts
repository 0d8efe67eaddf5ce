// Whether a store keeps what it is given: a vector is written, found and removed again, in a scope of its own.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { StoreSettings } from '../store-settings.ts'
import { recordId } from './flat-metadata.ts'
import { openIndex } from './open-external.ts'

export interface StoreProof {
  /** Milliseconds from the first call to the answer that has it. */
  ms: number
  found: boolean
}

const MODEL = 'doctor'
const KEY = { memory: 'doctor.md', passage: 0 }
/** Both local models fit into an index of so many dimensions; a smaller one is said by the store. */
const DIMENSIONS = 512
/** How long a store that settles later is asked. */
const SETTLES_MS = 20_000

export async function proveStore(settings: StoreSettings): Promise<StoreProof> {
  const index = await openIndex(settings, `doctor-${randomUUID()}`)
  try {
    const started = performance.now()
    const vector = Float32Array.from({ length: DIMENSIONS }, (_, at) => (at === 7 ? 1 : 0))
    const metadata = { tags: ['doctor'], changed: 0 }
    await index.put(MODEL, [{ ...KEY, version: 1, vector, metadata }])
    const until = started + (index.settles === 'later' ? SETTLES_MS : 0)
    for (;;) {
      const [hit] = await index.nearest(MODEL, { vector, limit: 1, filter: { tags: ['doctor'] } })
      const found = hit?.record === recordId(KEY) && hit.cosine > 0.99
      if (found || performance.now() >= until) return { ms: Math.round(performance.now() - started), found }
      await wait(250)
    }
  } finally {
    await index.drop(MODEL).catch(() => {})
    await index.close().catch(() => {})
  }
}
