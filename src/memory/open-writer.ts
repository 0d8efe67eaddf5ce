// The one way in which memories are written, by whatever part of memdir.
//
// Lock → finish or take back what a crash cut off → plan → prove each path on the opened parent → compare with what the
// caller saw → check the content → journal (synced) → temporary files (synced) → put in place → sync the directories →
// done. A failure before the end puts everything back and is thrown: failed means that nothing changed.

import { join } from 'node:path'
import { makeDirectories } from '../base/files/directory.ts'
import { type FileOps, nodeFileOps } from '../base/files/file-ops.ts'
import { type HeldDirectory, holdDirectory } from '../base/files/held-directory.ts'
import { acquireLock } from '../base/files/lock.ts'
import { ioTexts } from '../base/messages/io.ts'
import { message } from '../base/messages/message.ts'
import { openClockWatch } from '../base/time/clock-watch.ts'
import { type Clock, systemClock } from '../base/values/clock.ts'
import { ioError } from '../base/values/errors.ts'
import { once } from '../base/values/once.ts'
import type { Memory } from './memory.ts'
import { type Place, sharedPlace } from './memory-path.ts'
import { actingAs } from './origin-rules.ts'
import { type CheckedContent, checkContent, type SecretScan } from './writer/content-check.ts'
import { type Journal, openJournal } from './writer/journal.ts'
import type { KnownNames } from './writer/known-names.ts'
import { type Disposable, openRoom } from './writer/make-room.ts'
import { openGroup } from './writer/open-group.ts'
import { hasPendingWork } from './writer/pending-work.ts'
import type { PurgeDependencies } from './writer/purge.ts'
import type { Transaction } from './writer/transaction.ts'
import type { WriterIo } from './writer/write-step.ts'
import type {
  EraseElsewhere,
  NoteWrite,
  PlannedWrite,
  Purged,
  Recovered,
  WriteContext,
  WriteJudge,
  WriteView,
  Written,
  WrittenBy,
} from './writer.ts'

export interface WriterOptions {
  directory: string
  /** `state/` of this memory directory. */
  state: string
  /** All of it is read by other people: a secret refuses the write instead of being cut out. */
  shared?: boolean
  /** Loaded at the first write: its tables are a cost that only a write should pay. Default: `ownSecretScan`. */
  loadScan?: () => Promise<SecretScan>
  /** Looks at what is added and edited, by whom, such as `ownJudge`. Loaded at the first write too. */
  loadJudge?: () => Promise<WriteJudge>
  /** The agent that this process runs in: whoever says to be the person is that agent. */
  insideAgent?: string
  /** Throws where this actor may change nothing here, whatever it is. */
  checkActor?(actor: string): void
  ops?: FileOps
  clock?: Clock
  lockTimeoutMs?: number
  /** Tells whoever follows the files which ones change. */
  noteWrite?: NoteWrite
  /** Called after files have changed, outside the lock, and waited for. Must not throw. */
  onWritten?: (written: WrittenBy) => void | Promise<void>
  /** Called with what became of changes that a crash had cut off. */
  onRecovered?: (recovered: readonly Recovered[]) => void
  /** What goes where the disk is so full that nothing can be removed. */
  disposable?: Disposable
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
  /**
   * All that is written in here is one change, or none of it is made; what is written of it is seen by what follows.
   * `within`: part of that of another memory directory, which is taken first. `takesBack`: it undoes something, and may
   * have what is kept for removals.
   */
  together<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: { within?: Transaction | undefined; takesBack?: boolean },
  ): Promise<T>
  /** Runs under the write lock, for work on the journal. */
  exclusively<T>(work: () => T | Promise<T>): Promise<T>
  /** Finishes or takes back what a crash cut off, without waiting for the next write. Cheap when there is nothing. */
  recover(): Promise<void>
}

