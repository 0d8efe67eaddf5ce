// One file on its way to the disk, and the index files that have to go with it.

import { join } from 'node:path'
import { temporaryName } from '../../base/files/atomic-write.ts'
import { changeStamp } from '../../base/files/change-stamp.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Clock } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { isLogFile } from '../daily-log.ts'
import { type IndexSurroundings, planIndex, type Ranked } from '../files/plan-index.ts'
import type { Memory, MemorySource } from '../memory.ts'
import { parseMemory } from '../memory-file.ts'
import { INDEX_FILE, pathInPlace, placeOf } from '../memory-path.ts'
import { listMemoryFiles, readMemory } from '../scan-files.ts'
import { isEnded, isEndedFile, type KnownEnds, withoutEnded } from '../shown-index.ts'
import type { Target, Targets } from '../write-target.ts'
import type { ChangeAction, Content, NoteWrite } from '../writer.ts'
import type { Journal } from './journal.ts'
import type { KnownNames } from './known-names.ts'

/** What the files that an index points to said, so that the next change of a full index does not read 200 of them. */
type RankedFiles = Map<string, { size: number; stamp: number; memory: Ranked }>

/** What all steps of a writer share. */
export interface WriterIo {
  directory: string
  ops: FileOps
  clock: Clock
  journal: Journal
  names: KnownNames
  ranked: RankedFiles
  ends: KnownEnds
  /** What seems to be over may be so because the clock was set. */
  clockJumped(): boolean
  noteWrite?: NoteWrite
}

export interface FileChange {
  file: string
  before: Buffer | undefined
  after: Buffer | undefined
  /** Where it goes: the id of the memory that says it from now on. */
  heir?: string
}

/** Proven, compared, checked. */
export interface WriteStep extends FileChange {
  target: Target
  temporary: string
  /** What the journal calls it and takes back by it, where it is not what the whole write does. */
  action?: ChangeAction
  undoes?: string
  actor?: string
  source?: MemorySource
  merged?: string
}

export function contentOf(bytes: Buffer | undefined): Content | null {
  if (!bytes) return null
  const text = bytes.toString('utf8')
  const exact = Buffer.from(text, 'utf8').equals(bytes)
  return exact
    ? { hash: contentHash(bytes), text }
    : { hash: contentHash(bytes), base64: bytes.toString('base64') }
}

/** The journal and the index both ask what a step writes: it is read once. */
const parsed = new WeakMap<Buffer, Memory>()

export function memoryOf(file: string, bytes: Buffer | undefined): Memory | undefined {
  if (!bytes || file === INDEX_FILE || file.endsWith(`/${INDEX_FILE}`) || isLogFile(file)) return undefined
  const known = parsed.get(bytes)
  if (known?.file === file) return known
  const memory = parseMemory(bytes, { file, modified: new Date() })
  parsed.set(bytes, memory)
  return memory
}

/** The indexes that these changes touch; `recount`: do not believe the count in them. A broken index never keeps a memory from being written. */
export function indexSteps(
  io: WriterIo,
  targets: Targets,
  steps: readonly FileChange[],
  warnings: Message[],
  options: { recount?: boolean } = {},
): WriteStep[] {
  const made: WriteStep[] = []
  const topics = steps.filter(
    ({ file }) => file !== INDEX_FILE && !file.endsWith(`/${INDEX_FILE}`) && !isLogFile(file),
  )
  for (const file of new Set(topics.map((step) => placeOf(step.file).index))) {
    if (steps.some((step) => step.file === file)) continue
    const members = topics.filter((step) => placeOf(step.file).index === file)
    try {
      const target = targets.open(file)
      const before = target.current
      const changes = members.map((step) => ({
        before: memoryOf(step.file, step.before),
        after: memoryOf(step.file, step.after),
      }))
      const shown = withoutEnded(before?.toString('utf8') ?? '', endedBeside(io, file, members))
      const text = planIndex(shown, changes, { ...surroundings(io, file, members), ...options })
      const after = Buffer.from(text, 'utf8')
      if (!(before ?? Buffer.alloc(0)).equals(after)) {
        made.push({ target, file, before, after, temporary: temporaryName() })
      }
    } catch (error) {
      if (!MemdirError.is(error)) throw error
      warnings.push(message(storeTexts.indexLeftAlone, { file, reason: error.messages.message }))
    }
  }
  return made
}

/** What these steps change is judged by what they write. */
function endedBeside(
  { directory, ends, clock, clockJumped }: WriterIo,
  index: string,
  steps: readonly FileChange[],
): (target: string) => boolean {
  const base = index.slice(0, -INDEX_FILE.length)
  const now = clock.now().getTime()
  const changed = new Set(steps.map(({ file }) => file.normalize('NFC')))
  for (const { file } of steps) ends.delete(file)
  return (target) => {
    const file = base + target
    if (changed.has(file.normalize('NFC'))) return false
    return isEndedFile(directory, file, now, ends) && !clockJumped()
  }
}

/** The directory as it will be after these steps, seen from one index. */
function surroundings(io: WriterIo, index: string, steps: readonly FileChange[]): IndexSurroundings {
  const { directory, clock } = io
  const base = index.slice(0, -INDEX_FILE.length)
  const now = clock.now().getTime()
  return {
    isEnded: (memory) => isEnded(memory, now),
    listFiles: () => {
      const files = new Set(listMemoryFiles(directory).filter((file) => placeOf(file).index === index))
      for (const { file, after } of steps) {
        if (after) files.add(file)
        else files.delete(file)
      }
      return [...files].map(pathInPlace)
    },
    readMemory: (target) => readRanked(io, base + target),
  }
}

const MOST_RANKED = 1_000

function readRanked({ directory, ops, ranked }: WriterIo, file: string): Ranked | undefined {
  const stat = attempt(() => ops.find(join(directory, file)))
  if (!stat) return undefined
  const known = ranked.get(file)
  // Below a directory a link may have taken its place: that is proven by reading.
  if (known && stat.isFile() && !file.includes('/')) {
    if (known.size === stat.size && known.stamp === changeStamp(stat)) return known.memory
  }
  const memory = readMemory(directory, file)
  if (!memory) return undefined
  if (ranked.size >= MOST_RANKED) ranked.clear()
  const { type, importance, updated, modified } = memory
  ranked.set(file, {
    size: stat.size,
    stamp: changeStamp(stat),
    memory: { type, importance, updated, modified },
  })
  return memory
}
