// Adding a record: filtered when it was extracted, held back when it is not to be trusted, merged when it is known.
import { attempt } from '../lib/attempt.ts'
import { type Clock, isoSeconds } from '../lib/clock.ts'
import { contentHash } from '../lib/hash.ts'
import { readLog } from '../memory/history.ts'
import type { Memory } from '../memory/memory.ts'
import { changeMemory, parseMemory } from '../memory/memory-file.ts'
import type { ChangedBy, MemoryStore, NewMemory } from '../memory/memory-store.ts'
import { isPerson, sourceOf } from '../memory/origin-rules.ts'
import { placeOf } from '../memory/place.ts'
import type { PlannedWrite, WriteView } from '../memory/planned-write.ts'
import type { HeldReason } from '../messages/origin.ts'
import { boostImportance } from './boost-importance.ts'
import { judgeMemory } from './judge-memory.ts'
import {
  amends,
  type MergeInput,
  type MergePlan,
  mayJoin,
  mayRewrite,
  planMerge,
  supersedes,
} from './plan-merge.ts'
import type { Quarantine } from './quarantine.ts'
import { type FindSimilar, kindOf, mayMerge, type SimilarMemory } from './record.ts'
import { expiryOf, isLive, type RetentionRules } from './retention.ts'

export interface AddRules {
  minConfidence: number
  minImportance: number
  /** From this similarity on two memories say the same. */
  mergeAt: number
  retention: RetentionRules
}

export interface AddParts {
  store: MemoryStore
  clock: Clock
  rules: AddRules
  findSimilar: FindSimilar
  quarantine: Quarantine
}

export interface AddOptions {
  /** Found by an extractor, not given by a person: filtered, boosted, and it expires. */
  extracted?: boolean
  /** False: stored as it is, whatever is there already. */
  merge?: boolean
  /** Stored as it is, and kept apart from then on: the worker does not merge it either. */
  separate?: boolean
  /** The person has looked at it: it does not wait again. */
  confirmed?: boolean
}

export type AddOutcome =
  | {
      status: 'added'
      memory: Memory
      change?: string
      warnings: string[]
      superseded?: string
      supersededName?: string
    }
  | { status: 'merged'; memory: Memory; change?: string; warnings: string[]; kept: MergePlan['kept'] }
  /** Everything was known already. */
  | { status: 'unchanged'; memory: Memory }
  | { status: 'filtered'; reason: string }
  | { status: 'quarantined'; id: string; reason: HeldReason }

/** Candidates looked at: the most similar may be of another kind. */
const CANDIDATES = 8

export async function addRecord(
  parts: AddParts,
  given: NewMemory,
  by: ChangedBy,
  options: AddOptions = {},
): Promise<AddOutcome> {
  const { rules, store, clock } = parts
  const source = isPerson(by.actor) ? given.source : sourceOf(by, given.source)
  const record = withDefaults({ ...given, source }, options)
  if (options.extracted) {
    const reason = filterReason(record, rules)
    if (reason) return { status: 'filtered', reason }
  }
  const judgement = judgeMemory({ actor: by.actor, memory: record })
  if (judgement.verdict === 'quarantine' && !options.confirmed) {
    const { reason } = judgement
    const { text: content } = await store.writer.clean(record.content, placeOf(undefined))
    const held = await parts.quarantine.hold({ memory: { ...record, content }, reason, by: by.actor })
    return { status: 'quarantined', id: held.id, reason }
  }
  // What has ended or was taken back is no place for what is said now.
  const wanted = (memory: Memory) => mayMerge(memory, record) && isLive(memory, clock.now())
  const alone = options.merge === false || options.separate
  const keep = (memory: Memory) => mayTakeBack(memory, record, record.content)
  const near = alone ? [] : await parts.findSimilar(record.content, { limit: CANDIDATES, wanted, keep })
  const older = near.find((hit) => keep(hit.memory))?.memory
  const same = older ? undefined : near.find((hit) => belongsTo(hit, record, rules))?.memory
  const expires =
    record.expires ?? (options.extracted ? expiryOf(record, agesFrom(parts), rules.retention) : undefined)
  const merged = same && (await mergeInto(parts, same, { ...record, expires }, by))
  if (merged) return merged
  return addNew(parts, older, record, by, options.extracted ?? false)
}

function withDefaults(given: NewMemory, { extracted, separate }: AddOptions): NewMemory {
  const importance = given.importance ?? 3
  const extra = separate ? { ...given.extra, separate: true } : given.extra
  const confidence = given.confidence ?? (extracted ? 0.8 : 1)
  return { ...given, kind: kindOf(given), importance, confidence, ...(extra ? { extra } : {}) }
}

function filterReason(record: NewMemory, { minConfidence, minImportance }: AddRules): string | undefined {
  if (record.confidence! < minConfidence) return `confidence ${record.confidence} is below ${minConfidence}`
  if (record.importance! < minImportance) return `importance ${record.importance} is below ${minImportance}`
  return undefined
}

