// The memory files of a large directory, each with what tells its state from the next. Only names are listed, and every
// name is asked once: what kind of entry it is comes with the answer.

import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { attempt } from '../../base/values/attempt.ts'
import { isLogFile } from '../daily-log.ts'
import { isMemoryName, MAX_DEPTH } from '../memory-path.ts'
import { type Stamps, WIDTH } from './snapshot-file.ts'

interface StampedFiles {
  files: string[]
  stamps: Stamps
}

export interface Where {
  /** All that the directory itself holds. */
  names: readonly string[]
  /**
   * The name of the directory, where it is opened by another. Asking by its name is quicker, and no harm where somebody
   * puts another in its place: then the stamps differ, and what differs is read by the other.
   */
  plain?: string
}

/** The same files in the same order as `listMemoryFiles`. */
export function stampedFiles(directory: string, { names: root, plain = directory }: Where): StampedFiles {
  const files: string[] = []
  let stamps = new Float64Array()
  const visit = (names: readonly string[], prefix: string, depth: number) => {
    stamps = withRoom(stamps, WIDTH * (files.length + names.length))
    for (const name of names) {
      if (name.startsWith('.')) continue
      const file = prefix + name
      const stat = look(`${plain}/${file}`)
      if (stat?.isDirectory()) {
        const below = () => attempt(() => readdirSync(`${directory}/${file}`)) ?? []
        if (depth < MAX_DEPTH) visit(below(), `${file}/`, depth + 1)
      } else if (isMemoryName(name) && stat?.isFile() !== false && !isLogFile(file)) {
        setStamp(stamps, WIDTH * files.length, stat)
        files.push(file)
      }
    }
  }
  visit(root, '', 1)
  return { files, stamps }
}

function withRoom(stamps: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  if (length <= stamps.length) return stamps
  const longer = new Float64Array(length)
  longer.set(stamps)
  return longer
}

const QUIET = { throwIfNoEntry: false } as const

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, QUIET)
  } catch {
    return undefined
  }
}

function setStamp(stamps: Float64Array, at: number, stat: Stats | undefined): void {
  stamps[at] = stat ? stat.size : Number.NaN
  stamps[at + 1] = stat ? stat.mtimeMs : Number.NaN
  stamps[at + 2] = stat ? stat.ctimeMs : Number.NaN
  stamps[at + 3] = stat ? stat.ino : Number.NaN
}
