// The detached workers of a config home, found by their environment (Linux).
import { readdirSync, readFileSync } from 'node:fs'

export function workersOf(home) {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isWorker(pid, home))
}

function isWorker(pid, home) {
  try {
    const has = (file, text) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').includes(text)
    return has('environ', `MEMDIR_HOME=${home}`) && has('cmdline', 'jobs')
  } catch {
    // It ended, or it belongs to somebody else.
    return false
  }
}

export function endWorkers(home) {
  for (const pid of workersOf(home)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}
