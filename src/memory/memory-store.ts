// Adding, changing, removing and finding memories: what every face does with a memory directory.
import type { Clock } from '../lib/clock.ts'
import { MemdirError } from '../lib/errors.ts'
import { holdDirectory } from '../lib/held-directory.ts'
import { type Message, message } from '../messages/message.ts'
import { REMOVED_BY_ANOTHER, TRY_AGAIN } from '../messages/store.ts'
import type { ChangeAction } from './change.ts'
import { checkFields, checkNewMemory, checkText } from './check-memory.ts'
import { editedText, type MemoryChange } from './edit-memory.ts'
import { findMemory, memoryGone } from './find-memory.ts'
import { freeName, freeNames } from './free-name.ts'
import type { Memory } from './memory.ts'
import {
  type CleanCheck,
  type ListedMemory,
  listed,
  listMemoriesWith,
  readMemoriesWith,
} from './memory-snapshot.ts'
import { type NewMemory, renderNew } from './new-memory.ts'
import { placeOf } from './place.ts'
import type { PlannedWrite, WriteContext, WriteView, Written } from './planned-write.ts'
import type { Purged } from './purge.ts'
import { loadRedactor } from './redact-memory.ts'
import { readMemories, readMemory } from './scan-files.ts'
import { isStillThere } from './secret-scan.ts'
import type { StagedFile } from './staged-files.ts'
import type { MemoryWriter } from './writer.ts'

export interface ChangedBy {
  actor: string
  conversation?: string
  reason?: string
  /** A quotation of the person was found that proves that they said it; see `provesQuotation`. */
  proven?: boolean
  /** Files below state that change with it. */
  staged?: readonly StagedFile[]
}

export interface Saved {
  memory: Memory
  written: Written
}

export interface SavedAll {
  files: string[]
  written: Written
}

/** A memory as the caller read it: where its file says something else by now, a change of it is a conflict. */
export type SeenMemory = Pick<Memory, 'file' | 'hash'>

export type AlsoWritten = (view: WriteView, id: string) => readonly PlannedWrite[]

export interface AlsoAdded {
  /** Whole files, written as they are, before the others and under their own names where these are free. */
  files?: readonly { file: string; text: string }[]
  onProgress?: WriteContext['onProgress']
}

export interface MemoryStore {
  readonly directory: string
  readonly writer: MemoryWriter
  list(): Memory[]
  /** The same as JSON: for those who only sort, cut and pass on. `isClean` is asked what is not known to be clean. */
  listed(isClean?: CleanCheck): ListedMemory[]
  /** By id, unique beginning of an id, or file name. Throws `not_found` or `ambiguous`. */
  find(reference: string): Memory
  /** `also`: what has to be written together with it, planned under the same lock; told the new id. */
  add(memory: NewMemory, by: ChangedBy, also?: AlsoWritten): Promise<Saved>
  /** Many at once, all or none; each gets a name of its own. Their texts must be clean: see the writer's `clean`. */
  addAll(memories: readonly NewMemory[], by: ChangedBy, also?: AlsoAdded): Promise<SavedAll>
  edit(memory: SeenMemory, change: MemoryChange, by: ChangedBy): Promise<Saved>
  /** Replaces the whole file, as an editor does. */
  replace(memory: SeenMemory, text: string, by: ChangedBy): Promise<Saved>
  remove(memory: SeenMemory, by: ChangedBy): Promise<Written>
  /** All of them or none, as one change. */
  removeAll(memories: readonly SeenMemory[], by: ChangedBy): Promise<Written>
  /** Removes the file, its history, and what was made of it for good. */
  purge(memory: Pick<Memory, 'id' | 'file'>, by: ChangedBy): Promise<Purged>
}

export interface StoreOptions {
  /** Where the snapshot of a large directory is kept; absent: its files are read each time. */
  snapshot?: string
}

/** What the operations below share. */
interface StoreParts {
  writer: MemoryWriter
  clock: Clock
  list(): Memory[]
  saved(file: string, written: Written): Saved
}

