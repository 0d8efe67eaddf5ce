// Import and export as faces use them: everything of this folder wired for one memory directory.

import { message } from '../../base/messages/message.ts'
import { originTexts } from '../../base/messages/origin.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ReadImport } from '../import-format.ts'
import type { Memory } from '../memory.ts'
import type { ChangedBy } from '../memory-store.ts'
import { actingAs, isPerson } from '../origin-rules.ts'
import { type Exported, exportJson, exportMarkdown } from './export-memories.ts'
import { openExportSignature } from './export-signature.ts'
import type { ImportDependencies, ImportOptions, ImportOutcome } from './import-outcome.ts'
import type { TakenImport, WantedEntries } from './take-waiting.ts'
import { openWaitingImports, type WaitingImports } from './waiting-imports.ts'

interface TransferOptions extends Omit<ImportDependencies, 'signature' | 'waiting'> {
  /** `state/` of the memory directory. */
  state: string
  /** The file of the key that exports are signed with. */
  signatureKey: string
  /** The agent that this process runs in, if any: then nobody here is the person. */
  insideAgent?: string
}

export interface Transfer {
  /** What of imports waits for the person. */
  waitingImports(): WaitingImports
  exportJson(wanted?: (memory: Memory) => boolean): Exported
  /** How many files were copied. */
  exportMarkdown(directory: string): number
  import(read: ReadImport, by: ChangedBy, options?: ImportOptions): Promise<ImportOutcome>
  /** These entries of an import that waits become memories. Only the person can do that. */
  takeImport(wanted: WantedEntries, by: ChangedBy): Promise<TakenImport>
  /** They wait no more. Only the person can do that. */
  refuseImport(wanted: WantedEntries, by: ChangedBy): Promise<void>
}

export function openTransfer({ signatureKey, insideAgent, state, ...given }: TransferOptions): Transfer {
  const waiting = openWaitingImports(state, given.clock)
  const deps = { ...given, waiting, signature: openExportSignature(signatureKey) }
  const asking = (by: ChangedBy): ChangedBy => ({ ...by, actor: actingAs(by.actor, insideAgent) })
  return {
    waitingImports: () => waiting,
    exportJson: (wanted) => exportJson(deps, wanted),
    exportMarkdown: (directory) => exportMarkdown(deps, directory),
    async import(read, given, options) {
      const by = asking(given)
      if (options?.trust && !isPerson(by.actor))
        throw new MemdirError('usage', message(originTexts.trustRefused), {
          fix: message(originTexts.trustRefusedFix, { agent: by.actor }),
        })
      const { importMemories } = await import('./import-memories.ts')
      return importMemories(deps, read, by, options)
    },
    async takeImport(wanted, by) {
      const { takeWaiting } = await import('./take-waiting.ts')
      return takeWaiting(deps, wanted, asking(by))
    },
    async refuseImport(wanted, by) {
      const { refuseWaiting } = await import('./take-waiting.ts')
      return refuseWaiting(deps, wanted, asking(by))
    },
  }
}
