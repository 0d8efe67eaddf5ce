// Names that are two files here and one on another system: a directory that is synchronised or cloned there would lose
// one of them. A new name is folded to the usual form of its accents, or to the one that is there; where only the case
// differs it is refused.

import { type Message, message } from '../../base/messages/message.ts'
import { pathsTexts } from '../../base/messages/paths.ts'
import { foldName } from '../../base/paths/portable-name.ts'
import { INDEX_FILE } from '../memory-path.ts'
import type { NamesIn } from './folded-names.ts'

export interface SiblingNames {
  /** The name in this directory that some system takes for the given one, that very name first. */
  like(directory: string, name: string): string | undefined
}

export type NewName = { status: 'free'; file: string } | { status: 'taken'; reason: Message }

/** `without`: files that the same change removes. */
export function siblingNames(namesIn: NamesIn, without: ReadonlySet<string> = new Set()): SiblingNames {
  return {
    like(directory, name) {
      const same = namesIn(directory)
        .like(name)
        .filter((other) => other === INDEX_FILE || !without.has(pathIn(directory, other)))
      const composed = name.normalize('NFC')
      return (
        same.find((other) => other === name) ??
        same.find((other) => other.normalize('NFC') === composed) ??
        same[0]
      )
    },
  }
}

/** Whether a new file could not have this name: some system takes it for one that is there. */
export function isTaken(file: string, siblings: SiblingNames): boolean {
  const found = newName(file, siblings)
  if (found.status === 'taken') return true
  return siblings.like(directoryOf(found.file), baseOf(found.file)) !== undefined
}

/** Step by step: a directory that differs only in case is one directory elsewhere. */
export function newName(file: string, siblings: SiblingNames): NewName {
  let path = ''
  for (const step of file.split('/')) {
    const name = step.normalize('NFC')
    const other = siblings.like(path, step)
    if (other !== undefined && other.normalize('NFC') !== name) {
      const isIndex = foldName(name) === foldName(INDEX_FILE)
      const reason = isIndex ? message(pathsTexts.nameIsIndex) : message(pathsTexts.nameCollides, { other })
      return { status: 'taken', reason }
    }
    path = pathIn(path, other ?? name)
  }
  return { status: 'free', file: path }
}

function pathIn(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}

function baseOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}
