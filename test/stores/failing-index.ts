// A store without a server, every fourth call of which is answered as a busy server would.
import { storeError } from '../../src/search/vectors/store-error.ts'
import type { VectorIndex } from '../../src/search/vectors/vector-index.ts'
import { everyFourth } from '../support/memory-index.ts'

export function failingIndex(index: VectorIndex): VectorIndex {
  let calls = 0
  const called = async <T>(call: () => Promise<T>): Promise<T> => {
    const fault = everyFourth(++calls)
    if (fault) throw storeError(fault, { store: 'The store', variable: 'NONE' })
    return call()
  }
  return {
    settles: index.settles,
    merges: index.merges === true,
    put: (model, entries) => called(() => index.put(model, entries)),
    describe: (model, entries) => called(() => index.describe(model, entries)),
    remove: (model, keys) => called(() => index.remove(model, keys)),
    nearest: (model, query) => called(() => index.nearest(model, query)),
    get: (model, keys, signal) => called(() => index.get(model, keys, signal)),
    keys: (model) => called(() => index.keys(model)),
    count: () => called(() => index.count()),
    drop: (model) => called(() => index.drop(model)),
    close: () => index.close(),
  }
}
