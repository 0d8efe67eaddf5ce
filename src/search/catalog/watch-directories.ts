// Tells when anything changes below a directory, for processes that live long. Watches directories, not files: a
// directory's watch reports edits of the files in it, and there are few of them.
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'

export interface Watching {
  close(): void
}

interface WatchOptions {
  /** Below the root, '' for itself; asked again after every change. */
  directories(): readonly string[]
  /** Once for changes that come together. */
  onChange(): void
  /** How long nothing must happen: a checkout writes many files. */
  quietMs?: number
}

/** What cannot be watched (too many, gone, a foreign file system) is not: searches look at directory times anyway. */
export function watchDirectories(root: string, options: WatchOptions): Watching {
  const { onChange, quietMs = 200 } = options
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const drop = (path: string) => {
    watchers.get(path)?.close()
    watchers.delete(path)
  }
  const follow = () => {
    const wanted = new Set(options.directories())
    for (const path of [...watchers.keys()]) if (!wanted.has(path)) drop(path)
    for (const path of wanted) {
      if (watchers.has(path)) continue
      const watcher = attempt(() => watch(join(root, path), { persistent: false }, changed))
      watcher?.on('error', () => drop(path))
      if (watcher) watchers.set(path, watcher)
    }
  }
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      follow()
      onChange()
    }, quietMs)
    timer.unref()
  }
  follow()
  return {
    close() {
      clearTimeout(timer)
      for (const path of [...watchers.keys()]) drop(path)
    },
  }
}
