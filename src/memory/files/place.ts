// Whose memory a file is, by where it is below the memory directory. Each place has an index of its own.

import { INDEX_FILE } from '../memory-path.ts'
export interface Place {
  kind: 'private' | 'team'
  /** What the paths of its files begin with. */
  prefix: string
  index: string
  /** Other people read it: a secret refuses the write instead of being cut out. */
  isShared: boolean
}

const PRIVATE: Place = { kind: 'private', prefix: '', index: INDEX_FILE, isShared: false }
const TEAM: Place = { kind: 'team', prefix: 'team/', index: `team/${INDEX_FILE}`, isShared: true }

/** A file that has no name yet is private. */
export function placeOf(file: string | undefined): Place {
  return file?.startsWith(TEAM.prefix) ? TEAM : PRIVATE
}

/** The place as others see it, where all of the directory is theirs to read. */
export function sharedPlace(place: Place, shared: boolean): Place {
  return shared ? { ...place, isShared: true } : place
}

/** On systems that fold case, whoever writes into `team/` may find `Team/`; what is read from it is foreign either way. */
export function isTeamFile(file: string): boolean {
  return /^team\//i.test(file)
}

/** Paths in an index are relative to it. */
export function pathInPlace(file: string): string {
  return file.slice(placeOf(file).prefix.length)
}
