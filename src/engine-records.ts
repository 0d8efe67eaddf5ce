// Records as the engine opens them: with the rules that the settings give. Loaded when they are asked for.
import type { Clock } from './lib/clock.ts'
import type { Location } from './memory/memory-location.ts'
import type { MemoryStore } from './memory/memory-store.ts'
import { redactMemory } from './memory/redact-memory.ts'
import { inertText } from './recall/inert-text.ts'
import type { FoundMemory, Records } from './records/records.ts'
import type { Settings } from './settings/settings.ts'

export interface RecordsWiring {
  store: MemoryStore
  location: Location
  settings: Settings
  clock: Clock
  search(query: string, options: { limit: number; threshold: number }): Promise<FoundMemory[]>
  compare(text: string, others: readonly string[]): Promise<(number | undefined)[]>
}

/** From this similarity on two memories are merged. */
const MERGE_AT = 0.85

export async function openRecordsFor(wiring: RecordsWiring): Promise<Records> {
  const { store, location, settings, clock, search, compare } = wiring
  const [{ openRecords }, { retentionFrom }] = await Promise.all([
    import('./records/records.ts'),
    import('./records/retention.ts'),
  ])
  return openRecords({
    store,
    state: location.state,
    clock,
    search,
    compare,
    inert: inertText,
    redact: async (text) => redactMemory(text),
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
    },
    injection: {
      enabled: settings.get('retrieval.injectOnQuery'),
      maxMemories: settings.get('retrieval.maxMemories') ?? 10,
      threshold: settings.get('retrieval.similarityThreshold') ?? 0.6,
      budgetRatio: settings.get('retrieval.budgetRatio') ?? 0.1,
    },
  })
}
