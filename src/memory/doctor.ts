// Finds what is wrong with a memory directory and says what can be repaired. Looking changes nothing.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { abandonedBelow } from '../base/files/abandoned-files.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { readLock } from '../base/files/lock.ts'
import { loadScanner } from '../base/secrets/load-scanner.ts'
import { attempt } from '../base/values/attempt.ts'
import { systemClock } from '../base/values/clock.ts'
import { contentHash } from '../base/values/hash.ts'
import { examineIndexes } from './doctor/examine-index.ts'
import { examineMemory } from './doctor/examine-memory.ts'
import { examineNames, examineTree } from './doctor/examine-tree.ts'
import type { DoctorFinding, ExaminedMemory } from './doctor-finding.ts'
import { type Memory, supersededBy } from './memory.ts'
import { INDEX_FILE } from './memory-path.ts'
import { readMemoryText } from './read-memory-file.ts'
import { eachMemory } from './scan-files.ts'
import { isEnded } from './shown-index.ts'
import { openJournal } from './writer/journal.ts'
import { hasNames } from './writer/pending-work.ts'

export interface Examined {
  memories: ExaminedMemory[]
  findings: DoctorFinding[]
}

/** Reads the memories one after the other: a large store does not fit into memory. */
export function examine(directory: string, state: string): Examined {
  const { memories, inFiles, doubles } = examineFiles(directory)
  const findings = [
    ...examineIndexes(directory, memories),
    ...inFiles,
    ...doubles,
    ...examineSuccessors(memories),
    ...examineTree(directory, memories),
    ...examineNames(memories),
    ...examineState(state),
    ...examineUnfinished(state),
  ]
  return { memories, findings }
}

/** By itself: what doubles are found by takes as much memory as all the rest, and is needed here alone. */
function examineFiles(directory: string) {
  const memories: ExaminedMemory[] = []
  const inFiles: DoctorFinding[] = []
  const doubles = duplicateFinder()
  for (const memory of eachMemory(directory)) {
    inFiles.push(...examineMemory(directory, memory))
    doubles.add(memory)
    memories.push(keptOf(memory))
  }
  return { memories, inFiles, doubles: doubles.findings }
}

function keptOf(memory: Memory): ExaminedMemory {
  const { file, created, modified } = memory
  const successor = supersededBy(memory)
  return {
    file,
    id: copied(memory.id),
    ...(successor !== undefined && { successor: copied(successor) }),
    ...(isEnded(memory, Date.now()) && { ended: true as const }),
    time: Date.parse(created ?? modified) || 0,
  }
}

/** A part of a text keeps the whole text in memory. */
function copied(text: string): string {
  return Buffer.from(text).toString()
}

/** Certain secrets in files that people and other agents wrote: the rule and the line, never the secret. */
export async function examineSecrets(
  directory: string,
  memories: readonly Pick<ExaminedMemory, 'file' | 'id'>[],
): Promise<DoctorFinding[]> {
  const { scanSecrets } = await loadScanner()
  return [{ file: INDEX_FILE, id: undefined }, ...memories].flatMap(({ file, id }) => {
    const text = readMemoryText(directory, file) ?? ''
    const certain = scanSecrets(text).filter(({ tier }) => tier === 'block')
    return certain.map(({ rule, line }): DoctorFinding => {
      const facts = { rule, line, ...(id !== undefined && { id }) }
      return { code: 'secret', file, facts, fixable: false }
    })
  })
}

function duplicateFinder(): { add(memory: Memory): void; findings: DoctorFinding[] } {
  const findings: DoctorFinding[] = []
  const ids = new Map<string, string>()
  const bodies = new Map<string, string>()
  return {
    findings,
    add(memory) {
      const sameId = ids.get(memory.id)
      if (sameId) findings.push(duplicate('duplicate_id', memory, sameId, true))
      else ids.set(copied(memory.id), memory.file)
      const body = memory.content.trim()
      const hash = contentHash(body)
      const sameBody = bodies.get(hash)
      if (sameBody && body !== '') findings.push(duplicate('duplicate_memory', memory, sameBody, false))
      else bodies.set(hash, memory.file)
    },
  }
}

/** What took its place is gone, perhaps deleted by hand, or is hidden for it: nobody would ever see it again. */
function examineSuccessors(memories: readonly ExaminedMemory[]): DoctorFinding[] {
  const hidden = memories.filter(({ successor }) => successor !== undefined)
  if (hidden.length === 0) return []
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const newest = new Set(hidden.map((memory) => newestOfCycle(memory, byId)))
  return hidden.flatMap((memory): DoctorFinding[] => {
    const { file, successor: id = '' } = memory
    if (byId.has(id) && !newest.has(memory)) return []
    return [{ code: 'lost_successor', file, facts: { id }, fixable: true }]
  })
}

/** Memories that took each other's place, in a ring: the newest counts. undefined where the ways end. */
function newestOfCycle(
  start: ExaminedMemory,
  byId: ReadonlyMap<string, ExaminedMemory>,
): ExaminedMemory | undefined {
  const way: ExaminedMemory[] = []
  const seen = new Set<ExaminedMemory>()
  let memory: ExaminedMemory | undefined = start
  while (memory && !seen.has(memory)) {
    seen.add(memory)
    way.push(memory)
    memory = byId.get(memory.successor ?? '')
  }
  if (memory !== start) return undefined
  return way.reduce((newest, one) => (isNewer(one, newest) ? one : newest))
}

function isNewer(one: ExaminedMemory, other: ExaminedMemory): boolean {
  return one.time > other.time || (one.time === other.time && one.file > other.file)
}

function duplicate(
  code: 'duplicate_id' | 'duplicate_memory',
  memory: Memory,
  of: string,
  fixable: boolean,
): DoctorFinding {
  return { code, file: memory.file, facts: { of, id: memory.id }, fixable }
}

/** What a crash cut off; not what somebody is writing at this moment. */
function examineUnfinished(state: string): DoctorFinding[] {
  const lock = attempt(() => readLock(join(state, 'locks'), 'write'))
  if (!lock?.takeable) return []
  const journal = openJournal({ directory: join(state, 'journal'), ops: nodeFileOps }, systemClock)
  const changes = journal.unfinished().map(
    ([first, ...more]): DoctorFinding => ({
      code: 'unfinished_change',
      file: first.file,
      facts: { files: 1 + more.length },
      fixable: true,
    }),
  )
  const purge: DoctorFinding = {
    code: 'unfinished_purge',
    file: join(state, 'purge'),
    facts: {},
    fixable: true,
  }
  return hasNames(nodeFileOps, join(state, 'purge')) ? [...changes, purge] : changes
}

function examineState(state: string): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  const locks = join(state, 'locks')
  const names = new Set((attempt(() => readdirSync(locks)) ?? []).map((name) => name.replace(/\.\d+$/, '')))
  for (const name of names) {
    const lock = attempt(() => readLock(locks, name))
    if (lock && lock.holder !== 'free' && lock.takeable) {
      findings.push({ code: 'stale_lock', file: `locks/${name}`, facts: { name }, fixable: true, note: true })
    }
  }
  const leftovers = abandonedBelow(state).map(
    (file): DoctorFinding => ({ code: 'leftover', file, facts: {}, fixable: true }),
  )
  return [...findings, ...leftovers]
}
