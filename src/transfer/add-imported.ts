// Memories that another program kept, or a directory of Markdown files: what is not known yet is added, all or nothing.
import { isDeepStrictEqual } from 'node:util'
import { attempt } from '../lib/attempt.ts'
import { randomId } from '../lib/ids.ts'
import { parseDocument } from '../memory/frontmatter.ts'
import { supersededBy } from '../memory/memory.ts'
import { changeMemory, type FieldChanges } from '../memory/memory-file.ts'
import type { ChangedBy, NewMemory } from '../memory/memory-store.ts'
import { placeOf } from '../memory/place.ts'
import type { StagedFile } from '../memory/staged-files.ts'
import { judgeMemory } from '../records/judge-memory.ts'
import { kindOf } from '../records/record.ts'
import { statementKey } from '../records/statements.ts'
import type { ImportedMemory } from './formats/imported.ts'
import type { ImportOptions, ImportOutcome, ImportParts } from './import-outcome.ts'
import type { ImportFormat } from './read-import.ts'

/** Whatever it says of its origin, it is an import. */
export function asImported<M extends Pick<ImportedMemory, 'source'>>(memory: M): M {
  return { ...memory, source: { ...memory.source, origin: 'import' } }
}

export async function addImported(
  { store, quarantine }: ImportParts,
  format: ImportFormat,
  memories: readonly ImportedMemory[],
  by: ChangedBy,
  { trust = false, onProgress }: ImportOptions,
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { format, imported: 0, known: 0, kept: 0, quarantined: [] }
  const there = store.list()
  const known = new Map(there.map(({ content, id }) => [statementKey(content), id]))
  const ids = idsFor(new Set(there.map(({ id }) => id)))
  const seen = new Set<string>()
  const fresh: Fresh[] = []
  const staged: StagedFile[] = []
  for (const [at, given] of memories.entries()) {
    onProgress?.(at, memories.length, 'checking')
    const memory = trust ? given : asImported(given)
    // Compared as it would be written: a secret that was cut out the first time is cut out again.
    const { text: content } = await store.writer.clean(memory.content, placeOf(memory.file))
    const key = statementKey(content)
    // Two files of a memory directory may say the same: one took the other's place, or they are kept apart.
    const mark = memory.text === undefined ? key : `${key}\n${memory.id}`
    if (known.has(key) || seen.has(mark)) {
      if (known.has(key)) ids.rename(memory.id, known.get(key)!)
      outcome.known++
      continue
    }
    seen.add(mark)
    const judgement = trust ? undefined : judgeMemory({ actor: by.actor, memory })
    if (judgement?.verdict === 'quarantine') {
      const { text: _, file: __, ...held } = memory
      const { reason } = judgement
      const { id } = await quarantine.stage({ reason, by: by.actor, memory: { ...held, content } }, staged)
      outcome.quarantined.push({ id, reason })
    } else fresh.push({ memory: { ...memory, content }, id: ids.take(memory.id) })
  }
  const planned = fresh.map((one) => rendered(one, ids.now))
  const isFile = (one: NewMemory | WholeFile): one is WholeFile => 'text' in one
  if (fresh.length > 0 || staged.length > 0)
    await store.addAll(
      planned.filter((one): one is NewMemory => !isFile(one)),
      { ...by, reason: by.reason ?? `import from ${format}`, staged },
      {
        files: planned.filter(isFile),
        onProgress: onProgress && ((done, total) => onProgress(done, total, 'writing')),
      },
    )
  outcome.imported = fresh.length
  return outcome
}

interface Fresh {
  memory: ImportedMemory
  /** What it is called here. */
  id: string
}

interface WholeFile {
  file: string
  text: string
}

/** Ids are kept where they are free; whatever names one that is not follows. */
function idsFor(taken: Set<string>) {
  const renamed = new Map<string, string>()
  return {
    rename(from: string | undefined, to: string): void {
      if (from !== undefined && !renamed.has(from)) renamed.set(from, to)
    },
    take(wanted: string | undefined): string {
      const id = wanted === undefined || taken.has(wanted) ? randomId() : wanted
      taken.add(id)
      this.rename(wanted, id)
      return id
    },
    now: (id: string) => renamed.get(id) ?? id,
  }
}

/** A file that memdir wrote stays as it is but for what has to change; all others are rendered anew. */
function rendered({ memory, id }: Fresh, now: (id: string) => string): NewMemory | WholeFile {
  const { text, file, ...fields } = memory
  const successor = memory.extra && supersededBy({ extra: memory.extra })
  const links = {
    related: memory.related?.map(now),
    ...(successor === undefined ? {} : { superseded_by: now(successor) }),
  }
  if (text !== undefined && file !== undefined) {
    const bytes = Buffer.from(text, 'utf8')
    const wanted = { id, source: memory.source, ...links }
    // Frontmatter that cannot be changed safely is written anew.
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
