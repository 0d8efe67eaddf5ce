// After a crash: a group of changes that was cut off is completed or taken back, and the pointers follow.
//
// The rule: files are put in place in the order of the journal, the index last. Where one still is as it was before,
// the others are put back. Where none is, all came through and the group counts. What somebody edited since is theirs:
// it is never written over. All of it can be cut off in turn and is then done again.

import { join } from 'node:path'
import { temporaryName } from '../../base/files/atomic-write.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { placeOf } from '../memory-path.ts'
import { openTargets, type Target, type Targets } from '../write-target.ts'
import type { Change, ChangeGroup, Content, Recovered } from '../writer.ts'
import { bytesOf } from '../writer.ts'
import { openJournal } from './journal.ts'
import type { Begun } from './journal-lines.ts'
import { performSteps } from './perform-steps.ts'
import { type FileChange, indexSteps, type WriterIo, type WriteStep } from './write-step.ts'

/** Cheap when nothing was cut off. A read that fails is thrown: what cannot be seen must not be called undone. */
export function recoverChanges(io: WriterIo): Recovered[] {
  const begun = new Map(io.journal.begun().map((line) => [line.begun, line]))
  const groups = io.journal.unfinished()
  for (const line of begun.values())
    if (!groups.some(([{ group }]) => group === line.begun)) mark(io, line.begun, isDecided(io, line))
  if (groups.length === 0) return []
  const targets = openTargets(io.ops, io.directory)
  try {
    return groups.map((changes) => recoverGroup(io, targets, changes, begun.get(changes[0].group)))
  } finally {
    targets.close()
  }
}

function mark({ journal }: WriterIo, group: string, isDone: boolean): void {
  if (isDone) journal.finish(group, { durable: true })
  else journal.rollBack(group, [])
}

/** Whether the group that it is part of counts. */
function isDecided({ ops, clock }: WriterIo, { decidedBy }: Begun): boolean {
  if (!decidedBy) return false
  return openJournal({ directory: join(decidedBy.state, 'journal'), ops }, clock)
    .doneGroups()
    .has(decidedBy.group)
}

function recoverGroup(
  io: WriterIo,
  targets: Targets,
  changes: ChangeGroup,
  begun: Begun | undefined,
): Recovered {
  const { journal, ops } = io
  const [{ group, groupSize = 1, action, time }] = changes
  const files = changes.filter(({ passing }) => !passing).map(({ file }) => file)
  const recovered = { action, time, files, edited: [] }
  if (changes.length < groupSize) {
    journal.rollBack(group, [])
    return { ...recovered, outcome: 'rolled_back' }
  }
  const noteEnd = io.noteWrite?.(recovered.files)
  sweep(targets, changes)
  const plan = planFor(io, targets, changes, begun)
  const indexes = indexSteps(io, targets, plan.indexed, [], { recount: true })
  performSteps(ops, [...plan.steps, ...indexes], targets, {
    committed: () =>
      plan.outcome === 'completed'
        ? journal.finish(group, { durable: true })
        : journal.rollBack(group, plan.applied),
  })
  noteEnd?.()
  return { ...recovered, outcome: plan.outcome, edited: plan.edited }
}

function planFor(
  io: WriterIo,
  targets: Targets,
  changes: ChangeGroup,
  begun: Begun | undefined,
): RecoveryPlan {
  if (!begun) return planRecovery(changes.map((change) => look(targets, change)))
  if (isDecided(io, begun)) {
    const last = [...new Map(changes.map((change) => [change.file, change])).values()]
    const indexed = last.map((change) => pointerStep(change.file, change.before, look(targets, change).now))
    return { outcome: 'completed', steps: [], indexed, applied: [], edited: [] }
  }
  return planTakingBack(changes, (change) => look(targets, change))
}

/** First: a temporary name that was left next to its target is a second link to it, which passes for somebody else's. */
function sweep(targets: Targets, changes: readonly Change[]): void {
  const files = changes.flatMap(({ file }) => [file, placeOf(file).index])
  const onePerDirectory = new Map(files.map((file) => [file.slice(0, file.lastIndexOf('/') + 1), file]))
  for (const file of onePerDirectory.values()) targets.sweep(file)
}

