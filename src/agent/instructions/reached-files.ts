// Which instruction files a conversation was given because work reached them. Kept as notes in its log, so that a resumed
// conversation is not given them again.
import type { LogNote } from '../../models/log-line.ts'

const REACHED_NOTE = 'instructions'

export interface ReachedFiles {
  /** Real paths. */
  readonly files: readonly string[]
  set(files: readonly string[]): void
}

export function createReachedFiles(
  notes: readonly LogNote[],
  keep: (note: Pick<LogNote, 'kind' | 'data'>) => void,
): ReachedFiles {
  const last = notes.findLast(({ kind }) => kind === REACHED_NOTE)?.data as { files?: unknown } | undefined
  const read = Array.isArray(last?.files) ? last.files : []
  let files: readonly string[] = read.filter((file) => typeof file === 'string')
  return {
    get files() {
      return files
    },
    set(given) {
      if (given.length === 0 && files.length === 0) return
      files = [...given]
      keep({ kind: REACHED_NOTE, data: { files } })
    },
  }
}
