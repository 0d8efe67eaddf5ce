// Adding a record: filtered when it was extracted, held back when it is not to be trusted, merged when it is known.

import { type Message, message } from '../../base/messages/message.ts'
import type { HeldReason } from '../../base/messages/origin.ts'
import { recordsTexts } from '../../base/messages/records.ts'
import { storeTexts } from '../../base/messages/store.ts'
import type { Clock } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { isSeparate, kindOf, type Memory, type MemoryKind } from '../memory.ts'
import { placeOf } from '../memory-path.ts'
import type { ChangedBy, MemoryStore } from '../memory-store.ts'
import { readTriggers, writtenMoments } from '../moments.ts'
import { isPerson, sourceOf } from '../origin-rules.ts'
import { isSameText, mayRewrite } from '../plan-merge.ts'
import type { AddOutcome, FindByWords, JudgedAs, NewMemory, Superseded, SupersededHow } from '../records.ts'
import { plainCorrection } from '../sameness/plain-correction.ts'
import { changeIdOf } from '../writer.ts'
import { boostImportance } from './boost-importance.ts'
import { checkAgentSize, checkNewMemory, refuseTooWide } from './check-memory.ts'
import { judgeMemory } from './judge-memory.ts'
import { mergeJudged, mergeSame } from './merge-into.ts'
import type { Quarantine } from './quarantine.ts'
import { mayMerge } from './record.ts'
import { expiryOf, isLive, type RetentionRules } from './retention.ts'
import { supersede } from './supersede.ts'

export interface AddRules {
  minConfidence: number
  minImportance: number
  retention: RetentionRules
}

export interface AddDependencies {
  store: MemoryStore
  clock: Clock
  rules: AddRules
  findByWords: FindByWords
  /** Why everything of this actor waits, whatever it says. */
  holdsAll?(actor: string): HeldReason | undefined
  /** Opened when something has to wait. */
  quarantine(): Quarantine
}

export interface AddOptions {
  /** Found by an extractor, not given by a person: filtered, boosted, and it expires. */
  extracted?: boolean
  /** False: stored as it is, whatever is there already. */
  merge?: boolean
  /** Stored as it is, and kept apart from then on: nothing offers to merge it either. */
  separate?: boolean
  /** The person has looked at it: it does not wait again. */
  confirmed?: boolean
  /** What somebody found it to be to a memory: it takes its place, or both become `content`. */
  judged?: JudgedAs
}

type Graded = NewMemory & { kind: MemoryKind; importance: number; confidence: number }

/** Candidates looked at: those that share the most words may be of another kind. */
const CANDIDATES = 24

export async function addRecord(
  deps: AddDependencies,
  given: NewMemory,
  by: ChangedBy,
  options: AddOptions = {},
): Promise<AddOutcome> {
  checkNewMemory(given)
  // Before it can get into quarantine, which no writer judges.
  if (!isPerson(by.actor)) checkAgentSize(given.content)
  const source = isPerson(by.actor) ? given.source : sourceOf(by, given.source)
  const on = await fittingTriggers(deps, given, options)
  const record = withDefaults({ ...given, ...writtenMoments({ ...given, ...on }), source }, options)
  const reason = options.extracted ? filterReason(record, deps.rules) : undefined
  if (reason) return { status: 'filtered', reason }
  const held = options.confirmed ? undefined : await holdBack(deps, record, by)
  if (held) return held
  const graded = withExpiry(deps, boosted(record, options), options)
  if (options.merge === false) return addNew(deps, graded, by, {})
  const seen = deps.store.writer.journal.position()
  const candidates = await findCandidates(deps, record)
  const merge = (memory: Memory | undefined) =>
    memory && mergeSame(deps, memory, withExpiry(deps, record, options), by)
  const merged = await merge(candidates.find((memory) => isSameText(memory, record)))
  if (merged) return merged
  const judged = options.judged && findJudged(deps, record, options.judged)
  const one = judged && options.judged?.content
  const both =
    one !== undefined && judged ? await mergeJudged(deps, judged, { ...graded, content: one }, by) : undefined
  if (both) return both
  const older = judged ?? corrected(candidates, record)
  try {
    return await addNew(deps, graded, by, { older, judged, seen })
  } catch (error) {
    if (!(error instanceof AddedMeanwhile)) throw error
    return (await merge(error.memory)) ?? addNew(deps, graded, by, { older, judged })
  }
}

/** Whoever writes them is told; nobody would be told of what an extractor found, and what has waited is the person's to keep. */
async function fittingTriggers(
  { store }: AddDependencies,
  given: NewMemory,
  { extracted, confirmed }: AddOptions,
): Promise<Pick<NewMemory, 'on'>> {
  if (confirmed || given.on === undefined) return {}
  if (!extracted) await refuseTooWide(store.tooWide, given.on)
  else {
    const wide = await Promise.all(readTriggers(given.on).read.map((one) => store.tooWide([one])))
    return { on: readTriggers(given.on).read.filter((_, at) => wide[at] === undefined) }
  }
  return {}
}

