// The life of a record as faces use it: everything of this folder wired for one memory directory. What adding a memory
// does not need is loaded when it is asked for.

import { join } from 'node:path'
import type { HeldReason } from '../../base/messages/origin.ts'
import type { Clock } from '../../base/values/clock.ts'
import { randomId } from '../../base/values/ids.ts'
import { once } from '../../base/values/once.ts'
import { changeFeedback, feedbackChange, planWrong, raiseOf, readFeedback } from '../feedback.ts'
import { readLog } from '../history.ts'
import { type Memory, supersededBy } from '../memory.ts'
import { type MemoryTotals, summaryOf, totalsOfSummaries } from '../memory-list.ts'
import type { ChangedBy, MemoryStore } from '../memory-store.ts'
import { actingAs } from '../origin-rules.ts'
import type {
  AddOutcome,
  CleanedUp,
  Explanation,
  FindByWords,
  FindNearPairs,
  HostMessage,
  Injected,
  LikelyDouble,
  MergeablePair,
  MergeOutcome,
  NewMemory,
  PlannedPair,
  RecordSearch,
  Statistics,
  TokenBudget,
} from '../records.ts'
import { stageChanges } from '../state-change.ts'
import { openUsageLog, type UsageLog } from '../usage-log.ts'
import { answerName, openAnswers } from '../writer/answers.ts'
import { type AddDependencies, type AddOptions, type AddRules, addRecord } from './add-record.ts'
import { checkActor } from './check-memory.ts'
import { confirmHeld } from './confirm-held.ts'
import { correctRecord } from './correct-record.ts'
import { explainMemory } from './explain.ts'
import type { InjectDependencies, InjectSettings } from './inject.ts'
import { type DoublesOptions, findLikelyDoubles, knownDoubles } from './likely-doubles.ts'
import { findMergeable, mergePair, planPair } from './merge-memories.ts'
import { openQuarantine, type Quarantine } from './quarantine.ts'

export interface RecordsOptions {
  store: MemoryStore
  /** `state/` of the memory directory. */
  state: string
  /** The agent that this process runs in, if any: then nobody here is the person. */
  insideAgent?: string
  clock: Clock
  search: RecordSearch
  findByWords: FindByWords
  findNearPairs: FindNearPairs
  /** Where that is quicker than reading all memories. */
  totals?(): Promise<MemoryTotals | undefined>
  redact(text: string): Promise<string>
  rules: AddRules
  /** Why everything that this actor adds waits for the person. */
  holdsAll?(actor: string): HeldReason | undefined
  /** Merge, and supersede, without being asked. */
  mergeAutomatically: boolean
  cleanup: { enabled: boolean; hours: number; auditDays: number; historyDays: number }
  injection: InjectSettings
  isLeftAside: InjectDependencies['isLeftAside']
}

export interface Records {
  readonly quarantine: Quarantine
  readonly usage: UsageLog
  add(memory: NewMemory, by: ChangedBy, options?: AddOptions): Promise<AddOutcome>
  /** Pairs of the same text. */
  findMergeable(): MergeablePair[]
  /** What `merge` would do with these two; throws where it would. */
  planMerge(one: Memory, other: Memory): PlannedPair
  merge(one: Memory, other: Memory, by: ChangedBy): Promise<MergeOutcome>
  /** Looks for memories that may say the same, by their stored vectors, and keeps what it finds for `likelyDoubles`. */
  findLikelyDoubles(options?: DoublesOptions): Promise<LikelyDouble[]>
  /** What was found last, as far as it is still valid. */
  likelyDoubles(): LikelyDouble[]
  /** `shown`: all of what a person has seen and agreed to goes; else a tenth of what is due. */
  cleanUp(by: ChangedBy, shown?: readonly Pick<Memory, 'file' | 'hash'>[]): Promise<CleanedUp>
  /** At most once in the set time; undefined when it is not due or switched off. */
  cleanUpIfDue(by: ChangedBy, signal?: AbortSignal): Promise<CleanedUp | undefined>
  explain(memory: Memory): Explanation
  statistics(): Promise<Statistics>
  /** Wrong or beside the point: it needs more evidence next time. By how much more similar it has to be; 0: it stands. */
  callWrong(memory: Memory, by: ChangedBy, reason?: string): Promise<number>
  /** The same, and what is right takes its place (`correct`): one change. */
  replaceWrong(memory: Memory, content: string, by: ChangedBy, reason?: string): Promise<ReplacedWrong>
  /** It was wrong, and this is right: the memory is superseded by it. Whoever may not rewrite it is refused. */
  correct(memory: Memory, content: string, by: ChangedBy): Promise<AddOutcome>
  /** Moves it into the memory: the person has looked at it, so it counts as theirs to keep. */
  confirm(reference: string, by: ChangedBy): Promise<AddOutcome>
  /** `budget`: of the conversation, in tokens. */
  inject<M extends HostMessage>(messages: readonly M[], budget: TokenBudget): Promise<Injected<M>>
}

