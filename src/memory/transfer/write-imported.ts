// Memories of an import become files, all or nothing: for what is trusted at once, and for what the person takes later.

import { isDeepStrictEqual } from 'node:util'
import { attempt } from '../../base/values/attempt.ts'
import { randomId } from '../../base/values/ids.ts'
import { parseDocument } from '../../base/yaml/frontmatter.ts'
import { kindOf, supersededBy } from '../memory.ts'
import { changeMemory, type FieldChanges } from '../memory-file.ts'
import type { ChangedBy } from '../memory-store.ts'
import type { NewMemory } from '../records.ts'
import type { ImportedMemory } from './formats/imported.ts'
import type { ImportDependencies, ImportOptions } from './import-outcome.ts'
import { relinked } from './sort-imported.ts'

interface WriteImportedOptions extends Pick<ImportOptions, 'onProgress'> {
  /** Throws where it is too late. Called under the lock. */
  check?(): void
}

/** `memories`: clean, and not here yet. */
export async function writeImported(
  { store, usage }: Pick<ImportDependencies, 'store' | 'usage'>,
  memories: readonly ImportedMemory[],
  by: ChangedBy,
  { onProgress, check }: WriteImportedOptions = {},
): Promise<void> {
  const named = withIds(memories, new Set(store.list().map(({ id }) => id)))
  const planned = named.map(rendered)
  await store.addAll(planned.filter(isRendered), by, {
    files: planned.filter(isFile),
    ...(check && { check }),
    ...(onProgress && { onProgress: (done, total) => onProgress(done, total, 'writing') }),
  })
  const counted = named.flatMap((memory) => (memory.usage ? [[memory.id, memory.usage] as const] : []))
  if (counted.length > 0) usage.restore(new Map(counted))
}

type Named = ImportedMemory & { id: string }

/** Ids are kept where they are free; whatever names one that is not follows. */
function withIds(memories: readonly ImportedMemory[], taken: Set<string>): Named[] {
  const renamed = new Map<string, string>()
  const named = memories.map((memory): Named => {
    const id = memory.id === undefined || taken.has(memory.id) ? randomId() : memory.id
    taken.add(id)
    if (memory.id !== undefined && !renamed.has(memory.id)) renamed.set(memory.id, id)
    return { ...memory, id }
  })
  return named.map((memory) => ({ ...relinked(memory, renamed), id: memory.id }))
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

/** A file that memdir wrote stays as it is but for what has to change; all others are rendered. */
function rendered(memory: Named): NewMemory | WholeFile {
  const { text, file, usage: _, ...fields } = memory
  if (text !== undefined && file !== undefined) {
    const { id, source, related, created, updated, extra } = memory
    const successor = extra && supersededBy({ extra })
    const links = { related, ...(successor !== undefined && { superseded_by: successor }) }
    const wanted = { id, source, ...links, ...(created && { created }), ...(updated && { updated }) }
    // Frontmatter that cannot be changed safely is written again.
    const whole = attempt(() =>
      changeMemory(Buffer.from(text, 'utf8'), differing(parseDocument(text).data, wanted)),
    )
    if (whole !== undefined) return { file, text: whole }
  }
  return { ...fields, kind: kindOf(memory), importance: memory.importance ?? 3 }
}

/** What the file does not say already; an empty list says nothing. */
function differing(data: Record<string, unknown>, wanted: FieldChanges): FieldChanges {
  const isSaid = ([key, value]: [string, unknown]) =>
    isDeepStrictEqual(data[key], value) || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(wanted).filter((entry) => !isSaid(entry)))
}