/** A judgement hides or rewrites a memory: only one that is live, of the same place, and not the person's word before another's. */
function findJudged(
  { store, clock }: AddDependencies,
  record: Graded,
  { id, hash }: JudgedAs,
): Memory | undefined {
  const memory = store.list().find((one) => one.id === id && one.hash === hash)
  if (!memory || !isLive(memory, clock.now()) || isSeparate(memory)) return undefined
  return placeOf(memory.file) === placeOf(record.file) && mayRewrite(memory, record) ? memory : undefined
}

/** Stops an add under the lock: another process has stored the same text since the look-up. */
class AddedMeanwhile extends MemdirError {
  readonly memory: Memory
  constructor(memory: Memory) {
    super('conflict', message(recordsTexts.recordAddedSince, { file: memory.file }), {
      fix: message(storeTexts.tryAgain),
    })
    this.memory = memory
  }
}

/** Nothing is read where nobody has written since `seen`. */
function refuseSecond(deps: AddDependencies, record: Graded, seen: string): void {
  if (deps.store.writer.journal.position() === seen) return
  const same = currentCandidates(deps, record).find((one) => isSameText(one, record))
  if (same) throw new AddedMeanwhile(same)
}

function withDefaults(given: NewMemory, { extracted, separate }: AddOptions): Graded {
  const { importance = 3, confidence = extracted ? 0.8 : 1 } = given
  const extra = separate ? { ...given.extra, separate: true } : given.extra
  return { ...given, kind: kindOf(given), importance, confidence, ...(extra ? { extra } : {}) }
}

function filterReason({ confidence, importance }: Graded, rules: AddRules): Message | undefined {
  const { minConfidence, minImportance } = rules
  if (confidence < minConfidence)
    return message(recordsTexts.filteredConfidence, { value: confidence, least: minConfidence })
  if (importance < minImportance)
    return message(recordsTexts.filteredImportance, { value: importance, least: minImportance })
  return undefined
}

async function holdBack(
  { store, quarantine, holdsAll }: AddDependencies,
  record: Graded,
  { actor }: ChangedBy,
): Promise<AddOutcome | undefined> {
  const judgement = judgeMemory({ actor, memory: record })
  const reason = judgement.verdict === 'quarantine' ? judgement.reason : holdsAll?.(actor)
  if (reason === undefined) return undefined
  const { text: content } = await store.writer.clean(record.content, placeOf(undefined))
  const { id } = await quarantine().hold({ memory: { ...record, content }, reason, by: actor })
  return { status: 'quarantined', id, reason }
}

/** What has ended or was superseded is no place for what is said now. Adding must not fail with search. */
async function findCandidates({ findByWords, clock }: AddDependencies, record: Graded): Promise<Memory[]> {
  const found = await findByWords(record.content, CANDIDATES).catch(() => [])
  return found.filter((memory) => isCandidate(memory, record, clock))
}

function currentCandidates({ store, clock }: AddDependencies, record: Graded): Memory[] {
  return store.list().filter((memory) => isCandidate(memory, record, clock))
}

function isCandidate(memory: Memory, record: Graded, clock: Clock): boolean {
  return mayMerge(memory, record) && isLive(memory, clock.now())
}

/** What others say never takes back what the person said: it is stored in addition. */
function corrected(candidates: readonly Memory[], record: Graded): Memory | undefined {
  return candidates.find(
    (memory) => mayRewrite(memory, record) && plainCorrection(memory.content, record.content) !== undefined,
  )
}

function boosted(record: Graded, { extracted }: AddOptions): Graded {
  if (!extracted) return record
  return { ...record, importance: boostImportance(record.content, record.importance) }
}

/** A clock that is behind the history must not make a record that has expired when the clock is right again. */
function withExpiry(
  { store, clock, rules }: AddDependencies,
  record: Graded,
  { extracted }: AddOptions,
): Graded {
  if (record.expires !== undefined || !extracted) return record
  const now = new Date(Math.max(clock.now().getTime(), store.writer.journal.since() ?? 0))
  return {
    ...record,
    expires: expiryOf({ ...record, isSaid: record.source?.origin === 'user' }, now, rules.retention),
  }
}

/**
 * The newer is stored, and the older, if there is one, says what took its place; both in one change. `seen`: where the
 * journal was at the look-up for the same text.
 */
async function addNew(
  deps: AddDependencies,
  record: Graded,
  by: ChangedBy,
  { older, judged, seen }: { older?: Memory; judged?: Memory; seen?: string },
): Promise<AddOutcome> {
  const { store, clock } = deps
  let superseded: Superseded | undefined
  const { memory, written } = await store.add(record, by, (view, id) => {
    if (seen !== undefined) refuseSecond(deps, record, seen)
    const plan = (memory: Memory | undefined) => {
      const planned =
        memory &&
        supersede(view, memory, { id, content: record.content }, { clock, ...(judged && { judged }) })
      return planned && { ...planned, memory }
    }
    // Another process may have corrected the older one since: then its correction is what is corrected here.
    const planned = older && (plan(older) ?? plan(corrected(currentCandidates(deps, record), record)))
    superseded = planned && toSuperseded(planned.memory, planned.how)
    return planned ? [planned.write] : []
  })
  const { warnings } = written
  return {
    status: 'added',
    memory,
    change: changeIdOf(written),
    warnings,
    ...(superseded ? { superseded } : {}),
  }
}

function toSuperseded({ id, name, file }: Memory, how: SupersededHow): Superseded {
  return { id, name, file, how }
}
