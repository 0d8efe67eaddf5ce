// Memories that another program kept, or a directory of Markdown files: what is not known yet is added, all or nothing.
import { isDeepStrictEqual } from 'node:util'
import { attempt } from '../lib/attempt.ts'
import { randomId } from '../lib/ids.ts'
import { checkText } from '../memory/check-memory.ts'
import { parseDocument } from '../memory/frontmatter.ts'
import { kindOf } from '../memory/kind-of.ts'
import { supersededBy } from '../memory/memory.ts'
import { changeMemory, type FieldChanges } from '../memory/memory-file.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import type { NewMemory } from '../memory/new-memory.ts'
import { placeOf } from '../memory/place.ts'
import type { StagedFile } from '../memory/staged-files.ts'
import { message } from '../messages/message.ts'
import { IMPORTED_FROM } from '../messages/transfer.ts'
import { statementKey } from '../sameness/words.ts'
import { asImported, type ImportedMemory } from './formats/imported.ts'
import type { ImportDependencies, Imported, ImportOptions } from './import-outcome.ts'
import type { ImportFormat } from './read-import.ts'

export async function addImported(
  deps: ImportDependencies,
  format: ImportFormat,
  memories: readonly ImportedMemory[],
  by: ChangedBy,
  options: ImportOptions,
): Promise<Imported> {
  const { store, usage } = deps
  const { trust = false, dryRun = false, onProgress } = options
  const given = trust ? memories : memories.map(asImported)
  const { fresh, ids, staged, known, quarantined, warnings } = await sortOut(deps, given, by, options)
  if (dryRun) {
    const planned = fresh.map(({ memory }) => ({ content: memory.content, type: memory.type }))
    return { format, imported: fresh.length, known, kept: 0, quarantined, warnings, planned }
  }
  const planned = fresh.map((one) => rendered(one, ids.now))
  if (planned.length > 0 || staged.length > 0)
    await store.addAll(
      planned.filter(isRendered),
      { ...by, reason: by.reason ?? message(IMPORTED_FROM, { format }).en, staged },
      {
        files: planned.filter(isFile),
        onProgress: onProgress && ((done, total) => onProgress(done, total, 'writing')),
      },
    )
  const counted = fresh.flatMap(({ memory, id }) => (memory.usage ? [[id, memory.usage] as const] : []))
  if (counted.length > 0) usage.restore(new Map(counted))
  return { format, imported: fresh.length, known, kept: 0, quarantined, warnings }
}

interface Fresh {
  memory: ImportedMemory
  /** What it is called here. */
  id: string
}

interface SortedOut extends Pick<Imported, 'known' | 'quarantined' | 'warnings'> {
  fresh: Fresh[]
  ids: Ids
  staged: StagedFile[]
}

/** What is new, what is here already, and what has to wait. */
async function sortOut(
  { store, reasonToHold, hold }: ImportDependencies,
  memories: readonly ImportedMemory[],
  { actor }: ChangedBy,
  { trust = false, dryRun = false, onProgress }: ImportOptions,
): Promise<SortedOut> {
  const here = store.list()
  const knownIds = new Map(here.map(({ content, id }) => [statementKey(content), id]))
  const ids = idsFor(new Set(here.map(({ id }) => id)))
  const seen = new Set<string>()
  const sorted: SortedOut = { fresh: [], ids, staged: [], known: 0, quarantined: [], warnings: [] }
  for (const [at, memory] of memories.entries()) {
    onProgress?.(at, memories.length, 'checking')
    checkText('content', memory.content)
    // Compared as it would be written: a secret that was cut out the first time is cut out again.
    const { text: content, warnings } = await store.writer.clean(memory.content, placeOf(memory.file))
    const key = statementKey(content)
    // Two files of a memory directory may say the same: one took the other's place, or they are kept apart.
    const mark = memory.text === undefined ? key : `${key}\n${memory.id}`
    const knownAs = knownIds.get(key)
    if (knownAs !== undefined || seen.has(mark)) {
      if (knownAs !== undefined) ids.rename(memory.id, knownAs)
      sorted.known++
      continue
    }
    seen.add(mark)
    const reason = trust ? undefined : reasonToHold(actor, memory)
    // What is held back is not shown before the person asks for it.
    const [text] = reason === undefined ? content.trim().split('\n', 1) : []
    sorted.warnings.push(...warnings.map((warning) => ({ ...(text && { text }), warning })))
    if (reason === undefined) sorted.fresh.push({ memory: { ...memory, content }, id: ids.take(memory.id) })
    else {
      const { text: _, file: __, usage: ___, ...waiting } = memory
      const entry = { reason, by: actor, memory: { ...waiting, content } }
      const { id } = dryRun ? { id: '' } : await hold(entry, sorted.staged)
      sorted.quarantined.push({ id, reason })
    }
  }
  return sorted
}

interface WholeFile {
  file: string
  text: string
}

function isFile(one: NewMemory | WholeFile): one is WholeFile {
  return 'text' in one
}

function isRendered(one: NewMemory | WholeFile): one is NewMemory {
  return !isFile(one)
}

interface Ids {
  rename(from: string | undefined, to: string): void
  take(wanted: string | undefined): string
  now(id: string): string
}

/** Ids are kept where they are free; whatever names one that is not follows. */
function idsFor(taken: Set<string>): Ids {
  const renamed = new Map<string, string>()
  const rename = (from: string | undefined, to: string) => {
    if (from !== undefined && !renamed.has(from)) renamed.set(from, to)
  }
  return {
    rename,
    take(wanted) {
      const id = wanted === undefined || taken.has(wanted) ? randomId() : wanted
      taken.add(id)
      rename(wanted, id)
      return id
    },
    now: (id) => renamed.get(id) ?? id,
  }
}

/** A file that memdir wrote stays as it is but for what has to change; all others are rendered. */
function rendered({ memory, id }: Fresh, now: (id: string) => string): NewMemory | WholeFile {
  const { text, file, usage: _, ...fields } = memory
  const successor = memory.extra && supersededBy({ extra: memory.extra })
  const links = {
    related: memory.related?.map(now),
    ...(successor === undefined ? {} : { superseded_by: now(successor) }),
  }
  if (text !== undefined && file !== undefined) {
    const bytes = Buffer.from(text, 'utf8')
    const wanted = { id, source: memory.source, ...links }
    // Frontmatter that cannot be changed safely is written again.
    const whole = attempt(() => changeMemory(bytes, differing(parseDocument(text).data, wanted)))
    if (whole !== undefined) return { file, text: whole }
  }
  const { related, ...extra } = links
  return {
    ...fields,
    id,
    related,
    ...(successor === undefined ? {} : { extra }),
    kind: kindOf(memory),
    importance: memory.importance ?? 3,
  }
}

/** What the file does not say already; an empty list says nothing. */
function differing(data: Record<string, unknown>, wanted: FieldChanges): FieldChanges {
  const isSaid = ([key, value]: [string, unknown]) =>
    isDeepStrictEqual(data[key], value) || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(wanted).filter((entry) => !isSaid(entry)))
}
