// The life of a record as faces use it: everything of this folder wired for one memory directory.
import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { MemdirError } from '../lib/errors.ts'
import { CONFIRMED } from '../memory/change.ts'
import { readLog } from '../memory/history.ts'
import { type Memory, supersededBy } from '../memory/memory.ts'
import type { ChangedBy, MemoryStore, NewMemory } from '../memory/memory-store.ts'
import { actingAs, isPerson } from '../memory/origin-rules.ts'
import { message } from '../messages/message.ts'
import { CONFIRM_REFUSED, CONFIRM_REFUSED_FIX, TRUST_REFUSED, TRUST_REFUSED_FIX } from '../messages/origin.ts'
import { exportJson, exportMarkdown } from '../transfer/export-memories.ts'
import { openExportSignature } from '../transfer/export-signature.ts'
import { importMemories } from '../transfer/import-memories.ts'
import type { ImportOptions, ImportOutcome } from '../transfer/import-outcome.ts'
import type { ReadImport } from '../transfer/read-import.ts'
import { type AddOptions, type AddOutcome, type AddParts, type AddRules, addRecord } from './add-record.ts'
import { type CleanedUp, cleanUp, cleanUpIfDue } from './clean-up.ts'
import { type Explanation, explainMemory } from './explain.ts'
import { findAmongAll, findByMeaning, findByWords } from './find-similar.ts'
import { type HostMessage, type Injected, type InjectSettings, inject } from './inject.ts'
import { findMergeable, type MergedPair, mergePair, type PlannedPair, planPair } from './merge-memories.ts'
import { type MergedRecent, mergeRecent } from './merge-recent.ts'
import { openQuarantine, type Quarantine } from './quarantine.ts'
import type { RecordSearch } from './record.ts'
import { isLive } from './retention.ts'
import { type Statistics, statisticsOf } from './statistics.ts'
import { openUsageLog, type UsageLog } from './usage-log.ts'

export interface RecordsOptions {
  store: MemoryStore
  /** `state/` of the memory directory. */
  state: string
  /** The file of the key that exports are signed with. */
  signatureKey: string
  /** The agent that this process runs in, if any: then nobody here is the person. */
  insideAgent?: string
  clock: Clock
  search: RecordSearch
  /** Cosines of a text with others, as memories; undefined where no model reads both. */
  compare(text: string, others: readonly string[]): Promise<(number | undefined)[]>
  /** Files that have no vectors yet. */
  withoutVectors(): Promise<ReadonlySet<string>>
  /** For prompts: makes text harmless, and cuts secrets out. */
  inert(text: string): string
  redact(text: string): Promise<string>
  rules: AddRules
  /** Merge, and take back, without being asked. */
  mergeAutomatically: boolean
  cleanup: { enabled: boolean; hours: number; auditDays: number; historyDays: number }
  injection: InjectSettings
}

export interface Records {
  readonly quarantine: Quarantine
  readonly usage: UsageLog
  add(memory: NewMemory, by: ChangedBy, options?: AddOptions): Promise<AddOutcome>
  /** What would be merged; and how many memories have no vectors, so that only their words were compared. */
  findMergeable(
    onProgress?: (done: number, total: number) => void,
  ): Promise<{ pairs: MergedPair[]; withoutVectors: number }>
  /** What `merge` would do with these two; throws where it would. */
  planMerge(one: Memory, other: Memory): PlannedPair
  merge(one: Memory, other: Memory, by: ChangedBy): Promise<AddOutcome>
  /** What was added since the last time without being compared: merged, or linked to what it takes back. */
  mergeRecent(by: ChangedBy): Promise<MergedRecent>
  cleanUp(by: ChangedBy): Promise<CleanedUp>
  /** At most once in the set time; undefined when it is not due or switched off. */
  cleanUpIfDue(by: ChangedBy): Promise<CleanedUp | undefined>
  explain(memory: Memory): Explanation
  statistics(): Statistics
  exportJson(wanted?: (memory: Memory) => boolean): ReturnType<typeof exportJson>
  exportMarkdown(directory: string): number
  import(read: ReadImport, by: ChangedBy, options?: ImportOptions): Promise<ImportOutcome>
  /** Moves it into the memory: the person has looked at it, so it counts as theirs to keep. */
  confirm(reference: string, by: ChangedBy): Promise<AddOutcome>
  inject<M extends HostMessage>(messages: readonly M[], budget: number): Promise<Injected<M>>
}

