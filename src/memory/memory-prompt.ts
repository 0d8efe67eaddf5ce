// The part of memory at the beginning of a conversation: its rules, and its index.
import { existsSync, mkdirSync } from 'node:fs'
import { holdDirectory } from '../base/files/held-directory.ts'
import { everywherePlace } from '../base/projects/everywhere.ts'
import { readShownIndex } from './ended-lines.ts'
import { type EverywhereIndex, type LoadedIndex, loadIndexText } from './load-index.ts'
import type { MemoryContext } from './memory-context.ts'
import { memoryRules } from './memory-rules.ts'

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

/** What holds in all projects, unless this engine works on it already. One look where there is none. */
export function everywhereMemory({
  settings,
  location,
  everywhere,
}: Pick<MemoryContext, 'settings' | 'location' | 'everywhere'>): string | undefined {
  const { memory } = everywherePlace(location.projects)
  if (everywhere || !existsSync(memory) || !settings.get('everywhere.enabled')) return undefined
  return memory
}

export function loadEverywhereIndex(context: MemoryContext): EverywhereIndex | undefined {
  const directory = everywhereMemory(context)
  const text = directory === undefined ? undefined : loadIndexIn(context, directory)
  return directory !== undefined && text ? { ...text, directory } : undefined
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
