// When a memory goes, those that it took the place of live again; or follow what took its own place.
import { contentHash } from '../../base/values/hash.ts'
import { type Memory, supersededBy } from '../memory.ts'
import { changeMemory, isEditableText } from '../memory-file.ts'
import { readMemories } from '../scan-files.ts'
import type { PlannedWrite, WriteView } from '../writer.ts'
import { type FileChange, memoryOf } from './write-step.ts'

/** The directory is read only when a memory goes. */
export function planRevivals(
  directory: string,
  steps: readonly FileChange[],
  view: WriteView,
): PlannedWrite[] {
  const gone = goneMemories(steps)
  if (gone.size === 0) return []
  const written = new Set(steps.map(({ file }) => file))
  const others = readMemories(directory).filter(({ file }) => !written.has(file))
  for (const { id } of others) gone.delete(id)
  const ids = new Set(others.map(({ id }) => id))
  for (const { file, after } of steps) ids.add(memoryOf(file, after)?.id ?? '')
  return others.flatMap((memory) => {
    const removed = gone.get(supersededBy(memory) ?? '')
    const bytes = removed && view.read(memory.file)
    if (!bytes || !isEditableText(bytes)) return []
    const next = removed.heir ?? supersededBy(removed.memory)
    const successor = next !== undefined && next !== memory.id && ids.has(next) ? next : undefined
    const replace = changeMemory(bytes, { superseded_by: successor })
    const expect = contentHash(bytes)
    return [
      { file: memory.file, replace, expect, verbatim: true, action: successor ? 'supersede' : 'revive' },
    ]
  })
}

interface Gone {
  memory: Memory
  heir: string | undefined
}

/** By id: there before these steps and not after them. */
function goneMemories(steps: readonly FileChange[]): Map<string, Gone> {
  const gone = new Map<string, Gone>()
  for (const { file, before, heir } of steps) {
    const memory = memoryOf(file, before)
    if (memory) gone.set(memory.id, { memory, heir })
  }
  for (const { file, after } of steps) gone.delete(memoryOf(file, after)?.id ?? '')
  return gone
}
