// The changes of a memory store: each is planned, checked and given to the writer.

import { type Message, message } from '../../base/messages/message.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { loadRedactor } from '../../base/secrets/redact-for.ts'
import type { Clock } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Memory } from '../memory.ts'
import { parseMemory } from '../memory-file.ts'
import { placeOf } from '../memory-path.ts'
import type { FindTooWide } from '../moments.ts'
import type { MemoryWriter } from '../open-writer.ts'
import type { NewMemory } from '../records.ts'
import { freeName, freeNames } from '../writer/free-name.ts'
import { isLikelySecret } from '../writer/secret-scan.ts'
import type { ChangeAction, PlannedWrite, Staged, WriteContext, WriteView, Written } from '../writer.ts'
import { checkActor, checkFields, checkNewMemory, checkText, refuseTooWide } from './check-memory.ts'
import { editedText, type MemoryChange } from './edit-memory.ts'
import { memoryGone } from './find-memory.ts'
import { renderNew } from './new-memory.ts'

export interface ChangedBy {
  actor: string
  conversation?: string
  reason?: string
  /** A quotation of the person was found that proves that they said it; see `provesQuotation`. */
  proven?: boolean
  /** What changes below state with it. */
  staged?: readonly Staged[]
  /** The answer in the inbox that it carries out. */
  answer?: string
}

export interface Saved {
  memory: Memory
  written: Written
}

interface SavedAll {
  files: string[]
  written: Written
}

/** A memory as the caller read it: where its file says something else by now, a change of it is a conflict. */
export type SeenMemory = Pick<Memory, 'file' | 'hash'>

type AlsoWritten = (view: WriteView, id: string) => readonly PlannedWrite[]

interface AlsoAdded {
  /** Whole files, written as they are, before the others and under their own names where these are free. */
  files?: readonly { file: string; text: string }[]
  onProgress?: WriteContext['onProgress']
  /** Throws where it is too late. Called under the lock. */
  check?(): void
}

interface StoreDependencies {
  writer: MemoryWriter
  clock: Clock
  tooWide: FindTooWide
  list(): Memory[]
  /** As its file says it. */
  read(file: string): Memory | undefined
}

export interface StoreChanges {
  /** `also`: what has to be written together with it, planned under the same lock, with the new id. */
  add(memory: NewMemory, by: ChangedBy, also?: AlsoWritten): Promise<Saved>
  /** Many at once, all or none; each gets a name of its own. Their texts must be clean: see the writer's `clean`. */
  addAll(memories: readonly NewMemory[], by: ChangedBy, also?: AlsoAdded): Promise<SavedAll>
  edit(memory: SeenMemory, change: MemoryChange, by: ChangedBy): Promise<Saved>
  /** Replaces the whole file, as an editor does. */
  replace(memory: SeenMemory, text: string, by: ChangedBy): Promise<Saved>
  /** All of them or none, as one change. */
  removeAll(memories: readonly SeenMemory[], by: ChangedBy): Promise<Written>
}

export function changesOf(deps: StoreDependencies): StoreChanges {
  return {
    add: (memory, by, also) => addMemory(deps, memory, by, also),
    addAll: (memories, by, also) => addMemories(deps, memories, by, also),
    edit: (memory, change, by) => editMemory(deps, memory, change, by),
    replace: async (memory, text, by) => {
      const { on } = parseMemory(Buffer.from(text), { file: memory.file, modified: new Date(0) })
      await refuseTooWide(deps.tooWide, on, deps.read(memory.file)?.on)
      const write = { file: memory.file, replace: text, expect: memory.hash }
      return saved(deps, memory.file, await deps.writer.write([write], contextOf(by, 'edit')), [])
    },
    removeAll: (memories, by) =>
      deps.writer.write(
        memories.map(({ file, hash }) => ({ file, remove: true, expect: hash })),
        contextOf(by, 'remove'),
      ),
  }
}

