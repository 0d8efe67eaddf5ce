// Which files have changed since they were last looked at. They are looked at between messages: nothing runs meanwhile.
import { statSync } from 'node:fs'
import { attempt } from '../../base/values/attempt.ts'

interface FileChange {
  file_path: string
  event: 'add' | 'change' | 'unlink'
}

interface WatchedFiles {
  /** From how it is now: whoever changed it until here knows. */
  watch(path: string): void
  takeChanges(): FileChange[]
}

const MOST_FILES = 1_000

export function watchFiles(paths: Iterable<string> = []): WatchedFiles {
  const seen = new Map<string, string | undefined>()
  const watch = (path: string) => {
    if (seen.has(path) || seen.size < MOST_FILES) seen.set(path, lookAt(path))
  }
  for (const path of paths) watch(path)
  return {
    watch,
    takeChanges() {
      const changes: FileChange[] = []
      for (const [file_path, before] of seen) {
        const now = lookAt(file_path)
        if (now === before) continue
        seen.set(file_path, now)
        changes.push({ file_path, event: changeOf(before, now) })
      }
      return changes
    },
  }
}

function changeOf(before: string | undefined, now: string | undefined): FileChange['event'] {
  if (before === undefined) return 'add'
  return now === undefined ? 'unlink' : 'change'
}

function lookAt(path: string): string | undefined {
  const stat = attempt(() => statSync(path, { bigint: true }))
  return stat?.isFile() ? `${stat.mtimeNs} ${stat.size} ${stat.ino}` : undefined
}
