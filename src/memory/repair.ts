// Repairs what `examine` found. Every change of a file goes through the writer, so it can be undone.
import { closeSync, constants, fchmodSync, fstatSync, openSync, unlinkSync } from 'node:fs'
import { isAbsolute, join, posix } from 'node:path'
import { type Directory, openDirectory } from '../base/files/directory.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { tryLock } from '../base/files/lock.ts'
import { attempt } from '../base/values/attempt.ts'
import { contentHash } from '../base/values/hash.ts'
import { randomId } from '../base/values/ids.ts'
import { readableIndexes } from './doctor/examine-index.ts'
import { repairFrontmatter } from './doctor/repair-frontmatter.ts'
import { type Examined, examine } from './doctor.ts'
import type { DoctorFinding, FindingCode } from './doctor-finding.ts'
import {
  INDEX_MAX_LINES,
  insertPointer,
  joinIndex,
  lengthOfWords,
  overflowCount,
  POINTER_REPORTED_CHARACTERS,
  parseIndex,
  pointerLine,
  pointersOf,
  removeLines,
  replaceLine,
} from './files/index-file.ts'
import { evictionRank, planIndex } from './files/plan-index.ts'
import { type Memory, supersededBy } from './memory.ts'
import { changeMemory } from './memory-file.ts'
import { pathInPlace, placeOf } from './memory-path.ts'
import type { MemoryWriter } from './open-writer.ts'
import { readMemories } from './scan-files.ts'
import { isEnded } from './shown-index.ts'
import type { PlannedWrite, WriteView } from './writer.ts'

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export interface Repaired {
  fixed: DoctorFinding[]
  left: DoctorFinding[]
}

interface RepairPlaces {
  directory: string
  state: string
  writer: MemoryWriter
  actor: string
}

export async function repair(places: RepairPlaces, found: Examined): Promise<Repaired> {
  const { directory, state, writer, actor } = places
  await writer.recover()
  const isCutOff = found.findings.some(
    ({ code }) => code === 'unfinished_change' || code === 'unfinished_purge',
  )
  // Files and pointers may be others now.
  const examined = isCutOff ? examine(directory, state) : found
  for (const finding of examined.findings) repairPlace(finding, directory, state)
  const context = { actor, action: 'repair' as const, reason: 'memdir doctor --fix' }
  for (const finding of examined.findings.filter(({ code }) => code in REPAIRED_TEXT))
    await writer.writePlanned((view) => planFileRepair(view, finding), context)
  const memories = readMemories(directory)
  for (const file of readableIndexes(directory, memories)) {
    await writer.writePlanned((view) => planIndexRepair(view, file, memories), context)
  }
  const after = examine(directory, state)
  const still = new Set(after.findings.map(identityOf))
  return { fixed: found.findings.filter((finding) => !still.has(identityOf(finding))), left: after.findings }
}

/** Without the line, which a repair above it moves: what is still open was not repaired. */
function identityOf({ code, file, facts }: DoctorFinding): string {
  return `${code} ${file} ${JSON.stringify({ ...facts, line: undefined })}`
}

/** Modes, leftovers and locks: nothing that a memory says changes. */
function repairPlace(finding: DoctorFinding, directory: string, state: string): void {
  if (finding.code === 'wrong_mode')
    attempt(() => changeMode(directory, finding.file, Number.parseInt(finding.facts.wanted, 8)))
  if (finding.code === 'leftover') attempt(() => removeLeftover(directory, finding.file))
  if (finding.code === 'stale_lock')
    attempt(() => tryLock(join(state, 'locks'), finding.facts.name)?.release())
}

/** Through descriptors: a link put there in between is not followed, and a file with a second name is left alone. */
function changeMode(directory: string, file: string, mode: number): void {
  const steps = file.split('/').filter((step) => step !== '' && step !== '.')
  const name = file.endsWith('/') ? undefined : steps.pop()
  within(directory, steps, (parent) => {
    if (name === undefined) fchmodSync(parent.fd, mode)
    else changeFileMode(parent.at(name), mode)
  })
}

