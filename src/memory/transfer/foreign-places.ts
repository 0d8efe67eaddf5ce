// Where a memory goes that this installation did not write: to a place of memories, which is no daily log, and in no
// directory that is called as a memory is (`x.md/y.md` cannot stand beside `x.md`).

import { foldName } from '../../base/paths/portable-name.ts'
import { nameAllocator } from '../writer/free-name.ts'
import type { ImportedMemory } from './formats/imported.ts'
import type { RestoredFile } from './formats/memdir-json.ts'

const TEAM_AND_LOGS = /^(?:(?:team|logs)\/)+/i
const LOGS = /^(?:logs\/)+/i
const UP_TO_FILE = /^.*\.md\/(?:.*\/)?/i

function amongMemories(file: string, reserved: RegExp): string {
  return file.replace(reserved, '').replace(UP_TO_FILE, '')
}

/** Whatever it says of its origin, it is an import; and nobody else puts it among what the team reads. */
export function asImported<M extends Pick<ImportedMemory, 'source' | 'file'>>(memory: M): M {
  const file = memory.file && amongMemories(memory.file, TEAM_AND_LOGS)
  return { ...memory, ...(file !== undefined && { file }), source: { ...memory.source, origin: 'import' } }
}

/** The same of one that the person vouches for: its origin stays, and it may go to the team. */
export function asPlaced<M extends Pick<ImportedMemory, 'file'>>(memory: M): M {
  return memory.file === undefined ? memory : { ...memory, file: amongMemories(memory.file, LOGS) }
}

/**
 * What the person vouches for keeps its name where it can. The same document always gives the same names. `beside`: what
 * else comes with it.
 */
export function withPlaces(
  files: readonly RestoredFile[],
  beside: readonly Pick<RestoredFile, 'file'>[],
): RestoredFile[] {
  const places = files.map((one) => ({ one, file: amongMemories(one.file, LOGS) }))
  const names = places.flatMap(({ one, file }) => (file === one.file ? [file] : []))
  const kept = new Set([...names, ...beside.map(({ file }) => file)].map(foldName))
  const freeName = nameAllocator((file) => kept.has(foldName(file)))
  return places.map(({ one, file }) => (file === one.file ? one : { ...one, file: freeName(file) }))
}
