// The one way in which memories are written, by whatever part of memdir.
//
// Lock → finish or take back what a crash cut off → prove each path on the opened parent → compare with what the caller saw →
// check the content → journal (synced) → temporary files (synced) → put in place → sync the directories → done.
// A failure before the end puts everything back and is thrown: failed means that nothing changed.
import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import { temporaryName } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { makeDirectories } from '../lib/directory.ts'
import { ioError, MemdirError } from '../lib/errors.ts'
import { type FileOps, nodeFileOps } from '../lib/file-ops.ts'
import { contentHash } from '../lib/hash.ts'
import { holdDirectory } from '../lib/held-directory.ts'
import { randomId } from '../lib/ids.ts'
import { acquireLock } from '../lib/lock.ts'
import { message } from '../messages/message.ts'
import { CANNOT_BE_WRITTEN, SPLIT_IT } from '../messages/paths.ts'
import { type CheckedContent, checkContent, type SecretScan } from './content-check.ts'
import { type Change, type ChangeAction, type Journal, openJournal } from './journal.ts'
import type { Memory, MemorySource } from './memory.ts'
import { foldName } from './memory-path.ts'
import { MAX_MEMORY_BYTES } from './memory-size.ts'
import { actingAs } from './origin-rules.ts'
import { performSteps } from './perform-steps.ts'
import { type Place, placeOf } from './place.ts'
import { newContent, type PlannedWrite, type WriteView } from './planned-write.ts'
import {
  beginPurge,
  completePurge,
  type EraseElsewhere,
  finishPurges,
  hasPendingPurge,
  type Purged,
  type PurgeParts,
  purgeCutOff,
} from './purge.ts'
import { readRefusal } from './read-refusal.ts'
import { type Recovered, recoverChanges } from './recover-changes.ts'
import { planRevivals } from './revive.ts'
import type { SiblingNames } from './sibling-names.ts'
import {
  hasStaged,
  placeFiles,
  recoverStaged,
  type StagedFile,
  settleStaged,
  stageFiles,
} from './staged-files.ts'
import { contentOf, indexSteps, memoryOf, type Session, type Step } from './write-step.ts'
import { openTargets, type Targets } from './write-target.ts'
import { siblingsIn, viewOf } from './write-view.ts'

export interface WriteContext {
  actor: string
  action: ChangeAction
  source?: MemorySource
  reason?: string
  undoes?: string
  /** A text that was merged in and is kept in the history only. Clean already: see `clean`. */
  merged?: string
  /** A quotation of the person was found that proves what it says of its origin. */
  proven?: boolean
  /** Files below state that change with it. */
  staged?: readonly StagedFile[]
  /** Told after each file, where there may be thousands. */
  onProgress?: (done: number, total: number) => void
}

export interface Written {
  /** The journal's id of each change; empty when nothing had to change. */
  changes: { id: string; file: string; hash: string | null }[]
  /** The id of all of them together: undoing it takes all of them back. */
  group?: string
  warnings: string[]
  /** Files that had a second name elsewhere (a hard link): that one keeps its old content. */
  separated?: string[]
}

/** A text that a face wants to write, as the judge sees it. */
export interface JudgedWrite {
  actor: string
  source: MemorySource | undefined
  proven: boolean
  file: string
  before: string | undefined
  after: string
}

/** What is written; throws where it may not be. */
export type WriteJudge = (write: JudgedWrite) => string

export interface WriterOptions {
  directory: string
  /** `state/` of this memory directory. */
  state: string
  /** Loaded at the first write: its tables are a cost that only a write should pay. */
  loadScan: () => Promise<SecretScan>
  /** Looks at what is added and edited, by whom. Loaded at the first write too. */
  loadJudge?: () => Promise<WriteJudge>
  /** The agent that this process runs in: whoever says to be the person is that agent. */
  insideAgent?: string
  ops?: FileOps
  clock?: Clock
  lockTimeoutMs?: number
  /** Called after files have changed, outside the lock. */
  onWritten?: () => void
  /** Told what became of changes that a crash had cut off. */
  onRecovered?: (recovered: readonly Recovered[]) => void
  /** What a purge has to clean besides the memories and their history. */
  eraseElsewhere?: EraseElsewhere
}

