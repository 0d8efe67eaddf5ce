// Around a whole run: everything that tests write is below one directory and goes at the end, and so does whatever they
// started and left behind, which fails the run. Their homes share one code cache. Where there is a directory in memory,
// it is there, and one on disk is for the tests that need it (test-files.ts).
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directoryInMemory, removeAbandoned, rootPrefix } from './directory-in-memory.ts'
import { endOutlived } from './outlived.ts'

/** Made once, though it is asked for by every project of the configuration. */
const state = globalThis as { memdirTestRoot?: string }

const makeIn = (place: string) => realpathSync.native(mkdtempSync(join(place, rootPrefix(process.pid))))

export default function temporaryRoot(): void {
  if (state.memdirTestRoot) return
  const inMemory = process.env.TMPDIR ? undefined : directoryInMemory()
  if (inMemory) removeAbandoned(inMemory)
  const onDisk = makeIn(tmpdir())
  const root = inMemory ? makeIn(inMemory) : onDisk
  state.memdirTestRoot = root
  process.env.TMPDIR = process.env.MEMDIR_TEST_ROOT = root
  process.env.MEMDIR_TEST_DISK = onDisk
  process.env.MEMDIR_CODE_CACHE = join(root, 'code')
  // Not when the tests end: workers are ended after that, and a run that hangs or is interrupted comes by here too.
  process.on('exit', () => {
    const roots = [...new Set([root, onDisk])]
    const outlived = roots.flatMap((path) => endOutlived(path))
    for (const path of roots) rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    if (outlived.length === 0) return
    process.exitCode = 1
    process.stderr.write(`Processes that outlived the tests, and were ended: ${outlived.length}\n`)
    for (const { pid, command } of outlived) process.stderr.write(`  ${pid} ${command}\n`)
  })
}
