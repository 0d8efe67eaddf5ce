// What a run of tests started and left behind, found in /proc (Linux): whose environment, directory or command line
// names the run's temporary directory, below which all tests are.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { attempt } from '../../src/base/values/attempt.ts'

export interface Outlived {
  pid: number
  command: string
}

/** Some end by themselves a moment after what they were started by. */
const GRACE_MS = 2_000

/** Ends what is still there after a moment, and says what that was. */
export function endOutlived(root: string, graceMs = GRACE_MS): Outlived[] {
  const until = Date.now() + graceMs
  let left = outlived(root)
  while (left.length > 0 && Date.now() < until) {
    pause(50)
    left = outlived(root)
  }
  for (const { pid } of left) attempt(() => process.kill(pid, 'SIGKILL'))
  return left
}

export function outlived(root: string): Outlived[] {
  const pids = attempt(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name))) ?? []
  return pids
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid) && names(pid, root))
    .map((pid) => ({ pid, command: procText(pid, 'cmdline').replaceAll('\0', ' ').trim() }))
}

const procText = (pid: number, name: string) =>
  attempt(() => readFileSync(`/proc/${pid}/${name}`, 'utf8')) ?? ''

/** One that has ended and only waits for its parent to notice is not. */
const isAlive = (pid: number) => / [^ZX] /.test(procText(pid, 'stat').replace(/^.*\)/s, ''))

function names(pid: number, root: string): boolean {
  const directory = attempt(() => readlinkSync(`/proc/${pid}/cwd`)) ?? ''
  return [directory, procText(pid, 'environ'), procText(pid, 'cmdline')].some((text) => text.includes(root))
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
