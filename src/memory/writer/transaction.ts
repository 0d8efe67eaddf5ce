// Several writes that are one: one group of the journal, with the state that goes with it. Each is performed as it comes,
// so that the next one sees it; all of them count from the mark of the group on, which is written last. Where anything
// fails before, everything is put back; where the process ends before, the next write puts it back.
//
// A second memory directory can take part: its group counts when the first one's does, also after a crash.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomId } from '../../base/values/ids.ts'
import type { Change, Staged, Written } from '../writer.ts'
import type { Begun } from './journal-lines.ts'
import { conflictOnCreate, unrestored } from './perform-steps.ts'
import { recoverChanges } from './recover-changes.ts'
import { finishGroup, recoverStaged, stage } from './staged-files.ts'
import type { WriterIo } from './write-step.ts'

export interface Transaction {
  readonly state: string
  readonly group: string
  /** What was written so far. */
  readonly changes: Written['changes']
  /** Changes with the rest. */
  stage(...staged: readonly Staged[]): void
  /** Whoever takes part waits for the outcome, and is waited for. */
  join(participant: (outcome: Promise<Outcome>) => Promise<unknown>): void
}

/** As the writer sees it. */
export interface OpenTransaction extends Transaction {
  append(changes: readonly Change[]): void
  wrote(changes: readonly Change[]): void
}

type Outcome = 'done' | 'undone'

export interface Transactions {
  /** The one that this call is part of. */
  current(): OpenTransaction | undefined
  /** Under the write lock. */
  run<T>(work: (transaction: Transaction) => Promise<T>, part?: Part<T>): Promise<T>
}

/** A part of another one, which decides. */
interface Part<T> {
  decidedBy: NonNullable<Begun['decidedBy']>
  /** All is there but for the mark. */
  prepared(result: T): Promise<Outcome>
}

export function openTransactions(io: WriterIo, state: string): Transactions {
  const storage = new AsyncLocalStorage<OpenTransaction>()
  return { current: () => storage.getStore(), run: (work, part) => run({ io, state, storage }, work, part) }
}

/**
 * Runs what is part of `outer`: it returns when all is there but for the mark, and ends, with its lock, when the outer one
 * is decided.
 */
export function partOf<T>(outer: Transaction, run: (part: Part<T>) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    outer.join((outcome) => {
      const prepared = (result: T) => {
        resolve(result)
        return outcome
      }
      return run({ decidedBy: { state: outer.state, group: outer.group }, prepared }).catch(reject)
    })
  })
}

interface Place {
  io: WriterIo
  state: string
  storage: AsyncLocalStorage<OpenTransaction>
}

async function run<T>(
  place: Place,
  work: (transaction: Transaction) => Promise<T>,
  part: Part<T> | undefined,
): Promise<T> {
  const { journal } = place.io
  const open = begin(place, part?.decidedBy)
  const { transaction, staged } = open
  const { group } = transaction
  const staging = { ops: place.io.ops, state: place.state }
  try {
    const result = await place.storage.run(transaction, () => work(transaction))
    open.check()
    const isEmpty = transaction.changes.length === 0 && staged.length === 0
    if (!isEmpty) stage(staging, group, staged)
    if (part) {
      if (!isEmpty) open.begin()
      if ((await part.prepared(result)) === 'undone') throw new TakenBack()
    }
    if (!isEmpty || open.isJoined()) journal.finish(group, { durable: true })
    // From here on it counts: what is left is done before the next write.
    await open.decide('done')
    await finishGroup(staging, group).catch(() => {})
    return result
  } catch (error) {
    await open.decide('undone')
    await takeBack(place).catch((cause: unknown) => {
      throw unrestored(cause)
    })
    throw error
  }
}

/** The transaction that it is part of was. */
class TakenBack extends Error {}

function begin({ io, state }: Place, decidedBy: Begun['decidedBy']) {
  const group = randomId()
  const changes: Written['changes'] = []
  const staged: Staged[] = []
  const begun: Begun = { begun: group, ...(decidedBy && { decidedBy }) }
  let isBegun = false
  let pending: readonly Change[] = []
  const joined: Promise<unknown>[] = []
  let decide: (outcome: Outcome) => void = () => {}
  const outcome = new Promise<Outcome>((resolve) => {
    decide = resolve
  })
  const append = (appended: readonly Change[]) => {
    io.journal.append(appended, isBegun ? undefined : begun)
    isBegun = true
  }
  const transaction: OpenTransaction = {
    state,
    group,
    changes,
    stage: (...more) => staged.push(...more),
    join: (participant) => joined.push(participant(outcome)),
    append(appended) {
      append(appended)
      pending = appended
    },
    wrote(written) {
      pending = []
      for (const { id, file, after, passing } of written)
        if (!passing) changes.push({ id, file, hash: after?.hash ?? null })
    },
  }
  return {
    transaction,
    staged,
    begin: () => (isBegun ? undefined : append([])),
    isJoined: () => joined.length > 0,
    /** A write that failed on the disk and was passed over has lines in the journal: then none of them counts. */
    check() {
      const [failed] = pending
      if (failed) throw conflictOnCreate(failed.file)
    },
    async decide(how: Outcome) {
      decide(how)
      await Promise.allSettled(joined)
    },
  }
}

async function takeBack({ io, state }: Place): Promise<void> {
  // What was known of the directory may be no more.
  io.names.position = undefined
  recoverChanges(io)
  await recoverStaged({ ops: io.ops, state }, io.journal)
}
