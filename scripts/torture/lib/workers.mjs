// The processes that work on a config home, found by their environment (Linux; elsewhere none are seen).
import { readdirSync, readFileSync } from 'node:fs'

/** {pid, command}: the command's words. */
export function processesOf(home) {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    const words = (file) => wordsIn(`/proc/${pid}/${file}`)
    return words('environ').includes(`MEMDIR_HOME=${home}`)
      ? [{ pid: Number(pid), command: words('cmdline') }]
      : []
  })
}

/** Nothing where the process has ended or belongs to somebody else. */
function wordsIn(path) {
  try {
    return readFileSync(path, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** The workers themselves, without the processes of their jobs. */
export function workersOf(home) {
  return backgroundOf(home).filter(({ command }) => !command.includes('--job'))
}

function backgroundOf(home) {
  return processesOf(home).filter(({ command }) => command.includes('jobs'))
}

export function endWorkers(home) {
  for (const { pid } of backgroundOf(home)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}
