// Adding, changing, removing and finding memories: what every face does with a memory directory.
import { type Clock, isoSeconds } from '../lib/clock.ts'
import { MemdirError } from '../lib/errors.ts'
import { holdDirectory } from '../lib/held-directory.ts'
import { randomId } from '../lib/ids.ts'
import { type Message, message } from '../messages/message.ts'
import {
  AMBIGUOUS_MEMORY,
  GIVE_MORE_OF_ID,
  MEMORY_GONE,
  NO_SUCH_MEMORY,
  NOT_UTF8_LEFT,
  REMOVED_BY_ANOTHER,
  SAVE_AS_UTF8,
  SEE_LIST,
  SEE_LIST_IDS,
  TRY_AGAIN,
} from '../messages/store.ts'
import type { ChangeAction } from './change.ts'
import { checkFields, checkNewMemory, checkText, noText } from './check-memory.ts'
import { describeAnew, describeText, fileNameFor } from './describe.ts'
import { freeName, freeNames } from './free-name.ts'
import { parseDocument } from './frontmatter.ts'
import { type Memory, type MemoryFields, typeOfKind } from './memory.ts'
import { changeMemory, type FieldChanges, isEditableText, parseMemory, renderMemory } from './memory-file.ts'
import { plainPath } from './memory-path.ts'
import {
  type CleanCheck,
  type ListedMemory,
  listed,
  listMemoriesWith,
  readMemoriesWith,
} from './memory-snapshot.ts'
import { placeOf } from './place.ts'
import type { PlannedWrite, WriteContext, WriteView, Written } from './planned-write.ts'
import type { Purged } from './purge.ts'
import { loadRedactor } from './redact-memory.ts'
import { listMemoryFiles, readMemories, readMemory } from './scan-files.ts'
import { isStillThere } from './secret-scan.ts'
import type { StagedFile } from './staged-files.ts'
import type { MemoryWriter } from './writer.ts'

export interface NewMemory extends Partial<MemoryFields> {
  content: string
  /** Made anew when absent or taken; `addAll` does not look whether it is. */
  id?: string
  /** Fields that memdir does not know, or knows by `supersededBy` and `isSeparate`. */
  extra?: Record<string, unknown>
  /** Below the memory directory; made from the name when absent. */
  file?: string
}

export interface ChangedBy {
  actor: string
  conversation?: string
  reason?: string
  /** A quotation of the person was found that proves that they said it; see `provesQuotation`. */
  proven?: boolean
  /** Files below state that change with it. */
  staged?: readonly StagedFile[]
}