function changeFileMode(path: string, mode: number): void {
  const fd = openSync(path, READ)
  try {
    const stat = fstatSync(fd)
    if (stat.isFile() && stat.nlink === 1) fchmodSync(fd, mode)
  } finally {
    closeSync(fd)
  }
}

/** Ours, in the memory directory or in the state. */
function removeLeftover(directory: string, file: string): void {
  const steps = file.split('/')
  const name = steps.pop()!
  if (isAbsolute(file)) unlinkSync(file)
  else within(directory, steps, (parent) => unlinkSync(parent.at(name)))
}

function within(directory: string, steps: readonly string[], work: (found: Directory) => void): void {
  const found = openDirectory(nodeFileOps, directory, steps)
  try {
    work(found)
  } finally {
    found.close()
  }
}

const REPAIRED_TEXT: Partial<Record<FindingCode, (bytes: Buffer) => string | undefined>> = {
  duplicate_id: (bytes) => changeMemory(bytes, { id: randomId() }),
  lost_successor: (bytes) => changeMemory(bytes, { superseded_by: undefined }),
  broken_frontmatter: (bytes) => repairFrontmatter(bytes.toString('utf8')),
}

/** Made of what the file says under the lock: one file may have several findings. */
function planFileRepair(view: WriteView, { code, file }: DoctorFinding): PlannedWrite[] {
  const bytes = view.read(file)
  if (!bytes) return []
  const replace = REPAIRED_TEXT[code]?.(bytes)
  return replace === undefined ? [] : [{ file, replace, expect: contentHash(bytes), verbatim: true }]
}

/** What a newer statement took back or has expired has no pointer. */
function isListed(memory: Memory): boolean {
  return supersededBy(memory) === undefined && !isEnded(memory, Date.now())
}

/** Drops dead and double pointers, shortens long ones, adds missing ones, and keeps to the limits. */
function planIndexRepair(view: WriteView, file: string, memories: readonly Memory[]): PlannedWrite[] {
  const bytes = view.read(file)
  const before = bytes?.toString('utf8') ?? ''
  const covered = new Map(
    memories.filter((m) => placeOf(m.file).index === file).map((m) => [pathInPlace(m.file), m]),
  )
  let index = parseIndex(before)
  const seen = new Set<string>()
  const drop = new Set<number>()
  for (const pointer of pointersOf(index)) {
    const memory = covered.get(pointer.file)
    const isUnread = !memory && view.exists(posix.join(posix.dirname(file), pointer.file))
    if (isUnread) continue
    if (!memory || seen.has(pointer.file) || !isListed(memory)) drop.add(pointer.line)
    else if (lengthOfWords(index.lines[pointer.line]!) > POINTER_REPORTED_CHARACTERS) {
      const kept = { name: pointer.title, description: pointer.hook, file: pointer.file }
      index = replaceLine(index, pointer.line, pointerLine(kept))
    }
    seen.add(pointer.file)
  }
  index = removeLines(index, drop)
  const missing =
    overflowCount(index) === undefined
      ? [...covered].filter(([target, memory]) => !seen.has(target) && isListed(memory))
      : []
  // One more than an index takes is enough to make it overflow and be counted.
  missing.sort(([, a], [, b]) => evictionRank(b) - evictionRank(a))
  for (const [target, memory] of missing.slice(0, INDEX_MAX_LINES + 1)) {
    index = insertPointer(index, pointerLine({ ...memory, file: target }), memory.type)
  }
  const after = planIndex(joinIndex(index), [], {
    listFiles: () => [...covered.keys()],
    readMemory: (target) => covered.get(target),
    recount: true,
  })
  if (after === before) return []
  const written = bytes ? { replace: after, expect: contentHash(bytes) } : { create: after }
  return [{ file, verbatim: true, ...written }]
}
