// Where the tests of a run write: most of what they wait for on a disk is that it has kept what is written for them alone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../src/base/values/attempt.ts'

const TMPFS = 0x01021994
/** Tests remove little before the run ends: its first third, the built program, was seen to hold 270 MB. */
const ENOUGH_BYTES = 2e9

/** Undefined where it is a disk, has no room, or lets nothing run that is in it, as in many containers. */
export function directoryInMemory(path = '/dev/shm', enoughBytes = ENOUGH_BYTES): string | undefined {
  const place = attempt(() => statfsSync(path))
  if (place?.type !== TMPFS || place.bavail * place.bsize < enoughBytes) return undefined
  return attempt(() => runsPrograms(path)) ? path : undefined
}

export const rootPrefix = (pid: number): string => `memdir-tests-${pid}-`

/** A run that was killed could not remove its own, and memory is less than a disk. */
export function removeAbandoned(path: string): void {
  for (const name of readdirSync(path)) {
    const [, pid] = /^memdir-tests-(\d+)-/.exec(name) ?? []
    if (pid && !isThere(Number(pid))) rmSync(join(path, name), { recursive: true, force: true })
  }
}

const isThere = (pid: number) => attempt(() => statfsSync(`/proc/${pid}`)) !== undefined

function runsPrograms(path: string): boolean {
  const directory = mkdtempSync(join(path, rootPrefix(process.pid)))
  try {
    const program = join(directory, 'program')
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
