// What the search data of a project depends on besides its files: where vectors live and what makes them. A small file,
// because a prompt loads it.

import type { Settings } from '../base/settings/settings.ts'
import { contentHash } from '../base/values/hash.ts'

/** The same for the same settings. A store's key is not part of it: nothing of it is written down, not even a hash. */
export function embeddingBasis(settings: Settings): string {
  const values = [
    settings.get('storage.backend'),
    settings.get('storage.vectorDbPath'),
    settings.get('storage.url'),
    settings.get('storage.tenant'),
    settings.get('storage.database'),
    settings.get('storage.schema'),
    settings.get('storage.embeddingUrl'),
    settings.get('storage.embeddingModel'),
    settings.get('storage.embeddingDimension'),
  ]
  return contentHash(JSON.stringify(values)).slice(0, 16)
}
