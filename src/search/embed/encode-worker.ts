// A worker thread's whole life: answer runs, with whichever model they name.
import { parentPort } from 'node:worker_threads'
import { type Encoder, openEncoder } from './encoder.ts'
import type { PoolAnswer, PoolRequest } from './encoder-pool.ts'

const open = new Map<string, Encoder>()

function answer({ id, path, spec, sequences }: PoolRequest): PoolAnswer {
  try {
    const encoder = open.get(path) ?? openEncoder(path, spec)
    open.set(path, encoder)
    return { id, vectors: encoder.encode(sequences) }
  } catch (error) {
    return { id, error }
  }
}

parentPort?.on('message', (request: PoolRequest) => parentPort?.postMessage(answer(request)))
