// The text of a memory file after an edit of its fields or its body.

import { regenerateDescription } from '../../base/text/describe-text.ts'
import { type Clock, isoSeconds } from '../../base/values/clock.ts'
import { parseDocument } from '../../base/yaml/frontmatter.ts'
import { changeMemory, type FieldChanges, isEditableText, notText, parseMemory } from '../memory-file.ts'
import { writtenMoments } from '../moments.ts'

export interface MemoryChange {
  fields?: FieldChanges
  content?: string
}

export function editedText(bytes: Buffer, change: MemoryChange, clock: Clock): string {
  if (!isEditableText(bytes)) throw notText()
  const fields = {
    ...regenerated(bytes, change.content),
    ...change.fields,
    ...writtenMoments(change.fields ?? {}),
  }
  const same = changeMemory(bytes, fields, change.content)
  if (same === bytes.toString('utf8')) return same
  // Only files that carry our times get a new one: others keep to the fields they have.
  const { created, updated, content } = parseMemory(bytes, { file: '', modified: new Date(0) })
  if (created === undefined || 'updated' in fields) return same
  // A tag or a grade makes no statement newer, though it changes the file's time.
  const saysMore = change.content !== undefined && change.content !== content
  const stamp = saysMore ? isoSeconds(clock.now()) : (updated ?? created)
  return changeMemory(bytes, { ...fields, updated: stamp }, change.content)
}

/** A name and description that were made from the text follow the text; the file keeps its name. */
function regenerated(bytes: Buffer, content: string | undefined): FieldChanges {
  if (content === undefined) return {}
  const { data, body } = parseDocument(bytes.toString('utf8'))
  const { name, description } = data
  const old = {
    name: typeof name === 'string' ? name : undefined,
    description: typeof description === 'string' ? description : undefined,
  }
  return regenerateDescription({ ...old, content: body }, content)
}
