// Where a path leads, step by step as the kernel goes, and whether that is a place that is not for the agent.
import { readlinkSync } from 'node:fs'
import { posix } from 'node:path'
import { attempt } from '../../../base/values/attempt.ts'

const SPECIAL = /^\/(?:dev|proc|sys)(?:\/|$)/
const PLAIN = /^(?:\/dev\/null|\/proc\/(?:cpuinfo|meminfo|version|loadavg|uptime|stat|filesystems|mounts))$/
/** As many as Linux follows. */
const MAX_LINKS = 40

/** Devices give no end or no file; what the kernel shows about processes is not for the agent. */
export function isSpecialPlace(path: string, cwds: readonly string[]): boolean {
  return cwds.some((cwd) => {
    const full = posix.resolve(cwd, path)
    // A pattern in the first step, with more behind it, could become one of them.
    if (/^\/[^/]*[*?[][^/]*\//.test(full)) return true
    // As a program would go, and as we go for `cd` and `<`, where `..` takes a step of the text away.
    return realPlace(path, cwd) === undefined || realPlace(full, '/') === undefined
  })
}

/** Whether everything is below it, the special places too. */
export function isTopPlace(path: string, cwds: readonly string[]): boolean {
  return cwds.some((cwd) => realPlace(path, cwd) === '/' || realPlace(posix.resolve(cwd, path), '/') === '/')
}

/**
 * Links are followed before `..` is: behind a link it means the parent of where that leads. Undefined when the way
 * goes through a special place, even if it leads out again (`/proc/self/root`).
 */
function realPlace(path: string, cwd: string): string | undefined {
  const steps = (path.startsWith('/') ? path : `${cwd}/${path}`).split('/').reverse()
  let place = '/'
  let links = 0
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step === '' || step === '.') continue
    if (step === '..') {
      place = posix.dirname(place)
      continue
    }
    const next = posix.join(place, step)
    if (SPECIAL.test(next)) {
      const rest = posix.join(next, ...steps.filter((step) => step !== '..').reverse())
      return PLAIN.test(rest) && !steps.includes('..') ? rest : undefined
    }
    const target = attempt(() => readlinkSync(next))
    if (target === undefined) {
      place = next
      continue
    }
    if (++links > MAX_LINKS) return undefined
    if (target.startsWith('/')) place = '/'
    steps.push(...target.split('/').reverse())
  }
  return place
}
