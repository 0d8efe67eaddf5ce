// Around a whole run: everything that tests write is below one directory and goes at the end, and so does whatever they
// started and left behind, which fails the run. Their homes share one code cache.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOutlived } from './outlived.ts'

/** Made once, though it is asked for by every project of the configuration. */
const state = globalThis as { memdirTestRoot?: string }

export default function temporaryRoot(): void {
  if (state.memdirTestRoot) return
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'memdir-tests-')))
  state.memdirTestRoot = root
  process.env.TMPDIR = root
  process.env.MEMDIR_CODE_CACHE = join(root, 'code')
  // Not when the tests end: workers are ended after that, and a run that hangs or is interrupted comes by here too.
  process.on('exit', () => {
    const outlived = endOutlived(root)
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    if (outlived.length === 0) return
    process.exitCode = 1
    process.stderr.write(`Processes that outlived the tests, and were ended: ${outlived.length}\n`)
    for (const { pid, command } of outlived) process.stderr.write(`  ${pid} ${command}\n`)
  })
}
