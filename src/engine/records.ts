// The part of the engine that wires the life of records: loaded when somebody asks for them.
import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { MemoryStore } from '../memory/memory-store.ts'
import { redactMemory } from '../memory/redact-memory.ts'
import { inertText } from '../recall/inert-text.ts'
import { openRecords, type Records, type RecordsOptions } from '../records/records.ts'
import { retentionFrom } from '../records/retention.ts'
import type { Settings } from '../settings/settings.ts'

export interface RecordsWiring extends Pick<RecordsOptions, 'search' | 'compare' | 'withoutVectors'> {
  store: MemoryStore
  /** `state/` of the memory directory. */
  state: string
  /** The config home. */
  home: string
  insideAgent?: string
  settings: Settings
  clock: Clock
}

/** From this similarity on two memories are merged. */
const MERGE_AT = 0.85

export function openRecordsFor({ settings, home, ...wiring }: RecordsWiring): Records {
  return openRecords({
    ...wiring,
    signatureKey: join(home, 'export.key'),
    inert: inertText,
    redact: async (text) => redactMemory(text, 'agent'),
    mergeAutomatically: settings.get('merge.automatic'),
    rules: {
      minConfidence: settings.get('extraction.minConfidence') ?? 0.7,
      minImportance: settings.get('extraction.minImportance') ?? 2,
      mergeAt: MERGE_AT,
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
  })
}
