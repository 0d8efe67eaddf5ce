// What reaches the disk through the file operations, and in which order: for proofs of durability. Linux only.
import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type FileOps, nodeFileOps } from '../../src/base/files/file-ops.ts'

export interface FileEvent {
  call: 'open' | 'write' | 'fsync' | 'place' | 'remove'
  /** The file's or directory's; for `place` the new name. */
  path: string
  /** For `place`: the name that the file had. */
  from?: string
}

/** Runs the work with the product's own operations watched, whoever of its parts uses them. */
export async function traceFileOps(work: () => unknown): Promise<FileEvent[]> {
  const events: FileEvent[] = []
  const original = { ...nodeFileOps }
  Object.assign(nodeFileOps, watched(original, events))
  try {
    await work()
  } finally {
    Object.assign(nodeFileOps, original)
  }
  return events
}

function watched(ops: FileOps, events: FileEvent[]): Partial<FileOps> {
  const place = (act: (from: string, to: string) => void) => (from: string, to: string) => {
    const event: FileEvent = { call: 'place', path: realName(to), from: realName(from) }
    act(from, to)
    events.push(event)
  }
  return {
    open(path, flags, mode) {
      const fd = ops.open(path, flags, mode)
      events.push({ call: 'open', path: pathOf(fd) })
      return fd
    },
    write(fd, bytes, offset, length) {
      events.push({ call: 'write', path: pathOf(fd) })
      return ops.write(fd, bytes, offset, length)
    },
    writeAt(fd, bytes, position) {
      events.push({ call: 'write', path: pathOf(fd) })
      ops.writeAt(fd, bytes, position)
    },
    fsync(fd) {
      ops.fsync(fd)
      events.push({ call: 'fsync', path: pathOf(fd) })
    },
    unlink(path) {
      const event: FileEvent = { call: 'remove', path: realName(path) }
      ops.unlink(path)
      events.push(event)
    },
    rename: place(ops.rename),
    link: place(ops.link),
  }
}

function pathOf(fd: number): string {
  return readlinkSync(`/proc/self/fd/${fd}`)
}

/** The name itself may be a link, or missing. */
function realName(path: string): string {
  return join(realpathSync(dirname(path)), basename(path))
}

/**
 * The calls by which the content of the file that was written last under such a name came to be there, in order. `sync
 * directory` is the fsync of the directory that holds the name.
 */
export function wayToDisk(events: readonly FileEvent[], name: RegExp): string[] {
  const isLast = (event: FileEvent) =>
    name.test(event.path) && (event.call === 'place' || event.call === 'write')
  const last = events.findLast(isLast)
  if (!last) return []
  const written = last.from ?? last.path
  const began = events.findLastIndex((event) => event.call === 'open' && event.path === written)
  const way = events.slice(began).flatMap((event) => {
    if (event.path === dirname(last.path)) return event.call === 'fsync' ? ['sync directory'] : []
    if (event === last && event.call === 'place') return ['place']
    return event.path === written && event.call !== 'remove' ? [event.call] : []
  })
  return way.filter((call, at) => call !== way[at - 1])
}
