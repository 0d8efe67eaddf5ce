// Whatever the tests leave in the temporary directory goes when they end, also after a worker was killed. Their homes
// share one code cache.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function oneTemporaryRoot(): (() => void) | undefined {
  const before = process.env.TMPDIR
  // Asked for once by every project of the configuration.
  if (before?.includes('memdir-tests-')) return undefined
  const root = mkdtempSync(join(tmpdir(), 'memdir-tests-'))
  process.env.TMPDIR = root
  process.env.MEMDIR_CODE_CACHE = join(root, 'code')
  return () => {
    delete process.env.MEMDIR_CODE_CACHE
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}
