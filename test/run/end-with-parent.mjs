// Ends this process, whatever it is busy with, once the process that started it is gone: where a run is killed, or
// vitest gives up a worker that does not answer, nothing else ends it.
import { Worker } from 'node:worker_threads'

/** `deadline`: a shared time in milliseconds after which it is ended as well; 0 for none. */
export function endWithParent(deadline = new Float64Array(new SharedArrayBuffer(8))) {
  const watch = `const { workerData: { parent, deadline } } = require('node:worker_threads')
    const isOver = () => process.ppid !== parent || (deadline[0] > 0 && Date.now() > deadline[0])
    setInterval(() => isOver() && process.kill(process.pid, 'SIGKILL'), 500)`
  new Worker(watch, { eval: true, execArgv: [], workerData: { parent: process.ppid, deadline } }).unref()
}