/** What others say never takes back what the person said: it is stored beside it. */
export function mayTakeBack(old: Memory, record: NewMemory, text: string): boolean {
  return mayRewrite(old, record) && supersedes(old.content, text)
}

/** Says the same, or only takes back single statements of a longer text. */
export function belongsTo(
  { memory, similarity }: SimilarMemory,
  record: MergeInput,
  { mergeAt }: Pick<AddRules, 'mergeAt'>,
): boolean {
  if (similarity >= mergeAt) return mayJoin(memory, record)
  return mayRewrite(memory, record) && amends(memory.content, record.content)
}

/** Planned under the lock, from what the file says then; undefined when it is gone by then, or could not keep it. */
export async function mergeInto(
  { store, clock }: Pick<AddParts, 'store' | 'clock'>,
  old: Memory,
  record: NewMemory,
  by: ChangedBy,
  removed?: Memory,
): Promise<AddOutcome | undefined> {
  const { text: content, warnings } = await store.writer.clean(record.content, placeOf(old.file))
  const incoming = { ...record, content }
  const now = isoSeconds(clock.now())
  const planned = planMerge(old, incoming)
  if (!removed && (planned.unchanged || isKept(store, old, planned)))
    return { status: 'unchanged', memory: old }
  if (!removed && old.created === undefined && isOnlyKept(planned)) return undefined
  const written = await store.writer.writePlanned(
    (view) => {
      const bytes = view.read(old.file)
      if (!bytes) return []
      const current = parseMemory(bytes, { file: old.file, modified: clock.now() })
      const plan = planMerge(current, incoming)
      const fields =
        current.created === undefined ? plan.fields : { ...plan.fields, updated: after(current.updated, now) }
      const replace = changeMemory(bytes, fields, plan.content)
      const result = { file: old.file, replace, expect: contentHash(bytes) }
      return removed ? [result, { file: removed.file, remove: true, expect: removed.hash }] : [result]
    },
    {
      actor: by.actor,
      staged: by.staged,
      action: 'merge',
      source: record.source ?? (by.conversation ? { conversation: by.conversation } : undefined),
      reason: by.reason,
      merged: planned.merged,
    },
  )
  const memory = attempt(() => store.find(old.file))
  return memory && { status: 'merged', memory, change: written.changes[0]?.id, warnings, kept: planned.kept }
}

/** Nothing would change but that the history kept the same words once more. */
function isKept(store: MemoryStore, old: Memory, plan: MergePlan): boolean {
  if (!isOnlyKept(plan)) return false
  return readLog(store.writer, { memory: old }).some((change) => change.merged === plan.merged)
}

/** The text would be in the history alone, and that keeps only what changes a file: ours by their time. */
function isOnlyKept({ content, fields, merged }: MergePlan): boolean {
  return content === undefined && merged !== undefined && Object.keys(fields).length === 0
}

/** Two changes within a second have two times, or the second would be none and its text nowhere. */
function after(before: string | undefined, now: string): string {
  const time = before === undefined ? Number.NaN : Date.parse(before)
  return time >= Date.parse(now) ? isoSeconds(new Date(time + 1_000)) : now
}

/** Now; but a clock that is behind the history must not make a record that has expired when the clock is right again. */
function agesFrom({ store, clock }: Pick<AddParts, 'store' | 'clock'>): Date {
  return new Date(Math.max(clock.now().getTime(), store.writer.journal.since() ?? 0))
}

/** The newer is stored, and the older, if there is one, says what took its place; both in one change. */
async function addNew(
  parts: AddParts,
  older: Memory | undefined,
  record: NewMemory,
  by: ChangedBy,
  extracted: boolean,
): Promise<AddOutcome> {
  const { store, clock, rules } = parts
  const importance = extracted ? boostImportance(record.content, record.importance!) : record.importance!
  const expires =
    record.expires ??
    (extracted ? expiryOf({ ...record, importance }, agesFrom(parts), rules.retention) : undefined)
  const saved = await store.add({ ...record, importance, expires }, by, (view, id) =>
    older ? linkSuperseded(view, older, id, clock) : [],
  )
  return {
    status: 'added',
    memory: saved.memory,
    change: saved.written.changes[0]?.id,
    warnings: saved.written.warnings,
    ...(older ? { superseded: older.id, supersededName: older.name } : {}),
  }
}

export function linkSuperseded(
  view: WriteView,
  older: Memory,
  successor: string,
  clock: Clock,
): PlannedWrite[] {
  const bytes = view.read(older.file)
  if (!bytes) return []
  const fields = { superseded_by: successor, updated: isoSeconds(clock.now()) }
  const replace = changeMemory(bytes, fields)
  return [{ file: older.file, replace, expect: contentHash(bytes), action: 'supersede' }]
}