interface Member {
  change: Change
  /** What the file is now: as before or after the change, as somebody else left it, or nothing that may be read. */
  state: 'before' | 'after' | 'other' | 'refused'
  now: Buffer | undefined
  target: Target | undefined
}

function look(targets: Targets, change: Change): Member {
  try {
    const target = change.before === null ? targets.find(change.file) : targets.open(change.file)
    const now = target?.current
    const hash = now ? contentHash(now) : null
    const isNow = (content: Change['before']) => hash === (content?.hash ?? null)
    const state = isNow(change.after) ? 'after' : isNow(change.before) ? 'before' : 'other'
    return { change, state, now, target }
  } catch (error) {
    if (MemdirError.is(error)) return { change, state: 'refused', now: undefined, target: undefined }
    throw error
  }
}

interface RecoveryPlan {
  outcome: 'completed' | 'rolled_back'
  /** What puts the files back. */
  steps: WriteStep[]
  /** What leads the indexes to the files as they will be. */
  indexed: FileChange[]
  /** Changes that stay although the group was taken back: somebody has built on them. */
  applied: string[]
  edited: string[]
}

function planRecovery(members: readonly Member[]): RecoveryPlan {
  const first = members.findIndex(({ state }) => state === 'before')
  const readable = members.filter(({ state }) => state !== 'refused')
  if (first < 0) {
    const indexed = readable.map(({ change, now }) => pointerStep(change.file, change.before, now))
    return { outcome: 'completed', steps: [], indexed, applied: [], edited: [] }
  }
  const steps = members.flatMap((member) => (member.state === 'after' ? stepBack(member) : []))
  // All that come before the first that was not reached were reached.
  const edited = members.slice(0, first).filter(({ state }) => state === 'other' || state === 'refused')
  const indexed = readable.map(({ change, state, now }) =>
    pointerStep(change.file, change.after, state === 'after' ? bytesOf(change.before) : now),
  )
  return {
    outcome: 'rolled_back',
    // As they came, so that being cut off here looks as it did then.
    steps: steps.reverse(),
    indexed,
    applied: edited.map(({ change }) => change.id),
    edited: edited.map(({ change }) => change.file),
  }
}

/** A file may be changed by more than one of several writes that are one. */
function planTakingBack(changes: ChangeGroup, lookAt: (change: Change) => Member): RecoveryPlan {
  const plan = { steps: [] as WriteStep[], indexed: [] as FileChange[], applied: [] as string[] }
  const edited: string[] = []
  for (const file of new Set(changes.map((change) => change.file))) {
    const own = changes.filter((change) => change.file === file)
    const [first] = own
    const last = own.at(-1)
    if (!first || !last) continue
    const member = lookAt(first)
    const hash = member.now ? contentHash(member.now) : null
    const isRefused = member.state === 'refused'
    const isOurs = !isRefused && own.some(({ after }) => hash === (after?.hash ?? null))
    const isBack = !isRefused && member.state === 'before'
    if (isOurs && !isBack) plan.steps.push(...stepBack(member))
    else if (first.passing && !isBack) continue
    else if (!isBack) {
      edited.push(file)
      plan.applied.push(...own.map(({ id }) => id))
    }
    const now = isOurs ? bytesOf(first.before) : member.now
    if (!isRefused) plan.indexed.push(pointerStep(file, last.after, now))
  }
  return { ...plan, outcome: 'rolled_back', edited }
}

/** `listed`: what the pointer in the index may have been made of. */
function pointerStep(file: string, listed: Content | null, after: Buffer | undefined): FileChange {
  return { file, before: bytesOf(listed), after }
}

/** Nothing to do where its directory is gone: so is the file. */
function stepBack({ change, target, now }: Member): WriteStep[] {
  if (!target) return []
  const after = bytesOf(change.before)
  return [{ target, file: change.file, before: now, after, temporary: temporaryName() }]
}
