// Input, options and result of an import.
import type { Clock } from '../lib/clock.ts'
import type { MemorySource, MemoryType } from '../memory/memory.ts'
import type { MemoryStore } from '../memory/memory-store.ts'
import type { NewMemory } from '../memory/new-memory.ts'
import type { StagedFile } from '../memory/staged-files.ts'
import type { UsageTotals } from '../memory/usage.ts'
import type { Message } from '../messages/message.ts'
import type { HeldReason } from '../messages/origin.ts'
import type { ExportSignature } from './export-signature.ts'
import type { RefusedEntry } from './formats/imported.ts'
import type { ImportFormat } from './read-import.ts'

export interface ImportDependencies {
  store: MemoryStore
  clock: Clock
  /** Why a text has to wait until the person has looked at it; undefined where it need not. */
  reasonToHold(actor: string, memory: { content: string; source?: MemorySource }): HeldReason | undefined
  /** Holds it back with the write that is given `staged`. */
  hold(
    entry: { reason: HeldReason; by: string; memory: NewMemory },
    staged: StagedFile[],
  ): Promise<{ id: string }>
  usage: {
    read(): ReadonlyMap<string, UsageTotals>
    restore(totals: ReadonlyMap<string, UsageTotals>): void
  }
  signature: ExportSignature
}

export interface ImportOptions {
  /** What to do with a memory that is there with another text. Default: refuse the whole import. */
  conflict?: 'refuse' | 'keep' | 'replace'
  /** The person vouches for it: it is taken as it is, with what it says of origins. */
  trust?: boolean
  /** Nothing is written: the outcome says what would come of it, and `planned` lists it. */
  dryRun?: boolean
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
  /** What was changed in a text before it was written (a secret cut out), or should be looked at. */
  warnings: ImportWarning[]
  /** Of a dry run: what would be imported. */
  planned?: PlannedImport[]
  /** Entries with a value that has no meaning: not imported. */
  refused: RefusedEntry[]
}

export interface ImportWarning {
  /** How the memory begins, as it is written. */
  text?: string
  warning: Message
}

export interface PlannedImport {
  content: string
  type: MemoryType | undefined
  /** Where it is given. */
  file?: string | undefined
}

/** What became of the entries that could be read. */
export type Imported = Omit<ImportOutcome, 'refused'>
