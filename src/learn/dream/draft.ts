// A copy of the memories that a dream works on: nothing of it reaches the disk before all of it is proven.

import { regenerateDescription } from '../../base/text/describe-text.ts'
import { contentHash } from '../../base/values/hash.ts'
import { joinDocument, parseDocument, setFields } from '../../base/yaml/frontmatter.ts'
import { type Memory, supersededBy } from '../../memory/memory.ts'
import { changeMemory, isEditableText, parseMemory } from '../../memory/memory-file.ts'
import { placeOf } from '../../memory/memory-path.ts'
import type { FileEdit } from '../dream-plan.ts'

export interface Draft {
  /** As it says now. */
  memory(file: string): Memory | undefined
  memories(): Memory[]
  /** The file's text; undefined where it cannot be edited without losing bytes. */
  text(file: string): string | undefined
  put(file: string, text: string): void
  remove(file: string): void
}

/** A draft of the person's own memories: what is shared is never rewritten by a dream. */
export function openDraft(
  memories: readonly Memory[],
  read: (file: string) => Uint8Array | undefined,
): Draft {
  const now = new Map(
    memories.filter(({ file }) => placeOf(file).kind === 'private').map((memory) => [memory.file, memory]),
  )
  const texts = new Map<string, string>()
  const text = (file: string): string | undefined => {
    const known = texts.get(file)
    const memory = now.get(file)
    if (known !== undefined || !memory || memory.frontmatter === 'broken') return known
    const bytes = read(file)
    // Changed since it was listed: this time it is left alone.
    if (!bytes || !isEditableText(bytes) || contentHash(bytes) !== memory.hash) return undefined
    return Buffer.from(bytes).toString('utf8')
  }
  return {
    memory: (file) => now.get(file),
    memories: () => [...now.values()],
    text,
    put(file, changed) {
      const modified = new Date(now.get(file)?.modified ?? 0)
      texts.set(file, changed)
      now.set(file, parseMemory(Buffer.from(changed, 'utf8'), { file, modified }))
    },
    remove(file) {
      texts.delete(file)
      now.delete(file)
    },
  }
}

/** The file's text with another body. A name and description that were made from the body follow it. */
export function withBody(text: string, body: string, fields: Record<string, unknown> = {}): string {
  const document = parseDocument(text)
  const { name, description } = document.data
  const made = regenerateDescription(
    {
      ...(typeof name === 'string' && { name }),
      ...(typeof description === 'string' && { description }),
      content: document.body,
    },
    body,
  )
  const changes = { ...made, ...fields }
  const changed = Object.keys(changes).length > 0 ? setFields(document, changes) : document
  return joinDocument({ ...changed, body })
}

/** What memories that go had superseded is superseded by their heirs, by id; it must not live again. */
export function heirsOf(
  draft: Draft,
  heirs: ReadonlyMap<string, string>,
  without: ReadonlySet<string>,
): FileEdit[] {
  if (heirs.size === 0) return []
  return draft.memories().flatMap((memory) => {
    const heir = heirs.get(supersededBy(memory) ?? '')
    const text = heir === undefined || without.has(memory.file) ? undefined : draft.text(memory.file)
    if (text === undefined || heir === memory.id) return []
    const after = changeMemory(Buffer.from(text, 'utf8'), { superseded_by: heir })
    return [{ file: memory.file, before: memory.hash, after, action: 'supersede' as const }]
  })
}
