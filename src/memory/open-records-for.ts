// Wires the life of records, import and export for one working directory: loaded when somebody asks for them.
import { join } from 'node:path'
import { redactFor } from '../base/secrets/redact-for.ts'
import type { Settings } from '../base/settings/settings.ts'
import { once } from '../base/values/once.ts'
import { heldFrom } from '../memory/places.ts'
import type { MemoryContext, MemoryRecords } from './memory-context.ts'
import type { ChangedBy } from './memory-store.ts'
import { isPerson } from './origin-rules.ts'
import { instructionsIn } from './records/find-instructions.ts'
import { openRecords, type RecordsOptions } from './records/open-records.ts'
import { openRemovedStatements } from './records/removed-statements.ts'
import { retentionFrom } from './records/retention.ts'
import { readRefused } from './refused.ts'
import type { ImportDependencies } from './transfer/import-outcome.ts'
import { openTransfer, type Transfer } from './transfer/open-transfer.ts'

/** What the records ask of search: passed in, because search sees memory. */
export type SearchForRecords = Pick<
  RecordsOptions,
  'search' | 'findByWords' | 'findNearPairs' | 'totals' | 'isLeftAside'
>

export function openRecordsFor(context: MemoryContext, search: SearchForRecords): MemoryRecords {
  const { caller, home, store, settings, location, clock } = context
  const insideAgent = caller?.name
  const records = openRecords({
    store,
    state: location.state,
    clock,
    insideAgent,
    ...search,
    redact: async (text) => redactFor(text, 'agent'),
    holdsAll: (actor) => (isPerson(actor) ? undefined : heldFrom(context.place)),
    ...rulesFrom(settings),
  })
  const transfer = once(() =>
    openTransfer({
      ...{ store, clock, insideAgent, usage: records.usage, state: location.state },
      removed: removedFrom(context),
      signatureKey: join(home, 'export.key'),
      isDoubtful: (memory) => instructionsIn(memory).length > 0,
    }),
  )
  const moving: Transfer = {
    exportJson: (wanted) => transfer().exportJson(wanted),
    exportMarkdown: (directory) => transfer().exportMarkdown(directory),
    import: (read, by, how) => transfer().import(read, by, how),
    takeImport: (wanted, by) => transfer().takeImport(wanted, by),
    refuseImport: (wanted, by) => transfer().refuseImport(wanted, by),
    waitingImports: () => transfer().waitingImports(),
  }
  // Not spread: what of the records is opened when it is asked for would be opened here.
  return Object.assign(records, moving, {
    logNote: async (text: string, by: ChangedBy) =>
      (await import('./records/log-note.ts')).logNote(context, text, by),
  })
}

/** By whoever removed it, and as a candidate that the person has refused. */
function removedFrom({ store, location, clock }: MemoryContext): ImportDependencies['removed'] {
  const { state } = location
  const statements = openRemovedStatements(store.writer.journal, { state, clock })
  return {
    read() {
      const wasRemoved = statements.read()
      const isRefused = readRefused(join(state, 'candidates'))
      return (content) => wasRemoved(content) || isRefused(content)
    },
    add: statements.add,
  }
}

function rulesFrom(settings: Settings) {
  return {
    mergeAutomatically: settings.get('merge.automatic'),
    rules: {
      minConfidence: settings.get('extraction.minConfidence') ?? 0.7,
      minImportance: settings.get('extraction.minImportance') ?? 2,
      retention: retentionFrom(settings.get('retention')),
    },
    cleanup: {
      enabled: settings.get('cleanup.autoCleanup'),
      hours: settings.get('cleanup.interval') ?? 24,
      auditDays: settings.get('cleanup.retentionDays') ?? 30,
      historyDays: settings.get('history.retentionDays') ?? 365,
    },
    injection: {
      enabled: settings.get('retrieval.injectOnQuery'),
      maxMemories: settings.get('retrieval.maxMemories') ?? 10,
      threshold: settings.get('retrieval.similarityThreshold') ?? 0.6,
      budgetRatio: settings.get('retrieval.budgetRatio') ?? 0.1,
    },
  }
}
