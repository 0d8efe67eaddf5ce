// The catalog next to a fault: what a process that knows nothing of it is told by the writer's notes and the directory's
// times has to be what the files say.
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Catalog } from '../../../dist/search/catalog/catalog.js'

const PAST_MS = 60_000

/** A catalog that knows all files, in a directory that nobody has changed for a while: notes lead on from here. */
export async function takeInFiles({ memory }) {
  if (!existsSync(memory)) return
  const past = new Date(Date.now() - PAST_MS)
  for (const path of directoriesIn(memory)) utimesSync(path, past, past)
  await withCatalog(memory, (catalog) => catalog.sweep())
}

/** In words, what was missed by whoever follows the files as a prompt does. */
export async function missedFiles({ memory }) {
  if (!existsSync(memory)) return []
  await withCatalog(memory, (catalog) => catalog.follow())
  const missed = await withCatalog(memory, (catalog) => catalog.sweep())
  return Object.entries(missed).flatMap(([how, files]) =>
    files === 0 ? [] : [`search did not see ${files} files that were ${how}`],
  )
}

async function withCatalog(memory, use) {
  const cacheDirectory = join(dirname(memory), 'state', 'cache')
  const catalog = new Catalog({ directory: memory, cacheDirectory })
  try {
    return await use(catalog)
  } finally {
    await catalog.close()
  }
}

function directoriesIn(memory) {
  const below = readdirSync(memory, { withFileTypes: true, recursive: true })
  const found = below.filter((entry) => entry.isDirectory())
  return [memory, ...found.map(({ parentPath, name }) => join(parentPath, name))]
}
