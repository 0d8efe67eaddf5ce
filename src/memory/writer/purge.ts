// Erasing a memory for good. What is meant is written down first, so that a purge that was cut off is completed at the
// next write: the file and its pointer, what others keep of it below state, its history, and last the intent itself.

import { join } from 'node:path'
import { sweepTemporaries } from '../../base/files/atomic-write.ts'
import { openDirectory } from '../../base/files/directory.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { lookAtState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { message } from '../../base/messages/message.ts'
import { writingTexts } from '../../base/messages/writing.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { randomId } from '../../base/values/ids.ts'
import { isObject } from '../../base/values/is-object.ts'
import { joinIndex, parseIndex, pointersOf, removeLines, sameTarget } from '../files/index-file.ts'
import type { Memory } from '../memory.ts'
import { pathInPlace, placeOf } from '../memory-path.ts'
import { readMemory } from '../scan-files.ts'
import type { EraseElsewhere, PlannedWrite, Purged, Recovered, WriteView } from '../writer.ts'
import { type ErasurePlan, eraseFromHistory, planErasure, textsToErase } from './erase-history.ts'
import { hasNames } from './pending-work.ts'
import type { WriterIo } from './write-step.ts'
import { viewOf } from './write-view.ts'

interface Intent {
  name: string
  memory: Pick<Memory, 'id' | 'file'>
  /** The hash of the file when it was asked for; null: it was gone already. */
  hash: string | null
  actor: string
  /** Once the file is gone: a history that is erased in part does not tell any more what belongs to it. */
  plan?: ErasurePlan
}

const INTENT: StateKind<Intent> = {
  read: (data) => {
    const { name, memory, hash, actor, plan } = data
    const isMeant = isObject(memory) && typeof memory.id === 'string' && typeof memory.file === 'string'
    const isPlanned = plan === undefined || (isObject(plan) && [plan.ids, plan.files].every(Array.isArray))
    return isMeant &&
      isPlanned &&
      typeof name === 'string' &&
      typeof actor === 'string' &&
      (hash === null || typeof hash === 'string')
      ? (data as unknown as Intent)
      : undefined
  },
  // With all that the memory ever said.
  most: 256_000_000,
}

export interface PurgeDependencies {
  io: WriterIo
  /** `state/` */
  state: string
  remove(writes: readonly PlannedWrite[], actor: string): Promise<unknown>
  eraseElsewhere: EraseElsewhere | undefined
  /** Does it again with more room where the disk is full. */
  makingRoom<T>(work: () => Promise<T>): Promise<T>
}

/** Under the write lock. Where it fails after it began, the intent stays and it is completed later. */
export async function purgeMemory(
  deps: PurgeDependencies,
  memory: Pick<Memory, 'id' | 'file'>,
  actor: string,
): Promise<Purged> {
  const intent = beginPurge(deps, memory, actor)
  return completePurge(deps, intent).catch((error: unknown) => {
    throw purgeCutOff(error)
  })
}

function beginPurge(
  { io, state }: PurgeDependencies,
  memory: Pick<Memory, 'id' | 'file'>,
  actor: string,
): Intent {
  const now = readMemory(io.directory, memory.file)
  const { id, file } = memory
  const hash = now?.id === id ? now.hash : null
  const intent: Intent = { name: randomId(), memory: { id, file }, hash, actor }
  save(io.ops, state, intent)
  return intent
}

function completePurge(deps: PurgeDependencies, intent: Intent): Promise<Purged> {
  return deps.makingRoom(() => takeSteps(deps, intent))
}

/** Each can be repeated. The history goes after everything that is found by its texts. */
async function takeSteps(deps: PurgeDependencies, intent: Intent): Promise<Purged> {
  const { io, state, eraseElsewhere } = deps
  const { journal, ops, directory } = io
  if (!intent.plan) {
    await deps.remove(planRemoval(viewOf(io), directory, intent), intent.actor)
    const plan = planErasure(journal.readAll(), intent.memory)
    save(ops, state, { ...intent, plan })
    intent.plan = plan
  }
  const { plan } = intent
  const elsewhere = await eraseElsewhere?.({
    ids: new Set(plan.ids),
    files: new Set(plan.files),
    texts: textsToErase(journal.readAll(), plan),
  })
  const erased = eraseFromHistory(journal, plan)
  const left = readMemory(directory, intent.memory.file)
  ops.unlink(pathOf(state, intent))
  return {
    cleaned: [],
    quoting: [],
    unreached: [],
    ...elsewhere,
    erased,
    edited: left?.id === intent.memory.id,
  }
}

function purgeCutOff(cause: unknown): MemdirError {
  const system = (MemdirError.is(cause) ? cause.details?.system : undefined) ?? systemCode(cause)
  return new MemdirError('io', message(writingTexts.purgeCutOff, { code: String(system ?? 'io') }), {
    fix: message(writingTexts.purgeCutOffFix),
    cause,
    ...(system !== undefined && { details: { system } }),
  })
}

/** Under the write lock. A purge that still cannot be completed is reported, and prevents no other write. */
export async function finishPurges(deps: PurgeDependencies): Promise<Recovered[]> {
  const { io, state } = deps
  const done: Recovered[] = []
  for (const intent of pendingPurges(io.ops, state)) {
    const { file } = intent.memory
    const recovered = { action: 'purge' as const, time: io.clock.now().toISOString(), files: [file] }
    try {
      const { edited } = await completePurge(deps, intent)
      done.push({ ...recovered, outcome: 'completed', edited: edited ? [file] : [] })
    } catch {
      done.push({ ...recovered, outcome: 'failed', edited: [] })
    }
  }
  return done
}

function pendingPurges(ops: FileOps, state: string): Intent[] {
  const directory = join(state, 'purge')
  if (!hasNames(ops, directory)) return []
  const place = openDirectory(ops, directory, [])
  sweepTemporaries(ops, place)
  const names = place.list()
  place.close()
  return names.flatMap((name) => {
    const intent = lookAtState(join(directory, name), INTENT, ops).value
    return intent && `${intent.name}.json` === name ? [intent] : []
  })
}

function pathOf(state: string, { name }: Intent): string {
  return join(state, 'purge', `${name}.json`)
}

function save(ops: FileOps, state: string, intent: Intent): void {
  writeState(pathOf(state, intent), INTENT, intent, ops)
}

/** Another memory may have taken the file's name, and somebody may have changed the file since: these stay. */
function planRemoval(view: WriteView, directory: string, { memory, hash }: Intent): PlannedWrite[] {
  const now = readMemory(directory, memory.file)
  if (!now) return planPointerRemoval(view, memory.file)
  return now.id === memory.id && now.hash === hash ? [{ file: memory.file, remove: true, expect: hash }] : []
}

/** The pointer of a file that somebody deleted by hand still says what the memory was about. */
function planPointerRemoval(view: WriteView, file: string): PlannedWrite[] {
  const bytes = view.read(placeOf(file).index)
  if (bytes === undefined || view.exists(file)) return []
  const index = parseIndex(bytes.toString('utf8'))
  const named = pointersOf(index).filter((pointer) => sameTarget(pointer.file, pathInPlace(file)))
  const replace = joinIndex(removeLines(index, new Set(named.map((pointer) => pointer.line))))
  const expect = contentHash(bytes)
  return named.length === 0 ? [] : [{ file: placeOf(file).index, replace, expect, verbatim: true }]
}
