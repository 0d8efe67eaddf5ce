// Input, options and result of an import.

import type { Message } from '../../base/messages/message.ts'
import type { Clock } from '../../base/values/clock.ts'
import type { ImportFormat } from '../import-format.ts'
import type { MemoryType } from '../memory.ts'
import type { MemoryStore } from '../memory-store.ts'
import type { UsageTotals } from '../records/usage.ts'
import type { ExportSignature } from './export-signature.ts'
import type { ImportedMemory, RefusedEntry } from './formats/imported.ts'
import type { WaitingImports } from './waiting-imports.ts'

export interface ImportDependencies {
  store: MemoryStore
  clock: Clock
  /** It reads like an instruction: shown first, and marked. Lets nothing in. */
  isDoubtful(memory: ImportedMemory): boolean
  waiting: WaitingImports
  removed: {
    /** Whether this was removed or refused here, and not put back since. */
    read(): (content: string) => boolean
    /** These were refused. Under the write lock. */
    add(contents: readonly string[]): void
  }
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
  /** Files that nothing marks as memories are meant, however many they are. */
  plain?: boolean
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
  /** Left out: removed or refused here before. */
  removed: number
  /** What this installation did not write: in the inbox until the person takes it. */
  waiting: {
    /** Its id there; none in a dry run, and where nothing new waits. */
    batch?: string
    count: number
    /** How many of these read like an instruction. */
    doubtful: number
    /** What waited before. */
    known: number
  }
  /** What was changed in a text before it was written (a secret cut out), or should be looked at. */
  warnings: ImportWarning[]
  /** In a dry run: what would be imported, or wait. */
  planned?: PlannedImport[]
  /** Entries with a value that has no meaning: not imported. */
  refused: RefusedEntry[]
}

export interface ImportWarning {
  /** How the memory begins, as it is written. */
  text?: string
  warning: Message
}

interface PlannedImport {
  content: string
  type: MemoryType | undefined
  /** Where it is given. */
  file?: string | undefined
}

/** What became of what was taken at once. */
export type Written = Pick<ImportOutcome, 'imported' | 'known' | 'kept' | 'warnings'> & {
  planned: PlannedImport[]
}