export interface MemoryWriter {
  readonly journal: Journal
  write(writes: readonly PlannedWrite[], context: WriteContext): Promise<Written>
  /** Plans under the lock, so that what the plan saw cannot change before it is written. */
  writePlanned(plan: (view: WriteView) => readonly PlannedWrite[], context: WriteContext): Promise<Written>
  /** What would be written of this text there: without hidden characters and secrets. Throws what a write would. */
  clean(text: string, place: Place): Promise<CheckedContent>
  /** Erases a memory, what was merged into it, and all that was kept of them. */
  purge(memory: Pick<Memory, 'id' | 'file'>, actor: string): Promise<Purged>
  /** Runs under the write lock, for work on the journal. */
  exclusively<T>(work: () => T | Promise<T>): Promise<T>
  /** Finishes or takes back what a crash cut off, without waiting for the next write. Cheap when there is nothing. */
  recover(): Promise<void>
}

export function openWriter(options: WriterOptions): MemoryWriter {
  const { directory, state } = options
  const ops = options.ops ?? nodeFileOps
  const clock = options.clock ?? systemClock
  const journal = openJournal({ directory: join(state, 'journal'), ops, clock })
  const session: Session = { directory, ops, clock, journal }
  const held = holdDirectory(directory)

  const purging = async (): Promise<PurgeParts> => {
    const scan = await options.loadScan()
    return {
      session,
      state,
      view: viewOf(session),
      remove: (writes, actor) =>
        void commit({ ...session, state, scan, judge: undefined }, writes, { actor, action: 'remove' }),
      eraseElsewhere: options.eraseElsewhere,
    }
  }
  const exclusively = async <T>(work: () => T | Promise<T>): Promise<T> => {
    const locks = join(state, 'locks')
    try {
      held.check()
      const isNew = !ops.find(directory)
      for (const path of [directory, locks]) makeDirectories(ops, path)
      if (isNew) held.adopt()
      const lock = await acquireLock(locks, 'write', { ops, timeoutMs: options.lockTimeoutMs })
      try {
        const recovered = [...recoverChanges(session), ...(await finishPurges({ session, state }, purging))]
        recoverStaged({ ops, state }, journal)
        if (recovered.length > 0) options.onRecovered?.(recovered)
        return await work()
      } finally {
        lock.release()
      }
    } catch (error) {
      throw ioError('Writing the memory', error)
    }
  }
  const writePlanned: MemoryWriter['writePlanned'] = async (plan, given) => {
    const [scan, judge] = await Promise.all([options.loadScan(), options.loadJudge?.()])
    const context = { ...given, actor: actingAs(given.actor, options.insideAgent) }
    const writing = { ...session, state, scan, judge }
    const written = await exclusively(() => commit(writing, plan(viewOf(session)), context))
    if (written.changes.length > 0) options.onWritten?.()
    return written
  }
  return {
    journal,
    exclusively,
    writePlanned,
    clean: async (text, place) => checkContent(text, place, await options.loadScan()),
    write: (writes, context) => writePlanned(() => writes, context),
    purge: async (memory, actor) => {
      const purged = await exclusively(async () => {
        const parts = await purging()
        const intent = beginPurge(parts, memory, actingAs(actor, options.insideAgent))
        return completePurge(parts, intent).catch((error: unknown) => {
          throw purgeCutOff(error)
        })
      })
      options.onWritten?.()
      return purged
    },
    recover: async () => {
      const isCutOff =
        journal.unfinished().length > 0 || hasPendingPurge(ops, state) || hasStaged({ ops, state })
      if (isCutOff) await exclusively(() => {})
    },
  }
}

/** A session that writes new content. */
interface Writing extends Session {
  state: string
  scan: SecretScan
  judge: WriteJudge | undefined
}

