// Import and export as faces use them: everything of this folder wired for one memory directory.
import { MemdirError } from '../lib/errors.ts'
import type { Memory } from '../memory/memory.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import { actingAs, isPerson } from '../memory/origin-rules.ts'
import { message } from '../messages/message.ts'
import { TRUST_REFUSED, TRUST_REFUSED_FIX } from '../messages/origin.ts'
import { type Exported, exportJson, exportMarkdown } from './export-memories.ts'
import { openExportSignature } from './export-signature.ts'
import type { ImportDependencies, ImportOptions, ImportOutcome } from './import-outcome.ts'
import type { ReadImport } from './read-import.ts'

export interface TransferOptions extends Omit<ImportDependencies, 'signature'> {
  /** The file of the key that exports are signed with. */
  signatureKey: string
  /** The agent that this process runs in, if any: then nobody here is the person. */
  insideAgent?: string
}

export interface Transfer {
  exportJson(wanted?: (memory: Memory) => boolean): Exported
  /** How many files were copied. */
  exportMarkdown(directory: string): number
  import(read: ReadImport, by: ChangedBy, options?: ImportOptions): Promise<ImportOutcome>
}

export function openTransfer({ signatureKey, insideAgent, ...given }: TransferOptions): Transfer {
  const deps = { ...given, signature: openExportSignature(signatureKey) }
  return {
    exportJson: (wanted) => exportJson(deps, wanted),
    exportMarkdown: (directory) => exportMarkdown(deps, directory),
    async import(read, by, options) {
      const actor = actingAs(by.actor, insideAgent)
      if (options?.trust && !isPerson(actor))
        throw new MemdirError('usage', message(TRUST_REFUSED), {
          fix: message(TRUST_REFUSED_FIX, { agent: actor }),
        })
      const { importMemories } = await import('./import-memories.ts')
      return importMemories(deps, read, { ...by, actor }, options)
    },
  }
}
