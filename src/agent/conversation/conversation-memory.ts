// What memory and one conversation know of each other: which memories it was given, and which it wrote.
import { join } from 'node:path'
import { inertFact } from '../../base/text/inert-text.ts'
import { randomId } from '../../base/values/ids.ts'
import { hasTwoWords } from '../../search/gate.ts'
import { noteRead, noteShown } from '../../search/note-shown.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { RecallResult } from '../../search/recall.ts'
import { actFor, recallFor } from '../../search/recall-for.ts'
import type { AskSelector } from '../../search/selector.ts'
import { forgetShown } from '../../search/shown-record.ts'
import type { MemoryEvent, MemoryHooks } from './memory-hooks.ts'
import { openedMemoryNote } from './opened-memory.ts'
import { type SelectionPrefetch, selectionPrefetch } from './selection-prefetch.ts'
import type { TellAtCall } from './with-calls.ts'

export interface ConversationMemory {
  recall(prompt: string, signal: AbortSignal): Promise<RecallResult>
  /** What a model would give in addition; undefined where none is to be asked. */
  readonly selection: SelectionPrefetch | undefined
  refit: MemoryHooks['refit']
  /** Remembered rules that a call touches, for the conversation or for one run of a sub-agent. */
  tellFor(subagent?: string): TellAtCall
  /** A message is sent on with this in it: it counts as shown when a model has received it. */
  onAttached(result: RecallResult): void
  onArrived(): void
  /** What the agent should know of a file that it has opened itself; undefined where it is no memory. */
  noteRead(path: string): string | undefined
  onSaved(file: string): void
  onForgotten(file: string): void
  /** What was written and removed since the last call. */
  takeChanges(): MemoryEvent[]
  /** The files that were written since the last call. */
  takeSaved(): string[]
  /** Everything may be shown again. */
  forget(after: 'compaction' | 'clear'): void
}

/** What was selected for the message before fits the next one from here: less than search alone would attach for. */
const KEPT_SIMILARITY = 0.4

/** "Yes" and "go on" go on with what was asked before; what asks to leave memory aside says something. */
function hasSubject(prompt: string): boolean {
  return hasTwoWords(prompt)
}

export function conversationMemory(
  context: ProjectContext,
  id: string,
  /** A small model that may pick; undefined where there is none. */
  askSelector: AskSelector | undefined,
): ConversationMemory {
  const waiting: RecallResult[] = []
  /** The message that was sent last. */
  let prompt = randomId()
  const saved = new Set<string>()
  const changes: MemoryEvent[] = []
  const changed = (event: MemoryEvent['event'], file: string) =>
    changes.push({ event, file_path: join(context.location.memory, file) })
  const attached = () => waiting.flatMap(({ memories }) => memories.map(({ memory }) => memory.file))
  const selection =
    askSelector &&
    selectionPrefetch((prompt, recentTools, signal) =>
      recallFor(context, {
        ...{ prompt, recentTools, signal, conversation: id, attached: attached() },
        ...{ select: askSelector, beside: true },
      }),
    )
  return {
    recall(text, signal) {
      prompt = randomId()
      return recallFor(context, { prompt: text, conversation: id, attached: attached(), signal })
    },
    tellFor: (subagent) => async (tool, input) => {
      const place = { conversation: id, subagent, prompt, directory: context.directory }
      const how = { tells: context.settings.get('recall.actions'), canRefuse: true }
      const { noteTold, ...told } = await actFor(context, { tool, input, ...place, ...how })
      noteTold()
      return told
    },
    selection,
    refit: (kept, prompt, signal) =>
      recallFor(context, {
        ...{
          prompt: hasSubject(prompt) ? prompt : kept.prompt,
          signal,
          conversation: id,
          attached: attached(),
        },
        ...{ select: async () => ({ selected_memories: kept.files.map(inertFact) }), beside: true },
        ...(hasSubject(prompt) && { least: KEPT_SIMILARITY }),
      }),
    onAttached: (result) => void waiting.push(result),
    onArrived() {
      for (const result of waiting.splice(0)) void noteShown(context, id, result, prompt)
    },
    noteRead(path) {
      noteRead(context, id, [path])
      return openedMemoryNote(context, path)
    },
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
    forget(after) {
      selection?.drop()
      waiting.splice(0)
      forgetShown(context.location.state, id, after)
    },
  }
}