function commit(session: Writing, writes: readonly PlannedWrite[], given: WriteContext): Written {
  // Before anything is made of it: the judge puts the conversation into the file.
  const context = withoutSecrets(given, session.scan)
  const targets = openTargets(session.ops, session.directory)
  try {
    const warnings: string[] = []
    const removed = writes.filter(({ remove }) => remove).map(({ file }) => file)
    const siblings = siblingsIn(session, new Set(removed))
    const steps = writes
      .map((write) => prepare(session, targets, siblings, write, context, warnings))
      .filter((step) => step !== undefined)
    if (steps.length === 0) {
      placeFiles(session, context.staged ?? [])
      return { changes: [], warnings }
    }
    refuseDoubles(steps)
    const heir = context.action === 'merge' ? keptId(steps) : undefined
    for (const write of planRevivals(session.directory, steps, viewOf(session), heir)) {
      const step = prepare(session, targets, siblings, write, context, warnings)
      if (step) steps.push(step)
    }
    const group = randomId()
    const groupSize = steps.length > 1 ? steps.length : undefined
    for (const step of steps) step.change = { ...describeChange(session, step, context), group, groupSize }
    // Indexes last: while one of the files can still fail, no index has changed.
    const all = [...steps, ...indexSteps(session, targets, steps, warnings)]
    withStaged(session, group, context, () => {
      session.journal.append(steps.map((step) => step.change!))
      performSteps(session.ops, all, targets, {
        committed: (clean) => markDone(session, group, { clean, durable: steps.length > 1 }),
        restored: () => session.journal.settle(group, []),
        onProgress: context.onProgress,
      })
    })
    const changes = steps.map((step) => ({
      id: step.change!.id,
      file: step.file,
      hash: step.after ? contentHash(step.after) : null,
    }))
    const separated = all.filter(({ target }) => target.linked).map(({ file }) => file)
    return { changes, group, warnings, ...(separated.length > 0 && { separated }) }
  } finally {
    targets.close()
  }
}

/** What cannot be settled here is settled before the next write. */
function withStaged(session: Writing, group: string, { staged = [] }: WriteContext, write: () => void): void {
  try {
    stageFiles(session, group, staged)
    write()
  } catch (error) {
    if (staged.length > 0) attempt(() => recoverStaged(session, session.journal))
    throw error
  }
  if (staged.length > 0) attempt(() => settleStaged(session, (one) => (one === group ? 'done' : 'open')))
}

/** Several changes count from their mark on. One alone shows by its file: where its mark fails, the next write makes it up. */
function markDone(
  session: Session,
  group: string,
  { clean, durable }: { clean: boolean; durable: boolean },
): void {
  const mark = () => {
    if (clean) session.journal.finish(group, { durable })
    else recoverChanges(session)
  }
  if (durable) mark()
  else attempt(mark)
}

/** Of two that became one, the one that stays. */
function keptId(steps: readonly Step[]): string | undefined {
  const kept = steps.find(({ after }) => after)
  return memoryOf(kept?.file ?? '', kept?.after)?.id
}

function prepare(
  session: Writing,
  targets: Targets,
  siblings: SiblingNames,
  write: PlannedWrite,
  context: WriteContext,
  warnings: string[],
): Step | undefined {
  // Checked before anything is made: a refused write leaves no directory behind.
  const content = newContent(write)
  const file = content === null ? targets.realFile(write.file) : targets.newFile(write.file, siblings)
  let target = targets.open(file, { create: false })
  const before = target?.current
  compare(write, before)
  if (!before && !write.verbatim) refuseSecretName(session, file)
  const text = content === null ? undefined : checked(session, { ...write, file }, content, warnings)
  const after = text && judged(session, { ...write, file }, context, before, text)
  if (before && after ? before.equals(after) : before === after) return undefined
  target ??= targets.open(file, { create: true })!
  const { action, undoes, source } = write
  return { target, file, before, after, temporary: temporaryName(), action, undoes, source }
}

function checked(
  session: Writing,
  write: PlannedWrite,
  content: string | Uint8Array,
  warnings: string[],
): Buffer {
  const given = typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content)
  if (write.verbatim) return given
  if (given.length > MAX_MEMORY_BYTES) throw tooLarge(write.file)
  if (!isUtf8(given)) {
    throw new MemdirError('refused_content', `${write.file} is not UTF-8 text; nothing was written`, {
      fix: 'Convert it to UTF-8 and save again.',
    })
  }
  const outcome = checkContent(given.toString('utf8'), placeOf(write.file), session.scan)
  warnings.push(...outcome.warnings)
  return Buffer.from(outcome.text, 'utf8')
}

