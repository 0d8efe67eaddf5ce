// Whether a directory may hold a memory, by its first entries: a new project has nothing to search, and search costs more
// than all else of a message there.

import { existsSync, opendirSync } from 'node:fs'
import { attempt } from '../base/values/attempt.ts'
import { INDEX_FILE } from './memory-path.ts'

/** True also where it cannot be listed: whoever searches it says why. */
export function holdsMemories(directory: string): boolean {
  const entries = attempt(() => opendirSync(directory))
  if (!entries) return existsSync(directory)
  try {
    for (let entry = entries.readSync(); entry; entry = entries.readSync())
      if (entry.name !== INDEX_FILE && !entry.name.startsWith('.')) return true
    return false
  } finally {
    entries.closeSync()
  }
}
