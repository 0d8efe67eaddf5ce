// The part of the engine that wires the life of records: loaded when somebody asks for them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { redactMemory } from '../memory/redact-memory.ts'
import { inertText } from '../recall/inert-text.ts'
import { openRecords, type Records } from '../records/records.ts'
import { retentionFrom } from '../records/retention.ts'
import { callingAgent } from '../settings/calling-agent.ts'
import type { EngineContext } from './engine-context.ts'
import { recordSearch } from './search-memories.ts'

/** From this similarity on two memories are merged. */
const MERGE_AT = 0.85

export function openRecordsFor(context: EngineContext): Records {
  const { env, home, store, settings, location, clock, search } = context
  return openRecords({
    store,
    state: location.state,
    clock,
    insideAgent: callingAgent(env)?.name,
    search: recordSearch(context),
    compare: async (text, others) => (await search()).compare(text, others),
    withoutVectors: async () => (existsSync(location.memory) ? (await search()).withoutVectors() : new Set()),
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
