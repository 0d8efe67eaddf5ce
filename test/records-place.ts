// For the tests of records: memories and stores with a clock that is set by hand.
import { join } from 'node:path'
import type { Clock } from '../src/base/values/clock.ts'
import type { Memory } from '../src/memory/memory.ts'
import { openStore } from '../src/memory/memory-store.ts'
import { openWriter } from '../src/memory/open-writer.ts'
import { instructionsIn } from '../src/memory/records/find-instructions.ts'
import { judgeWrite } from '../src/memory/records/judge-write.ts'
import { openRecords, type RecordsOptions } from '../src/memory/records/open-records.ts'
import { openRemovedStatements } from '../src/memory/records/removed-statements.ts'
import { RETENTION } from '../src/memory/records/retention.ts'
import { openTransfer } from '../src/memory/transfer/open-transfer.ts'
import { loadSecretScan } from '../src/memory/writer/secret-scan.ts'
import { temporaryDirectory } from './support/published/temporary-directory.ts'

export function memoryFrom(fields: Partial<Memory>): Memory {
  return {
    id: 'id',
    file: 'a.md',
    name: 'A',
    content: 'text',
    tags: [],
    related: [],
    links: [],
    frontmatter: 'ok',
    extra: {},
    hash: '',
    size: 0,
    modified: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

export interface SetClock extends Clock {
  time: Date
}

/** A store on disk and its records; search finds everything, so that no model is needed. */
export function recordsPlace({
  signatureKey,
  ...overrides
}: Partial<RecordsOptions> & { signatureKey?: string } = {}) {
  const root = temporaryDirectory()
  const clock: SetClock = { time: new Date('2026-04-09T10:00:00Z'), now: () => clock.time }
  const directory = join(root, 'memory')
  const state = join(root, 'state')
  const { insideAgent } = overrides
  const loadJudge = async () => judgeWrite
  const writer = openWriter({ directory, state, loadScan: loadSecretScan, loadJudge, insideAgent, clock })
  const store = openStore(directory, writer, clock)
  const records = openRecords({
    store,
    state,
    clock,
    search: async (_, { limit }) =>
      store
        .list()
        .map((memory) => ({ memory, similarity: 0.7, why: { matchedTerms: [] } }))
        .slice(0, Math.max(limit, 50)),
    findByWords: async () => store.list(),
    findNearPairs: async () => ({ pairs: [], compared: [], model: 'm' }),
    isLeftAside: () => false,
    redact: async (text) => text,
    rules: { minConfidence: 0.7, minImportance: 2, retention: RETENTION },
    mergeAutomatically: true,
    cleanup: { enabled: true, hours: 24, auditDays: 30, historyDays: 365 },
    injection: { enabled: true, maxMemories: 10, threshold: 0.6, budgetRatio: 0.1 },
    ...overrides,
  })
  const transfer = openTransfer({
    ...{ store, clock, insideAgent, usage: records.usage, state },
    signatureKey: signatureKey ?? join(root, 'export.key'),
    isDoubtful: (memory) => instructionsIn(memory).length > 0,
    removed: openRemovedStatements(store.writer.journal, { state, clock }),
  })
  /** The person takes all that waits of imports. */
  const takeAll = async () => {
    for (const { id, entries } of transfer.waitingImports().list())
      await transfer.takeImport({ id, numbers: entries.map(({ number }) => number) }, { actor: 'user' })
  }
  const all = { ...records, ...transfer }
  return { root, clock, directory, state, store, records: all, by: { actor: 'user' }, takeAll }
}
