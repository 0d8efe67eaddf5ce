// What memory and one conversation know of each other: which memories it was given, and which it wrote.
import { join } from 'node:path'
import type { ClientHost, RecallResult } from '../clients/client-host.ts'
import type { MemoryEvent } from './memory-hooks.ts'

export interface ConversationMemory {
  recall(prompt: string, signal: AbortSignal): Promise<RecallResult>
  /** A message is sent on with this in it: it counts as shown when a model has received it. */
  onAttached(result: RecallResult): void
  onArrived(): void
  noteRead(path: string): void
  onSaved(file: string): void
  onForgotten(file: string): void
  /** What was written and removed since the last call. */
  takeChanges(): MemoryEvent[]
  /** The files that were written since the last call. */
  takeSaved(): string[]
  /** After a clear everything may be shown again. */
  forget(): void
}

export function conversationMemory(host: ClientHost, id: string): ConversationMemory {
  const waiting: RecallResult[] = []
  const saved = new Set<string>()
  const changes: MemoryEvent[] = []
  const changed = (event: MemoryEvent['event'], file: string) =>
    changes.push({ event, file_path: join(host.location.memory, file) })
  return {
    recall(prompt, signal) {
      const attached = waiting.flatMap(({ memories }) => memories.map(({ memory }) => memory.file))
      return host.recall({ prompt, conversation: id, attached, signal })
    },
    onAttached: (result) => void waiting.push(result),
    onArrived() {
      for (const result of waiting.splice(0)) void host.noteShown(id, result)
    },
    noteRead: (path) => host.noteRead(id, [path]),
    onSaved(file) {
      saved.add(file)
      changed('MemorySaved', file)
    },
    onForgotten: (file) => void changed('MemoryForgotten', file),
    takeChanges: () => changes.splice(0),
    takeSaved() {
      const files = [...saved]
      saved.clear()
      return files
    },
    forget() {
      waiting.splice(0)
      host.forgetShown(id)
    },
  }
}