interface ReplacedWrong {
  corrected: AddOutcome
  /** By how much more similar the wrong one would have to be. */
  raised: number
}

export function openRecords(options: RecordsOptions): Records {
  const { store, state, clock, cleanup, insideAgent } = options
  const asking = (by: ChangedBy): ChangedBy => {
    checkActor(by)
    return { ...by, actor: actingAs(by.actor, insideAgent) }
  }
  const wrongCall = async ({ id, file }: Memory, by: ChangedBy, reason?: string) => {
    const clean = reason && (await options.redact(reason))
    return { id, file, by: asking(by).actor, reason: clean, now: clock.now() }
  }
  const raised = ({ id, source }: Memory) => raiseOf(readFeedback(state).get(id), source?.origin)
  const quarantine = once(() => openQuarantine(join(state, 'quarantine'), clock))
  const usage = once(() => openUsageLog(join(state, 'usage'), clock))
  const { rules, findByWords, findNearPairs, holdsAll } = options
  const adding: AddDependencies = { store, clock, rules, findByWords, quarantine, holdsAll }
  const doubles = { store, clock, state, findNearPairs }
  return {
    get quarantine() {
      return quarantine()
    },
    get usage() {
      return usage()
    },
    add: async (memory, by, how) =>
      addRecord(adding, memory, asking(by), { merge: options.mergeAutomatically, ...how }),
    findMergeable: () => findMergeable({ store, clock }),
    planMerge: (one, other) => planPair(one, other, clock.now()),
    merge: (one, other, by) => mergePair({ store, clock }, one, other, by),
    findLikelyDoubles: (how) => findLikelyDoubles(doubles, how),
    likelyDoubles: () => knownDoubles(doubles),
    ...cleaning(options, usage),
    explain: (memory) => {
      const memories = store.list()
      return explainMemory({
        memory,
        history: readLog(store.writer, { memory }),
        usage: usage().read().get(memory.id),
        feedback: readFeedback(options.state).get(memory.id),
        supersedes: memories.filter((one) => supersededBy(one) === memory.id),
        isRemoved: !memories.some(({ file }) => file === memory.file),
        now: clock.now(),
        auditDays: cleanup.auditDays,
      })
    },
    statistics: async () => {
      const { statisticsOf } = await import('./statistics.ts')
      const totals = (await options.totals?.()) ?? totalsOfSummaries(store.list().map(summaryOf))
      return statisticsOf(totals, usage().read(), clock.now(), cleanup.auditDays)
    },
    async callWrong(memory, by, reason) {
      const call = await wrongCall(memory, by, reason)
      await changeFeedback(state, (known) => planWrong(known, call))
      return raised(memory)
    },
    async replaceWrong(memory, content, by, reason) {
      const call = await wrongCall(memory, by, reason)
      const id = randomId()
      const corrected = await store.writer.together(async (transaction) => {
        const answer = answerName(id, memory.id)
        const outcome = await correctRecord(adding, memory, content, { ...asking(by), answer })
        const entry = {
          entry: memory.id,
          changes: [feedbackChange(state, memory.id, (known) => planWrong(known, call))],
        }
        stageChanges({ transaction, parts: new Map() }, [entry], 'after')
        const time = clock.now().toISOString()
        transaction.stage(openAnswers(state).stage({ id, time, action: 'correct', entries: [entry] }))
        return outcome
      })
      return { corrected, raised: raised(memory) }
    },
    correct: async (memory, content, by) => correctRecord(adding, memory, content, asking(by)),
    confirm: async (reference, by) => confirmHeld(adding, reference, asking(by)),
    inject: (messages, budget) => injectCounted(options, usage, messages, budget),
  }
}

function cleaning(
  { store, clock, state, cleanup }: RecordsOptions,
  usage: () => UsageLog,
): Pick<Records, 'cleanUp' | 'cleanUpIfDue'> {
  const { enabled, hours, auditDays, historyDays } = cleanup
  const deps = { store, clock, state, auditDays, historyDays }
  return {
    async cleanUp(by, shown) {
      const { cleanUp } = await import('../clean-up.ts')
      return cleanUp(deps, by, shown)
    },
    async cleanUpIfDue(by, signal) {
      if (!enabled) return undefined
      const { cleanUpIfDue } = await import('../clean-up.ts')
      const done = await cleanUpIfDue({ ...deps, hours, signal }, by)
      if (done) usage().compact()
      return done
    },
  }
}

async function injectCounted<M extends HostMessage>(
  { search, redact, injection: settings, isLeftAside, clock }: RecordsOptions,
  usage: () => UsageLog,
  messages: readonly M[],
  budget: TokenBudget,
): Promise<Injected<M>> {
  const { inject } = await import('./inject.ts')
  const injected = await inject({ search, redact, settings, isLeftAside, now: clock.now() }, messages, budget)
  usage().record(injected.memories.map(({ id }) => ({ id })))
  return injected
}