export function openWriter(options: WriterOptions): MemoryWriter {
  const { directory, state, insideAgent, onWritten, shared = false } = options
  const ops = options.ops ?? nodeFileOps
  const clock = options.clock ?? systemClock
  const io = ioOf(options, { ops, clock })
  const { journal } = io
  const loadScan = once(options.loadScan ?? ownSecretScan)
  const held = holdDirectory(directory)
  const isPending = () => hasPendingWork(ops, state, journal)
  const { reserve, makingRoom, reserveOnce } = openRoom(state, options.disposable)
  const purgeDependencies = async (): Promise<PurgeDependencies> => {
    const [{ commitWrites }, scan] = await Promise.all([loadCommit(), loadScan()])
    const writing = { ...io, state, scan, shared, judge: undefined }
    return {
      io,
      state,
      remove: (writes, actor) => commitWrites(writing, () => writes, { actor, action: 'remove' }),
      eraseElsewhere: options.eraseElsewhere,
      makingRoom,
    }
  }
  const group = openGroup(io, state)
  const exclusively = async <T>(work: () => T | Promise<T>): Promise<T> =>
    // Whoever is part of one has the lock.
    group.current()
      ? work()
      : underLock({ ...options, ops, held }, async () => {
          if (isPending()) {
            const { recoverPending } = await import('./writer/recover-pending.ts')
            io.names.position = undefined
            const recovered = await recoverPending(await purgeDependencies())
            if (recovered.length > 0) options.onRecovered?.(recovered)
          }
          return work()
        })
  const writePlanned: MemoryWriter['writePlanned'] = async (plan, given) => {
    const [{ commitWrites }, scan, judge] = await Promise.all([
      loadCommit(),
      loadScan(),
      options.loadJudge?.(),
    ])
    const context = { ...given, actor: actingAs(given.actor, insideAgent) }
    options.checkActor?.(context.actor)
    const transaction = group.current()
    const writing = { ...io, state, scan, shared, judge, transaction }
    const attributed = (view: WriteView) => plan(view).map((write) => attribute(write, insideAgent))
    const commit = () => exclusively(() => commitWrites(writing, attributed, context))
    if (transaction) {
      const written = await commitWrites(writing, attributed, context)
      if (written.changes.length > 0) group.note(transaction, writtenBy(context, written))
      return written
    }
    const isRemoval = context.action === 'remove'
    const written = isRemoval ? await makingRoom(commit) : await commit()
    if (!isRemoval) reserveOnce()
    if (written.changes.length > 0) await onWritten?.(writtenBy(context, written))
    return written
  }
  const together: MemoryWriter['together'] = async (work, { within, takesBack } = {}) => {
    const outer = group.current()
    if (outer) return work(outer)
    const begin = await group.prepare(work, { within, exclusively })
    const { result, written } = takesBack ? await makingRoom(begin, [reserve]) : await begin()
    reserveOnce()
    for (const one of written) await onWritten?.(one)
    return result
  }
  const purge: MemoryWriter['purge'] = async (memory, given) => {
    const { purgeMemory } = await import('./writer/purge.ts')
    const deps = await purgeDependencies()
    const actor = actingAs(given, insideAgent)
    options.checkActor?.(actor)
    const purged = await makingRoom(() => exclusively(() => purgeMemory(deps, memory, actor)))
    await onWritten?.({ actor, action: 'remove', files: [{ file: memory.file, removed: true }] })
    return purged
  }
  return {
    journal,
    together,
    exclusively: (work) => makingRoom(() => exclusively(work)),
    writePlanned,
    clean: async (text, place) => checkContent(text, sharedPlace(place, shared), await loadScan()),
    write: (writes, context) => writePlanned(() => writes, context),
    purge,
    recover: async () => {
      if (isPending()) await exclusively(() => {})
    },
  }
}

function ioOf(
  { directory, state, noteWrite }: WriterOptions,
  given: { ops: FileOps; clock: Clock },
): WriterIo & { names: KnownNames } {
  const names: KnownNames = { position: undefined, directories: new Map() }
  const clockJumped = () => openClockWatch(state, given.clock).hasJumped()
  return {
    ...given,
    ...{ directory, names, ranked: new Map(), ends: new Map(), clockJumped },
    journal: openJournal({ directory: join(state, 'journal'), ops: given.ops }, given.clock),
    ...(noteWrite && { noteWrite }),
  }
}

function writtenBy({ actor, action }: WriteContext, { changes }: Written): WrittenBy {
  return { actor, action, files: changes.map(({ file, hash }) => ({ file, removed: hash === null })) }
}

async function ownSecretScan(): Promise<SecretScan> {
  return (await import('./writer/secret-scan.ts')).loadSecretScan()
}

/** What reads like an instruction and is not the person's waits for them. */
export async function ownJudge(): Promise<WriteJudge> {
  return (await import('./records/judge-write.ts')).judgeWrite
}

/** Readers open a writer, too: what only a write runs is loaded by the first one. */
function loadCommit() {
  return import('./writer/commit-writes.ts')
}

async function underLock<T>(
  { directory, state, lockTimeoutMs, ops, held }: WriterOptions & { ops: FileOps; held: HeldDirectory },
  work: () => Promise<T>,
): Promise<T> {
  const locks = join(state, 'locks')
  try {
    held.check()
    const isNew = !ops.find(directory)
    for (const path of [directory, locks]) makeDirectories(ops, path)
    if (isNew) held.adopt()
    const lock = await acquireLock(locks, 'write', { ops, timeoutMs: lockTimeoutMs })
    try {
      return await work()
    } finally {
      lock.release()
    }
  } catch (error) {
    throw ioError(message(ioTexts.writingMemory), error)
  }
}

/** No copy is the person's where an agent makes it. */
function attribute(write: PlannedWrite, insideAgent: string | undefined): PlannedWrite {
  return write.actor === undefined ? write : { ...write, actor: actingAs(write.actor, insideAgent) }
}