export function openRecords(options: RecordsOptions): Records {
  const { store, state, clock, cleanup, insideAgent } = options
  const asking = (by: ChangedBy): ChangedBy => ({ ...by, actor: actingAs(by.actor, insideAgent) })
  const quarantine = openQuarantine(join(state, 'quarantine'), clock)
  const usage = openUsageLog(join(state, 'usage'), clock)
  const common = { store, clock, rules: options.rules, quarantine }
  /** For one that is added while somebody waits, and for those that are looked through without haste. */
  const quick: AddParts = { ...common, findSimilar: findByWords(options) }
  const parts: AddParts = { ...common, findSimilar: findByMeaning(options) }
  const { auditDays, historyDays } = cleanup
  const cleaning = { store, clock, state, auditDays, historyDays }
  const shared = { store, clock, usage, quarantine, signature: openExportSignature(options.signatureKey) }
  return {
    quarantine,
    usage,
    add: (memory, by, how) =>
      addRecord(quick, memory, asking(by), { merge: options.mergeAutomatically, ...how }),
    async findMergeable(onProgress) {
      const without = await options.withoutVectors()
      const pairs = await findMergeable(parts, findAmongAll(options, without), onProgress)
      const counted = store.list().filter((one) => without.has(one.file) && isLive(one, clock.now()))
      return { pairs, withoutVectors: counted.length }
    },
    planMerge: (one, other) => planPair(one, other, clock.now()),
    merge: (one, other, by) => mergePair(parts, one, other, by),
    mergeRecent: (by) => mergeRecent({ ...parts, state }, by),
    cleanUp: (by) => cleanUp(cleaning, by),
    async cleanUpIfDue(by) {
      if (!cleanup.enabled) return undefined
      const done = await cleanUpIfDue({ ...cleaning, hours: cleanup.hours }, by)
      if (done) usage.compact()
      return done
    },
    explain: (memory) =>
      explainMemory({
        memory,
        history: readLog(store.writer, { memory }),
        usage: usage.read().get(memory.id),
        supersedes: store.list().filter((one) => supersededBy(one) === memory.id),
        now: clock.now(),
        auditDays: cleanup.auditDays,
      }),
    statistics: () => statisticsOf(store.list(), usage.read(), clock.now(), cleanup.auditDays),
    exportJson: (wanted) => exportJson(shared, wanted),
    exportMarkdown: (directory) => exportMarkdown(shared, directory),
    async import(read, given, how) {
      const by = asking(given)
      if (how?.trust && !isPerson(by.actor))
        throw new MemdirError('usage', message(TRUST_REFUSED), {
          fix: message(TRUST_REFUSED_FIX, { agent: by.actor }),
        })
      return importMemories(shared, read, by, how)
    },
    async confirm(reference, given) {
      const by = asking(given)
      if (!isPerson(by.actor))
        throw new MemdirError('usage', message(CONFIRM_REFUSED), { fix: message(CONFIRM_REFUSED_FIX) })
      const held = quarantine.find(reference)
      // Confirmed is not said: whose words they are stays as it was.
      const staged = [quarantine.stageRemoval(held.id)]
      const outcome = await addRecord(
        quick,
        held.memory,
        { ...by, reason: CONFIRMED, staged },
        { confirmed: true },
      )
      quarantine.discard(held.id)
      return outcome
    },
    inject: async (messages, budget) => {
      const injected = await inject(
        {
          search: options.search,
          inert: options.inert,
          redact: options.redact,
          settings: options.injection,
          now: clock.now(),
        },
        messages,
        budget,
      )
      usage.record(injected.memories.map(({ id }) => ({ id })))
      return injected
    },
  }
}
