// The part of memory at the beginning of a conversation: its rules, and its index.
import { mkdirSync } from 'node:fs'
import { holdDirectory } from '../base/files/held-directory.ts'
import type { MemoryContext } from './memory-context.ts'
import { memoryRules } from './memory-rules.ts'
import { storesOf } from './places.ts'
import { type LoadedIndex, loadIndexText, type PlaceIndex, readShownIndex } from './shown-index.ts'

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

/** Those of the places beside, where they are not switched off. */
export function loadIndexesBeside(context: MemoryContext): PlaceIndex[] {
  return storesOf(context)
    .slice(1)
    .flatMap((place) => {
      const index = loadIndexIn(context, place.directory)
      return index ? [{ ...index, place }] : []
    })
}

/** The index as it goes into a conversation; undefined when there is none or it is switched off. */
export function loadIndex(context: MemoryContext): LoadedIndex | undefined {
  return loadIndexIn(context, context.location.memory)
}

function loadIndexIn(
  { settings, switch: on, clock }: MemoryContext,
  directory: string,
): LoadedIndex | undefined {
  if (!on.on || !settings.get('index.enabled')) return undefined
  const text = holdDirectory(directory).within((path) => readShownIndex(path, clock.now().getTime()))
  return text === undefined || text.trim() === '' ? undefined : loadIndexText(text)
}
