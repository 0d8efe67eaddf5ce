// More cores for large jobs. The threads stay for the next job, whichever model it is for, and end when none comes.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ModelSpec } from './model-spec.ts'

export type Encode = (sequences: number[][]) => Promise<Float32Array[]>

export interface EncoderPool {
  /** One function per thread; what it is given while it is busy waits in line. Rejects when the thread has died. */
  encoders(model: PoolModel): Encode[]
  close(): Promise<void>
}

interface PoolModel {
  path: string
  spec: ModelSpec
}

export interface PoolRequest extends PoolModel {
  id: number
  sequences: number[][]
}

export type PoolAnswer = { id: number } & ({ vectors: Float32Array[] } | { error: unknown })

interface EncoderPoolOptions {
  /** Threads that compute, the caller's included. Default: the cores, at most 4. */
  threads?: number
  /** An unused thread takes 30 MB. Default 5,000. */
  idleMs?: number
}

export function createEncoderPool(options: EncoderPoolOptions = {}): EncoderPool {
  const { threads = Math.min(4, availableParallelism()), idleMs = 5_000 } = options
  // Sources run by a test runner have no compiled worker next to them: none.
  const spare = import.meta.url.endsWith('.ts') ? 0 : threads - 1
  let pool: PoolThread[] = []
  let idle: NodeJS.Timeout | undefined

  const close = async (): Promise<void> => {
    clearTimeout(idle)
    const ended = pool
    pool = []
    await Promise.all(ended.map((thread) => thread.close()))
  }
  const closeWhenIdle = (): void => {
    clearTimeout(idle)
    idle = setTimeout(() => void close(), idleMs).unref()
  }
  return {
    encoders: (model) => {
      pool = pool.filter(({ isAlive }) => isAlive())
      while (pool.length < spare) pool.push(startThread())
      return pool.map((thread) => async (sequences) => {
        clearTimeout(idle)
        return thread.encode(model, sequences).finally(closeWhenIdle)
      })
    },
    close,
  }
}

interface PoolThread {
  encode(model: PoolModel, sequences: number[][]): Promise<Float32Array[]>
  isAlive(): boolean
  close(): Promise<void>
}

interface Waiting {
  resolve: (vectors: Float32Array[]) => void
  reject: (error: unknown) => void
}

function startThread(): PoolThread {
  const worker = new Worker(new URL('./encode-worker.js', import.meta.url))
  const waiting = new Map<number, Waiting>()
  let alive = true
  let requests = 0
  const fail = (error: unknown): void => {
    alive = false
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('error', fail).on('exit', () => fail(new Error('the thread ended')))
  worker.on('message', (answer: PoolAnswer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    // A thread without work keeps no process running.
    if (waiting.size === 0) worker.unref()
    if ('vectors' in answer) asked?.resolve(answer.vectors)
    else asked?.reject(answer.error)
  })
  worker.unref()
  return {
    encode: ({ path, spec }, sequences) =>
      new Promise((resolve, reject) => {
        if (!alive) return reject(new Error('the thread ended'))
        const id = requests++
        waiting.set(id, { resolve, reject })
        worker.ref()
        const request: PoolRequest = { id, path, spec, sequences }
        worker.postMessage(request)
      }),
    isAlive: () => alive,
    close: async () => {
      await worker.terminate()
    },
  }
}
