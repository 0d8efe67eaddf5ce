// A fresh directory that is gone when the process ends.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let made: string[] | undefined

/** Its real path, so that it can be compared with what the engine says. */
export function temporaryDirectory(prefix = 'memdir-test-'): string {
  if (!made) {
    made = []
    process.once('exit', () => {
      for (const path of made ?? []) rmSync(path, { recursive: true, force: true })
    })
  }
  const path = realpathSync.native(mkdtempSync(join(tmpdir(), prefix)))
  made.push(path)
  return path
}
