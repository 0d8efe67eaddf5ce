// A worker thread's whole life: open the converted model, answer runs.
import { parentPort, workerData } from 'node:worker_threads'
import { openEncoder } from './encoder.ts'
import type { WorkerJob } from './encoder-workers.ts'

const { path, spec } = workerData as WorkerJob
const encoder = openEncoder(path, spec)
parentPort?.on('message', (sequences: number[][]) => parentPort?.postMessage(encoder.encode(sequences)))
