// A file system on which nothing can be written any more: a small one in memory, with a copy of the directory, filled up.
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIZE = '256m'

/** undefined where that is not allowed: it needs root. */
export function mountFullDisk(directory) {
  const before = mkdtempSync(join(tmpdir(), 'memdir-full-'))
  cpSync(directory, before, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'memdir-full', directory])
  if (mounted.status === 0) {
    cpSync(before, directory, { recursive: true })
    fill(join(directory, 'filling'))
  }
  rmSync(before, { recursive: true, force: true })
  if (mounted.status !== 0) return undefined
  return {
    unmount() {
      spawnSync('umount', ['-l', directory])
    },
  }
}

function fill(path) {
  for (const size of [1_048_576, 4_096, 1])
    try {
      for (;;) appendFileSync(path, Buffer.alloc(size))
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
    }
}
