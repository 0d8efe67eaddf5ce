// A store whose calls are tried again where it says that it is busy, and given up when nobody waits any longer. In one
// place, because every store needs it and none does it the same way.
import { setTimeout as wait } from 'node:timers/promises'
import { isRetryable, tooSlow } from './store-error.ts'
import type { VectorIndex } from './vector-index.ts'

export interface Patience {
  /** What people call the store. */
  store: string
  /** After the first attempt. Default 4. */
  retries?: number
  /** The first pause; it doubles. Default 100. */
  pauseMs?: number
}

export function retrying(index: VectorIndex, { store, retries = 4, pauseMs = 100 }: Patience): VectorIndex {
  let isClosed = false
  const patiently = async <T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    for (let tried = 0; ; tried++) {
      try {
        return await untilAborted(call, store, signal)
      } catch (error) {
        if (isClosed || tried >= retries || !isRetryable(error)) throw error
        const pause = pauseMs * 2 ** tried * (0.75 + Math.random() / 2)
        await untilAborted(() => wait(signal ? Math.min(pause, pauseMs) : pause), store, signal)
      }
    }
  }
  return {
    settles: index.settles,
    merges: index.merges === true,
    put: (model, entries) => patiently(() => index.put(model, entries)),
    describe: (model, entries) => patiently(() => index.describe(model, entries)),
    remove: (model, keys) => patiently(() => index.remove(model, keys)),
    nearest: (model, query) => patiently(() => index.nearest(model, query), query.signal),
    get: (model, keys, signal) => patiently(() => index.get(model, keys, signal), signal),
    keys: (model) => patiently(() => index.keys(model)),
    count: () => patiently(() => index.count()),
    drop: (model) => patiently(() => index.drop(model)),
    compact: (options) => patiently(async () => index.compact?.(options)),
    close: () => {
      isClosed = true
      return index.close()
    },
  }
}

/** Whatever a client does with its connection: nobody waits for it any longer than this. */
export function untilAborted<T>(call: () => Promise<T>, store: string, signal?: AbortSignal): Promise<T> {
  if (!signal) return call()
  if (signal.aborted) return Promise.reject(tooSlow({ store }))
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(tooSlow({ store }))
    signal.addEventListener('abort', stop, { once: true })
    call()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}
