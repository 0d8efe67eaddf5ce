// Memories from one directory to another. A copy is still by whom the memory is.
import { lstatSync, lutimesSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../base/values/attempt.ts'
import { contentHash } from '../base/values/hash.ts'
import type { Memory } from './memory.ts'
import { supersededBy } from './memory.ts'
import type { MemoryContext } from './memory-context.ts'
import type { ChangedBy } from './memory-store.ts'
import { type MemoryWriter, openWriter } from './open-writer.ts'
import { readMemoryBytes } from './read-memory-file.ts'
import type { AddOutcome, NewMemory } from './records.ts'
import { readMemories } from './scan-files.ts'
import { listedNames } from './writer/folded-names.ts'
import { nameAllocator } from './writer/free-name.ts'
import { isTaken, siblingNames } from './writer/sibling-names.ts'
import type { PlannedWrite } from './writer.ts'

interface Copying {
  from: string
  /** Files below `from`, and the names that they get. */
  files: readonly { file: string; as: string }[]
  to: Pick<MemoryContext, 'store' | 'location'>
  /** Knows the authors. */
  journal: MemoryWriter['journal'] | undefined
  /** Whose copies those are whose author is not known. */
  actor: string
}

/** All of them or none, each by its own author. */
export async function copyMemories({ from, files, to, journal, actor }: Copying): Promise<void> {
  const authors = new Map(journal?.read().map((change) => [change.file, change.actor]))
  const writes = files.flatMap(({ file, as }): PlannedWrite[] => {
    const content = readMemoryBytes(from, file)
    if (content === undefined) return []
    const copy = planCopy(as, content, readMemoryBytes(to.location.memory, as))
    return [{ ...copy, actor: authors.get(file) ?? actor }]
  })
  await to.store.writer.write(writes, { actor, action: 'import', reason: `copied from ${from}` })
  for (const { file, as } of files) attempt(() => keepTime(join(from, file), join(to.location.memory, as)))
}

/** A copy is not newer than what it is a copy of: lists are in the order of when something was said. */
function keepTime(from: string, to: string): void {
  const { atime, mtime } = lstatSync(from)
  lutimesSync(to, atime, mtime)
}

/** In place of what is there already: whoever asks for the copy has seen that this one is newer. */
function planCopy(file: string, content: Buffer, there: Buffer | undefined): PlannedWrite {
  return there ? { file, replace: content, expect: contentHash(there) } : { file, create: content }
}

/** All memories of a place that are not in this one yet; where the name is taken, under another. */
export async function bringMemories(place: MemoryPlace, to: Copying['to'], actor: string): Promise<number> {
  const known = new Set(to.store.list().map(({ hash }) => hash))
  const missing = readMemories(place.memory).filter(({ hash }) => !known.has(hash))
  const siblings = siblingNames(
    listedNames((path) => attempt(() => readdirSync(join(to.location.memory, path))) ?? []),
  )
  const nextName = nameAllocator((file) => isTaken(file, siblings))
  const files = missing.map(({ file }) => ({ file, as: nextName(file) }))
  const { journal } = openWriter({ directory: place.memory, state: place.state })
  await copyMemories({ from: place.memory, files, to, journal, actor })
  return files.length
}

export interface MemoryPlace {
  memory: string
  state: string
}

type Side = Pick<MemoryContext, 'store' | 'records'>

/**
 * Written there first and removed here then: a crash leaves it twice, never not at all. What it had taken the place of
 * goes along: left behind alone, it would count again.
 */
export async function moveMemory(
  { from, to }: { from: Side; to: Side },
  memory: Memory,
  by: ChangedBy,
): Promise<AddOutcome> {
  const outcome = await (await to.records()).add(asNew(memory), by, { confirmed: true })
  if (!('memory' in outcome)) return outcome
  const replaced = replacedBy(memory, from.store.list())
  for (const older of replaced) {
    const successor = supersededBy(older) === memory.id ? outcome.memory.id : supersededBy(older)
    await to.store.add({ ...asNew(older), extra: { superseded_by: successor } }, by)
  }
  await from.store.removeAll([memory, ...replaced], by)
  return outcome
}

/** And what those had taken the place of. */
function replacedBy({ id }: Memory, all: readonly Memory[]): Memory[] {
  const found: Memory[] = []
  const known = new Set([id])
  for (let ids = new Set([id]); ids.size > 0; ) {
    const next = all.filter((one) => ids.has(supersededBy(one) ?? '') && !known.has(one.id))
    found.push(...next)
    ids = new Set(next.map((one) => one.id))
    for (const one of ids) known.add(one)
  }
  return found
}

/** All that the file says; links to memories of another directory would lead nowhere. */
function asNew(memory: Memory): NewMemory {
  const { id, name, description, type, kind, category, tags, importance, confidence, expires } = memory
  const { source, evidence, created, content, when, on } = memory
  return {
    ...{ id, name, description, type, kind, category, tags, importance, confidence, expires },
    ...{ source, evidence, created, content, when, on, related: [] },
  }
}
