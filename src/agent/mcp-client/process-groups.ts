// The processes of servers end with this one, however it ends, and with everything that they have started.
import type { ChildProcess } from 'node:child_process'
import { killGroup } from '../../lib/run-process.ts'

const running = new Set<ChildProcess>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function endWithThisProcess(child: ChildProcess): void {
  if (running.size === 0) watch()
  running.add(child)
  child.once('exit', () => {
    // What the server itself left behind.
    killGroup(child, 'SIGKILL')
    running.delete(child)
    if (running.size === 0) unwatch()
  })
}

function watch(): void {
  process.on('exit', killAll)
  for (const signal of SIGNALS) process.on(signal, onSignal)
}

function unwatch(): void {
  process.off('exit', killAll)
  for (const signal of SIGNALS) process.off(signal, onSignal)
}

function killAll(): void {
  for (const child of running) killGroup(child, 'SIGKILL')
}

/** Where somebody else listens, they decide what the signal means; else it ends this process, as it would without us. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  killAll()
  unwatch()
  process.kill(process.pid, signal)
}
