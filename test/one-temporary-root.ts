// Whatever the tests leave in the temporary directory goes when they end, also after a worker was killed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function oneTemporaryRoot(): (() => void) | undefined {
  const before = process.env.TMPDIR
  // Asked for once by every project of the configuration.
  if (before?.includes('memdir-tests-')) return undefined
  const root = mkdtempSync(join(tmpdir(), 'memdir-tests-'))
  process.env.TMPDIR = root
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}
