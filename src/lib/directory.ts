// A directory held by a descriptor, so that what is checked is what is written to.
//
// On Linux every step from the root down is opened relative to the descriptor above it (`/proc/self/fd/N/name`) and
// without following links: a directory swapped for a link in mid-way makes the step fail. Elsewhere there is no such
// path, so the real path is compared before and after; a race of microseconds remains there.
import { constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { MemdirError, systemCode } from './errors.ts'
import type { FileOps } from './file-ops.ts'

export interface Directory {
  readonly fd: number
  /** The path of an entry, through the descriptor where the platform can. */
  at(name: string): string
  sync(): void
  close(): void
}

const THROUGH_DESCRIPTORS = process.platform === 'linux' && existsSync('/proc/self/fd')
const OPEN = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)

export interface OpenDirectoryOptions {
  /** Make missing steps, with mode 0700. */
  create?: boolean
}

/** Opens `root/steps…`. The root may be reached through links; no step below it may be one. */
export function openDirectory(
  ops: FileOps,
  root: string,
  steps: readonly string[],
  options: OpenDirectoryOptions = {},
): Directory {
  let here = openStep(ops, ops.realpath(root))
  try {
    for (const step of steps) {
      const next = openChild(ops, here, step, options.create ?? false)
      here.close()
      here = next
    }
    return here
  } catch (error) {
    here.close()
    throw error
  }
}

function openChild(ops: FileOps, parent: Directory, step: string, create: boolean): Directory {
  try {
    return openStep(ops, parent.at(step))
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ELOOP' || code === 'ENOTDIR') {
      throw new MemdirError('refused_path', `"${step}" is a link or a file, not a directory`, {
        cause: error,
      })
    }
    if (code !== 'ENOENT' || !create) throw error
  }
  try {
    ops.mkdir(parent.at(step), 0o700)
    parent.sync()
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
  return openStep(ops, parent.at(step))
}

function openStep(ops: FileOps, path: string): Directory {
  const fd = ops.open(path, OPEN)
  let open = true
  return {
    fd,
    at: (name) => (THROUGH_DESCRIPTORS ? `/proc/self/fd/${fd}/${name}` : join(path, name)),
    // Some platforms cannot sync a directory; they order renames themselves.
    sync: () => {
      try {
        ops.fsync(fd)
      } catch (error) {
        const code = systemCode(error)
        if (code !== 'EINVAL' && code !== 'EISDIR' && code !== 'EPERM') throw error
      }
    },
    close: () => {
      if (open) ops.close(fd)
      open = false
    },
  }
}
