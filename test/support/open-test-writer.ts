import { join } from 'node:path'
import { type FileOps, nodeFileOps } from '../../src/base/files/file-ops.ts'
import { openWriter, type WriterOptions } from '../../src/memory/open-writer.ts'
import { overwriting } from './overwriting.ts'

/** Nothing waits for the disk: tests of what is written, not of when it is durable. */
export const unsynced: FileOps = { ...nodeFileOps, fsync: () => {}, syncAll: () => true }

/** A writer of `memory/` and `state/` below a directory, which finds no secrets. */
export function openTestWriter(home: string, more: Partial<WriterOptions> = {}) {
  return overwriting(
    openWriter({
      directory: join(home, 'memory'),
      state: join(home, 'state'),
      loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
      ops: unsynced,
      ...more,
    }),
  )
}
