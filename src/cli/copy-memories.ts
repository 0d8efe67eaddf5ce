// Memories from one directory to another. A copy is still by whom the memory is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { freeNames } from '../memory/free-name.ts'
import type { Journal } from '../memory/journal.ts'
import { readMemoryBytes } from '../memory/read-memory-file.ts'
import { listMemoryFiles } from '../memory/scan-files.ts'
import { loadSecretScan } from '../memory/secret-scan.ts'
import { openWriter } from '../memory/writer.ts'
import type { CommandContext } from './context.ts'

export interface Copying {
  from: string
  /** Files below `from`, and the names that they get. */
  files: readonly { file: string; as: string }[]
  to: Engine
  /** Knows the authors. */
  journal: Journal | undefined
  context: CommandContext
}

/** One change for each author. */
export async function copyMemories({ from, files, to, journal, context }: Copying): Promise<void> {
  const authors = new Map(journal?.read().map(({ file, actor }) => [file, actor]))
  const groups = new Map<string, Copying['files'][number][]>()
  for (const copy of files) {
    const actor = authors.get(copy.file) ?? context.changedBy().actor
    groups.set(actor, [...(groups.get(actor) ?? []), copy])
  }
  for (const [actor, group] of groups) {
    const writes = group.flatMap(({ file, as }) => {
      const content = readMemoryBytes(from, file)
      return content === undefined ? [] : [{ file: as, content }]
    })
    await to.store.writer.write(writes, { actor, action: 'import', reason: `copied from ${from}` })
  }
}

/** All memories of a place into that of the context; another text under the same name gets a name of its own. */
export async function bringMemories(place: MemoryPlace, context: CommandContext): Promise<number> {
  const to = context.engine()
  const target = (file: string) => join(to.location.memory, file)
  const missing = listMemoryFiles(place.memory).filter(
    (file) => !existsSync(target(file)) || !isSame(to.location.memory, place.memory, file),
  )
  const names = freeNames(missing, (file) => existsSync(target(file)))
  const files = missing.map((file, at) => ({ file, as: names[at]! }))
  const { journal } = openWriter({ directory: place.memory, state: place.state, loadScan: loadSecretScan })
  await copyMemories({ from: place.memory, files, to, journal, context })
  return files.length
}

function isSame(one: string, other: string, file: string): boolean {
  const [a, b] = [readMemoryBytes(one, file), readMemoryBytes(other, file)]
  return a !== undefined && b !== undefined && a.equals(b)
}

export interface MemoryPlace {
  memory: string
  state: string
}
