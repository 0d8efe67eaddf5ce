// What an import works with, may be told, and gives back.
import type { Clock } from '../lib/clock.ts'
import type { MemoryStore } from '../memory/memory-store.ts'
import type { HeldReason } from '../messages/origin.ts'
import type { Quarantine } from '../records/quarantine.ts'
import type { UsageLog } from '../records/usage-log.ts'
import type { ExportSignature } from './export-signature.ts'
import type { ImportFormat } from './read-import.ts'

export interface ImportParts {
  store: MemoryStore
  clock: Clock
  quarantine: Quarantine
  usage: UsageLog
  signature: ExportSignature
}

export interface ImportOptions {
  /** What to do with a memory that is there with another text. Default: refuse the whole import. */
  conflict?: 'refuse' | 'keep' | 'replace'
  /** The person vouches for it: it is taken as it is, with what it says of origins. */
  trust?: boolean
  /** Records that were looked at, then files that were written. */
  onProgress?: (done: number, total: number, stage: 'checking' | 'writing') => void
}

export interface ImportOutcome {
  format: ImportFormat
  imported: number
  /** There already, with the same text. */
  known: number
  /** There with another text, which was kept. */
  kept: number
  quarantined: { id: string; reason: HeldReason }[]
}
