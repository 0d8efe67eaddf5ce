// Processes that lead a group of their own: servers, shells. They end with this process, however it ends, and with
// everything that they have started.
import type { ChildProcess } from 'node:child_process'
import { attempt } from '../values/attempt.ts'

const running = new Set<ChildProcess>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const KILL_AFTER_MS = 1_000

/** `graceMs`: how long what the process has left behind may go on after it. */
export function endWithThisProcess(child: ChildProcess, graceMs = 0): void {
  if (running.size === 0) watch()
  running.add(child)
  const forget = () => {
    killGroup(child, 'SIGKILL')
    running.delete(child)
    if (running.size === 0) unwatch()
  }
  child.once('exit', () => {
    if (graceMs > 0) setTimeout(forget, graceMs).unref()
    else forget()
  })
}

/** Asks the group to end, and makes it end a second later. */
export function endGroup(child: ChildProcess): void {
  killGroup(child, 'SIGTERM')
  const timer = setTimeout(() => killGroup(child, 'SIGKILL'), KILL_AFTER_MS)
  child.once('exit', () => {
    clearTimeout(timer)
    killGroup(child, 'SIGKILL')
  })
}

export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  const pid = child.pid
  if (process.platform === 'win32') attempt(() => child.kill(signal))
  else attempt(() => process.kill(-pid, signal))
}

/** What it has started may hold its pipes open, out of our reach, and this process with them. */
export function closePipes(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy()
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