export function openStore(
  directory: string,
  writer: MemoryWriter,
  clock: Clock,
  { snapshot }: StoreOptions = {},
): MemoryStore {
  const { within } = holdDirectory(directory)
  const list = () =>
    within((path) => (snapshot === undefined ? readMemories(path) : readMemoriesWith(snapshot, path)))
  const saved = (file: string, written: Written): Saved => {
    const memory = within((path) => readMemory(path, file))
    if (!memory)
      throw new MemdirError('conflict', message(REMOVED_BY_ANOTHER, { file }), { fix: message(TRY_AGAIN) })
    return { memory, written }
  }
  const parts: StoreParts = { writer, clock, list, saved }
  return {
    directory,
    writer,
    list,
    listed: (isClean) =>
      snapshot === undefined
        ? list().map((memory) => listed(memory, isClean))
        : within((path) => listMemoriesWith(snapshot, path, isClean)),
    find: (reference) => within((path) => findMemory(path, reference, list)),
    add: (given, by, also) => addMemory(parts, given, by, also),
    addAll: (given, by, also) => addMemories(parts, given, by, also),
    edit: (memory, change, by) => editMemory(parts, memory, change, by),
    replace: async (memory, text, by) => {
      const write = { file: memory.file, replace: text, expect: memory.hash }
      return saved(memory.file, await writer.write([write], contextOf(by, 'edit')))
    },
    remove: (memory, by) => removeMemories(writer, [memory], by),
    removeAll: (memories, by) => removeMemories(writer, memories, by),
    purge: (memory, by) => writer.purge(memory, by.actor),
  }
}

async function addMemory(
  { writer, clock, list, saved }: StoreParts,
  given: NewMemory,
  by: ChangedBy,
  also?: AlsoWritten,
): Promise<Saved> {
  checkNewMemory(given)
  // Before a name is made of it: a secret cut in half would not be known as one.
  const cleaned = await writer.clean(given.content, placeOf(given.file))
  const warnings = cleaned.warnings.filter((warning) => !isStillThere(warning))
  const isTaken = given.id !== undefined && list().some((memory) => memory.id === given.id)
  const freeId = isTaken ? undefined : given.id
  const memory = { ...(await cleanNames(writer, given)), content: cleaned.text, id: freeId }
  const { id, text, wanted } = renderNew(memory, clock, await loadShown())
  let file = wanted
  const written = await writer.writePlanned(
    (view) => {
      file = memory.file ?? freeName(wanted, view.isTaken)
      return [{ file, create: text }, ...(also?.(view, id) ?? [])]
    },
    contextOf(by, 'add', memory),
  )
  return saved(file, { ...written, warnings: eachOnce([...warnings, ...written.warnings]) })
}

async function addMemories(
  { writer, clock }: StoreParts,
  given: readonly NewMemory[],
  by: ChangedBy,
  { files: whole = [], onProgress }: AlsoAdded = {},
): Promise<SavedAll> {
  const clean = await Promise.all(given.map((memory) => cleanNames(writer, memory)))
  const shown = await loadShown()
  const made = clean.map((memory) => renderNew(memory, clock, shown))
  const all = [...whole.map(({ file, text }) => ({ wanted: file, text })), ...made]
  let files: string[] = []
  const written = await writer.writePlanned(
    (view) => {
      files = freeNames(
        all.map(({ wanted }) => wanted),
        view.isTaken,
      )
      return files.map((file, at) => ({ file, create: all[at]?.text ?? '' }))
    },
    { ...contextOf(by, 'import'), onProgress },
  )
  return { files, written }
}

async function editMemory(
  { writer, clock, saved }: StoreParts,
  { file, hash }: SeenMemory,
  given: MemoryChange,
  by: ChangedBy,
): Promise<Saved> {
  if (given.content !== undefined) checkText('content', given.content)
  checkFields(given.fields ?? {})
  const cleaned = given.content === undefined ? undefined : await writer.clean(given.content, placeOf(file))
  const change = { ...given, content: cleaned?.text }
  const written = await writer.writePlanned(
    (view) => {
      const bytes = view.read(file)
      if (!bytes) throw memoryGone(file)
      return [{ file, replace: editedText(bytes, change, clock), expect: hash }]
    },
    contextOf(by, 'edit'),
  )
  const warnings = eachOnce([...(cleaned?.warnings ?? []), ...written.warnings])
  return saved(file, { ...written, warnings })
}

function removeMemories(
  writer: MemoryWriter,
  memories: readonly SeenMemory[],
  by: ChangedBy,
): Promise<Written> {
  return writer.write(
    memories.map(({ file, hash }) => ({ file, remove: true, expect: hash })),
    contextOf(by, 'remove'),
  )
}

/** The file is called after the name. */
async function cleanNames(writer: MemoryWriter, memory: NewMemory): Promise<NewMemory> {
  if (memory.name === undefined) return memory
  return { ...memory, name: (await writer.clean(memory.name, placeOf(memory.file))).text }
}

/** A file's name stands in every listing and is no text that could be redacted: nothing that may be a secret is in it. */
async function loadShown(): Promise<(text: string) => string> {
  const redact = await loadRedactor('agent')
  return (text) => redact(text).text
}

function contextOf(by: ChangedBy, action: ChangeAction, memory?: NewMemory): WriteContext {
  const source = memory?.source ?? (by.conversation ? { conversation: by.conversation } : undefined)
  return { actor: by.actor, action, source, reason: by.reason, proven: by.proven, staged: by.staged }
}

function eachOnce(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((one) => [one.en, one])).values()]
}