/** What is restored, merged or imported was looked at when it came. */
function judged(
  { judge }: Writing,
  { file, action, verbatim }: PlannedWrite,
  context: WriteContext,
  before: Buffer | undefined,
  after: Buffer,
): Buffer {
  const doing = action ?? context.action
  if (!judge || verbatim || (doing !== 'add' && doing !== 'edit')) return after
  const { actor, source, proven = false } = context
  const [old, text] = [before?.toString('utf8'), after.toString('utf8')]
  return Buffer.from(judge({ actor, source, proven, file, before: old, after: text }), 'utf8')
}

/** What is written can be read again. */
function tooLarge(file: string): MemdirError {
  return new MemdirError(
    'refused_content',
    message(CANNOT_BE_WRITTEN, { file, reason: readRefusal('too_large') }),
    {
      fix: message(SPLIT_IT),
    },
  )
}

/** Shorter texts hold no secret that can be told. */
const LEAST_SECRET = 16

/** A name cannot be cut as a text can: it is in the index, the history and every listing. */
function refuseSecretName({ scan }: Writing, file: string): void {
  const name = file.replace(/\.md$/, '')
  if (name.length < LEAST_SECRET || !/\d/.test(name)) return
  // Words are joined by underscores here, behind which a key does not begin elsewhere.
  const words = name.split(/[/_ ]/)
  const ends = words.map((_, at) => words.slice(at).join('_'))
  if (scan(ends.join('\n'), { shared: true }).status === 'refused')
    throw new MemdirError('refused_content', 'the file name holds a secret; nothing was written', {
      fix: 'Choose another name.',
    })
}

/** Two contents for one file cannot both be kept, here or on a system that takes their names for one. */
function refuseDoubles(steps: readonly Step[]): void {
  const seen = new Set<string>()
  const left = new Set<string>()
  for (const { file, after } of steps) {
    if (seen.has(file) || (after && left.has(foldName(file)))) {
      throw new MemdirError('usage', `${file} is written twice in one go; nothing was written`, {
        fix: 'Write it once, or in two goes.',
      })
    }
    seen.add(file)
    if (after) left.add(foldName(file))
  }
}

function compare(write: PlannedWrite, before: Buffer | undefined): void {
  const found = before ? contentHash(before) : null
  if (found === (write.expect ?? null)) return
  const what = found === null ? 'was removed' : write.create !== undefined ? 'exists already' : 'was changed'
  throw new MemdirError('conflict', `${write.file} ${what} in the meantime; nothing was written`, {
    fix: 'Look at it again (`memdir show`) and repeat the change.',
    details: { file: write.file },
  })
}

/** Who, where and why come from the command line and from agents. */
function withoutSecrets(context: WriteContext, scan: SecretScan): WriteContext {
  const cut = <T extends string | undefined>(text: T): T => {
    const outcome =
      text === undefined || text.length < LEAST_SECRET ? undefined : scan(text, { shared: false })
    return (outcome?.status === 'ok' ? outcome.text : text) as T
  }
  const { actor, reason, source } = context
  const named = source && { ...source, conversation: cut(source.conversation) }
  return { ...context, actor: cut(actor), reason: cut(reason), source: named }
}

function describeChange(session: Session, step: Step, context: WriteContext): Omit<Change, 'group'> {
  const known = memoryOf(step.file, step.after) ?? memoryOf(step.file, step.before)
  return {
    v: 1,
    id: randomId(),
    time: session.clock.now().toISOString(),
    actor: context.actor,
    action: step.action ?? context.action,
    file: step.file,
    memory: known?.id,
    source: step.source ?? context.source,
    reason: context.reason,
    undoes: step.undoes ?? context.undoes,
    merged: context.merged,
    before: contentOf(step.before),
    after: contentOf(step.after),
    temporary: step.temporary,
  }
}