export interface MemoryChange {
  fields?: FieldChanges
  content?: string
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
  const removeAll: MemoryStore['removeAll'] = (memories, by) =>
    writer.write(
      memories.map(({ file, hash }) => ({ file, remove: true, expect: hash })),
      contextOf(by, 'remove'),
    )
  return {
    directory,
    writer,
    list,
    listed: (isClean) =>
      snapshot === undefined
        ? list().map((memory) => listed(memory, isClean))
        : within((path) => listMemoriesWith(snapshot, path, isClean)),
    find: (reference) => within((path) => findMemory(path, reference, list)),
    async add(given, by, also) {
      checkNewMemory(given)
      // Before a name is made of it: a secret cut in half would not be known as one.
      const { text: content, warnings: told } = await writer.clean(given.content, placeOf(given.file))
      const warnings = told.filter((warning) => !isStillThere(warning))
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
      return saved(file, { ...written, warnings: eachOnce([...warnings, ...written.warnings]) })
    },
    async addAll(given, by, { files: whole = [], onProgress } = {}) {
      const clean = await Promise.all(given.map((memory) => cleanNames(writer, memory)))
      const shown = await loadShown()
      const made = clean.map((memory) => renderNew(memory, clock, shown))
      const wanted = [...whole.map(({ file }) => file), ...made.map((one, i) => given[i]!.file ?? one.wanted)]
      const texts = [...whole, ...made].map(({ text }) => text)
      let files: string[] = []
      const written = await writer.writePlanned(
        (view) => {
          files = freeNames(wanted, view.isTaken)
          return texts.map((text, i) => ({ file: files[i]!, create: text }))
        },
        { ...contextOf(by, 'import'), onProgress },
      )
      return { files, written }
    },
    async edit(memory, given, by) {
      if (given.content !== undefined) checkText('content', given.content)
      checkFields(given.fields ?? {})
      const cleaned =
        given.content === undefined ? undefined : await writer.clean(given.content, placeOf(memory.file))
      const change = { ...given, content: cleaned?.text }
      const written = await writer.writePlanned(
        (view) => {
          const bytes = view.read(memory.file)
          if (!bytes) throw gone(memory.file)
          return [{ file: memory.file, replace: edited(bytes, change, clock), expect: memory.hash }]
        },
        contextOf(by, 'edit'),
      )
      const warnings = eachOnce([...(cleaned?.warnings ?? []), ...written.warnings])
      return saved(memory.file, { ...written, warnings })
    },
    async replace(memory, text, by) {
      const write = { file: memory.file, replace: text, expect: memory.hash }
      return saved(memory.file, await writer.write([write], contextOf(by, 'edit')))
    },
    remove: (memory, by) => removeAll([memory], by),
    removeAll,
    purge: (memory, by) => writer.purge(memory, by.actor),
  }
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

function renderNew(
  memory: NewMemory,
  clock: Clock,
  shown: (text: string) => string,
): { id: string; text: string; wanted: string } {
  if (memory.content.trim() === '') {
    throw noText()
  }
  const made = describeText(memory.content)
  const name = memory.name?.trim() || made.name
  const type = memory.type ?? (memory.kind && typeOfKind(memory.kind))
  const { content, file: _, ...fields } = memory
  const id = memory.id ?? randomId()
  const text = renderMemory(
    {
      ...fields,
      id,
      name,
      description: memory.description?.trim() || made.description,
      type,
      tags: memory.tags ?? [],
      related: memory.related ?? [],
      created: memory.created ?? isoSeconds(clock.now()),
    },
    content,
  )
  const told = memory.name?.trim() ? shown(name) : describeText(shown(content)).name
  return { id, text, wanted: `${fileNameFor(told, type)}.md` }
}

function edited(bytes: Buffer, change: MemoryChange, clock: Clock): string {
  if (!isEditableText(bytes)) {
    throw notText()
  }
  const fields = { ...anew(bytes, change.content), ...change.fields }
  const same = changeMemory(bytes, fields, change.content)
  if (same === bytes.toString('utf8')) return same
  // Only files that carry our times get a new one: others keep to the fields they have.
  const ours = parseMemory(bytes, { file: '', modified: new Date(0) }).created !== undefined
  const stamped = ours && !('updated' in fields) ? { ...fields, updated: isoSeconds(clock.now()) } : fields
  return changeMemory(bytes, stamped, change.content)
}

/** A name and description that were made from the text follow the text; the file keeps its name. */
function anew(bytes: Buffer, content: string | undefined): FieldChanges {
  if (content === undefined) return {}
  const { data, body } = parseDocument(bytes.toString('utf8'))
  const { name, description } = data
  const old = {
    name: typeof name === 'string' ? name : undefined,
    description: typeof description === 'string' ? description : undefined,
  }
  return describeAnew({ ...old, content: body }, content)
}

export function notText(): MemdirError {
  return new MemdirError('broken_file', message(NOT_UTF8_LEFT), {
    fix: message(SAVE_AS_UTF8),
  })
}

function contextOf(by: ChangedBy, action: ChangeAction, memory?: NewMemory): WriteContext {
  const source = memory?.source ?? (by.conversation ? { conversation: by.conversation } : undefined)
  return { actor: by.actor, action, source, reason: by.reason, proven: by.proven, staged: by.staged }
}

function findMemory(directory: string, reference: string, list: () => Memory[]): Memory {
  const files = listMemoryFiles(directory)
  const byName = files.filter((file) => isNamed(file, reference))
  if (byName.length === 1) return readMemory(directory, byName[0]!) ?? fail(gone(byName[0]!))
  const memories = byName.length > 1 ? [] : list()
  const exact = memories.filter((memory) => memory.id === reference)
  const found = exact.length > 0 ? exact : memories.filter((memory) => memory.id.startsWith(reference))
  if (found.length === 1 && reference !== '') return found[0]!
  const many = byName.length > 1 ? byName : found.map((memory) => `${memory.id} (${memory.file})`)
  if (many.length > 1) {
    throw new MemdirError(
      'ambiguous',
      message(AMBIGUOUS_MEMORY, { reference, matches: many.slice(0, 5).join(', ') }),
      {
        fix: message(GIVE_MORE_OF_ID),
      },
    )
  }
  throw new MemdirError('not_found', message(NO_SUCH_MEMORY, { reference }), {
    fix: message(SEE_LIST_IDS),
  })
}

function isNamed(file: string, reference: string): boolean {
  const plain = plainPath(reference.normalize('NFC'))
  const name = file.normalize('NFC')
  return [name, name.replace(/\.md$/, ''), name.slice(name.lastIndexOf('/') + 1)].includes(plain)
}

function gone(file: string): MemdirError {
  return new MemdirError('not_found', message(MEMORY_GONE, { file }), { fix: message(SEE_LIST) })
}

function fail(error: MemdirError): never {
  throw error
}

function eachOnce(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((one) => [one.en, one])).values()]
}
