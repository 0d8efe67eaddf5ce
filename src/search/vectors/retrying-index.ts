// A store whose calls are tried again where it says that it is busy, and given up when nobody waits any longer. In one
// place, because every store needs it and none does it the same way.
import { setTimeout as wait } from 'node:timers/promises'
import type { MemdirError } from '../../base/values/errors.ts'
import { isRetryable, silent, tooSlow } from './store-error.ts'
import type { VectorIndex } from './vector-index.ts'

interface Patience {
  /** What people call the store. */
  store: string
  /** After the first attempt. Default 4. */
  retries?: number
  /** The first pause; it doubles. Default 100. */
  pauseMs?: number
  /** For an answer to a call, all attempts together, where no signal says how long somebody waits. Default 30,000. */
  answerMs?: number
}

/** For each entry or key of a call: the slowest servers take a tenth of it. */
const ENTRY_MS = 50
/** A whole store is listed; whoever does that has asked it something short before. */
const LISTING_MS = 600_000
/** An index of millions may be made. */
const COMPACTION_MS = 3_600_000

export function retrying(index: VectorIndex, patience: Patience): VectorIndex {
  const { store, retries = 4, pauseMs = 100, answerMs = 30_000 } = patience
  let isClosed = false
  const patiently = async <T>(call: () => Promise<T>, given: AbortSignal | number): Promise<T> => {
    const waits = typeof given !== 'number'
    const signal = waits ? given : AbortSignal.timeout(given)
    const until = <R>(work: () => Promise<R>) => untilAborted(work, store, signal, waits ? tooSlow : silent)
    for (let tried = 0; ; tried++) {
      try {
        return await until(call)
      } catch (error) {
        if (isClosed || signal.aborted || tried >= retries || !isRetryable(error)) throw error
        const pause = pauseMs * 2 ** tried * (0.75 + Math.random() / 2)
        await until(() => wait(waits ? Math.min(pause, pauseMs) : pause))
      }
    }
  }
  const longFor = ({ length }: readonly unknown[]) => answerMs + length * ENTRY_MS
  return {
    settles: index.settles,
    merges: index.merges === true,
    put: (model, entries) => patiently(() => index.put(model, entries), longFor(entries)),
    describe: (model, entries) => patiently(() => index.describe(model, entries), longFor(entries)),
    remove: (model, keys) => patiently(() => index.remove(model, keys), longFor(keys)),
    nearest: (model, query) => patiently(() => index.nearest(model, query), query.signal ?? answerMs),
    get: (model, keys, signal) => patiently(() => index.get(model, keys, signal), signal ?? longFor(keys)),
    keys: (model) => patiently(() => index.keys(model), LISTING_MS),
    count: () => patiently(() => index.count(), answerMs),
    drop: (model) => patiently(() => index.drop(model), answerMs),
    compact: (options) => patiently(async () => index.compact?.(options), COMPACTION_MS),
    close: () => {
      isClosed = true
      return index.close()
    },
  }
}

/** Whatever a client does with its connection: nobody waits for it any longer than this. */
export function untilAborted<T>(
  call: () => Promise<T>,
  store: string,
  signal?: AbortSignal,
  fault: (store: { store: string }) => MemdirError = tooSlow,
): Promise<T> {
  if (!signal) return call()
  if (signal.aborted) return Promise.reject(fault({ store }))
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(fault({ store }))
    signal.addEventListener('abort', stop, { once: true })
    call()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}
