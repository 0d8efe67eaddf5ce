// The part of memory at the beginning of a conversation: its rules, and its index.
import { mkdirSync } from 'node:fs'
import { holdDirectory } from '../lib/held-directory.ts'
import { INDEX_FILE } from '../memory/index-file.ts'
import { type LoadedIndex, loadIndexText } from '../memory/load-index.ts'
import { readMemoryText } from '../memory/read-memory-file.ts'
import { memoryRules } from '../memory/rules.ts'
import type { EngineContext } from './engine-context.ts'

/** The rules for the system prompt; undefined when memory is off. Makes the directory that they name. */
export function loadMemoryPrompt({ settings, location, switch: on }: EngineContext): string | undefined {
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

/** The index as it goes into a conversation; undefined when there is none or it is switched off. */
export function loadIndex({ settings, location, switch: on }: EngineContext): LoadedIndex | undefined {
  if (!on.on || !settings.get('index.enabled')) return undefined
  const text = holdDirectory(location.memory).within((path) => readMemoryText(path, INDEX_FILE))
  return text === undefined || text.trim() === '' ? undefined : loadIndexText(text)
}
