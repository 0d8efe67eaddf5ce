// More cores for large jobs. Workers live for one job: starting one costs less than a single run of 512 tokens.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ModelSpec } from './model-spec.ts'

export type Encode = (sequences: number[][]) => Promise<Float32Array[]>

export interface EncoderWorkers {
  /** One function per worker; each takes one run at a time. Rejects when its worker has died. */
  readonly encode: readonly Encode[]
  close(): Promise<void>
}

export interface WorkerJob {
  path: string
  spec: ModelSpec
}

/** Threads besides this one. Sources run by a test runner have no compiled worker beside them: none. */
export function spareThreads(threads = Math.min(4, availableParallelism())): number {
  return import.meta.url.endsWith('.ts') ? 0 : threads - 1
}

export function startEncoderWorkers(job: WorkerJob, count: number): EncoderWorkers {
  const url = new URL('./encode-worker.js', import.meta.url)
  const workers = Array.from({ length: count }, () => new Worker(url, { workerData: job }))
  // An error between two requests would otherwise end the process; the next request sees the exit.
  for (const worker of workers) worker.on('error', () => {})
  return {
    encode: workers.map((worker) => (sequences) => request(worker, sequences)),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function request(worker: Worker, sequences: number[][]): Promise<Float32Array[]> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const onMessage = (vectors: Float32Array[]) => finish(() => resolve(vectors))
    const onError = (error: Error) => finish(() => reject(error))
    const onExit = () => finish(() => reject(new Error('the worker ended')))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(sequences)
  })
}