async function addMemory(
  deps: StoreDependencies,
  given: NewMemory,
  by: ChangedBy,
  also?: AlsoWritten,
): Promise<Saved> {
  const { writer, clock, list } = deps
  checkNewMemory(given)
  checkActor(by)
  // Before a name is made of it: a secret cut in half would not be known as one.
  const { text: content, warnings } = await writer.clean(given.content, placeOf(given.file))
  const isTaken = given.id !== undefined && list().some((memory) => memory.id === given.id)
  const free = isTaken ? undefined : given.id
  const memory = { ...(await cleanNames(writer, given)), content, id: free }
  const { id, text, wanted } = renderNew(memory, clock, await loadShown())
  let file = wanted
  const written = await writer.writePlanned(
    (view) => {
      file = memory.file ?? freeName(wanted, view.isTaken)
      return [{ file, create: text }, ...(also?.(view, id) ?? [])]
    },
    contextOf(by, 'add', memory),
  )
  return saved(deps, file, written, warnings)
}

async function addMemories(
  { writer, clock }: StoreDependencies,
  given: readonly NewMemory[],
  by: ChangedBy,
  { files: whole = [], onProgress, check }: AlsoAdded = {},
): Promise<SavedAll> {
  const clean = await Promise.all(given.map((memory) => cleanNames(writer, memory)))
  const shown = await loadShown()
  const made = clean.map((memory) => renderNew(memory, clock, shown))
  const all = [...whole.map(({ file, text }) => ({ wanted: file, text })), ...made]
  let files: string[] = []
  const written = await writer.writePlanned(
    (view) => {
      check?.()
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
  deps: StoreDependencies,
  memory: SeenMemory,
  given: MemoryChange,
  by: ChangedBy,
): Promise<Saved> {
  const { writer, clock } = deps
  if (given.content !== undefined) checkText('content', given.content)
  checkFields(given.fields ?? {})
  if (given.fields?.on) await refuseTooWide(deps.tooWide, given.fields.on, deps.read(memory.file)?.on)
  const cleaned =
    given.content === undefined ? undefined : await writer.clean(given.content, placeOf(memory.file))
  const change = { ...given, content: cleaned?.text }
  const written = await writer.writePlanned(
    (view) => {
      const bytes = view.read(memory.file)
      if (!bytes) throw memoryGone(memory.file)
      return [{ file: memory.file, replace: editedText(bytes, change, clock), expect: memory.hash }]
    },
    contextOf(by, 'edit'),
  )
  return saved(deps, memory.file, written, cleaned?.warnings ?? [])
}

/** `found`: what was said of the text before it became a file. */
function saved(
  { read }: StoreDependencies,
  file: string,
  written: Written,
  found: readonly Message[],
): Saved {
  const memory = read(file)
  if (!memory)
    throw new MemdirError('conflict', message(storeTexts.removedByAnother, { file }), {
      fix: message(storeTexts.tryAgain),
    })
  const warnings = eachOnce([...found, ...written.warnings])
  const purge = warnings.some(isLikelySecret) ? [message(storeTexts.purgeIfSecret, { id: memory.id })] : []
  return { memory, written: { ...written, warnings: [...warnings, ...purge] } }
}

/** The file is called after the name. */
async function cleanNames(writer: MemoryWriter, memory: NewMemory): Promise<NewMemory> {
  if (memory.name === undefined) return memory
  return { ...memory, name: (await writer.clean(memory.name, placeOf(memory.file))).text }
}

/** A file's name is in every listing and cannot be redacted: nothing that may be a secret is in it. */
async function loadShown(): Promise<(text: string) => string> {
  const redact = await loadRedactor('agent')
  return (text) => redact(text).text
}

function contextOf(by: ChangedBy, action: ChangeAction, memory?: NewMemory): WriteContext {
  checkActor(by)
  const source = memory?.source ?? (by.conversation ? { conversation: by.conversation } : undefined)
  const { actor, reason, proven, staged, answer } = by
  return { actor, action, source, reason, proven, staged, answer }
}

function eachOnce(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((one) => [one.en, one])).values()]
}
