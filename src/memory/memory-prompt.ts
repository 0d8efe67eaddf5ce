// The part of memory at the beginning of a conversation: its rules, and its index.
import { mkdirSync } from 'node:fs'
import { holdDirectory } from '../base/files/held-directory.ts'
import type { MemoryContext } from './memory-context.ts'
import { memoryRules } from './memory-rules.ts'
import { storesOf } from './places.ts'
import {
  type LoadedIndex,
  loadIndexText,
  type PlaceIndex,
  readShownIndex,
  withoutSaid,
} from './shown-index.ts'

/** The rules for the system prompt; undefined when memory is off. Makes the directory that they name. */
export function loadMemoryPrompt({ settings, location, switch: on }: MemoryContext): string | undefined {
  if (!on.on) return undefined
  mkdirSync(location.memory, { recursive: true, mode: 0o700 })
  return memoryRules({
    directory: location.memory,
    index: settings.get('index.enabled'),
    searchHints: settings.get('recall.searchHints') ? { transcripts: location.sessions } : undefined,
    dailyLog: settings.get('dailyLog.enabled'),
    extraGuidelines: settings.get('extraGuidelines'),
  })
}

/** Those of the places beside, where they are not switched off: what an index before them says is said once. */
export function loadIndexesBeside(context: MemoryContext): PlaceIndex[] {
  const said = new Set<string>()
  return storesOf(context).flatMap((place, at) => {
    const text = shownIndex(context, place.directory)
    const fresh = text && withoutSaid(text, said)
    return at > 0 && fresh && fresh.trim() !== '' ? [{ ...loadIndexText(fresh), place }] : []
  })
}

/** The index as it goes into a conversation; undefined when there is none or it is switched off. */
export function loadIndex(context: MemoryContext): LoadedIndex | undefined {
  const text = shownIndex(context, context.location.memory)
  return text === undefined || text.trim() === '' ? undefined : loadIndexText(text)
}

function shownIndex({ settings, switch: on, clock }: MemoryContext, directory: string): string | undefined {
  if (!on.on || !settings.get('index.enabled')) return undefined
  return holdDirectory(directory).within((path) => readShownIndex(path, clock.now().getTime()))
}
