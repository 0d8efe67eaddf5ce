// The file of a new memory: its text, with what was not said made from what was, and the name that it would like to have.

import { describeText } from '../../base/text/describe-text.ts'
import { type Clock, isoSeconds } from '../../base/values/clock.ts'
import { randomId } from '../../base/values/ids.ts'
import { typeOfKind } from '../memory.ts'
import { renderMemory } from '../memory-file.ts'
import type { NewMemory } from '../records.ts'
import { noText } from './check-memory.ts'
import { fileNameFor } from './file-name.ts'

interface RenderedMemory {
  id: string
  text: string
  wanted: string
}

/** `show`: what a reader of file names may see of a text. */
export function renderNew(memory: NewMemory, clock: Clock, show: (text: string) => string): RenderedMemory {
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
  const title = memory.name?.trim() ? show(name) : describeText(show(content)).name
  return { id, text, wanted: memory.file ?? `${fileNameFor(title, type)}.md` }
}
