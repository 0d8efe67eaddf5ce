// Temporary file, fsync, rename, fsync of the directory: a crash leaves the old content or the new one.
import { constants, mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type Directory, openDirectory } from './directory.ts'
import { systemCode } from './errors.ts'
import { type FileOps, nodeFileOps, writeAll } from './file-ops.ts'
import { randomId } from './ids.ts'

const PREFIX = '.memdir-tmp-'
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

export function temporaryName(): string {
  return `${PREFIX}${randomId(12)}`
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** Writes and syncs a new file. On failure nothing is left. */
export function writeTemporary(
  ops: FileOps,
  directory: Directory,
  name: string,
  bytes: Uint8Array,
  mode: number,
): void {
  const fd = ops.open(directory.at(name), CREATE, mode)
  try {
    writeAll(ops, fd, bytes)
    ops.fsync(fd)
  } catch (error) {
    closeQuietly(ops, fd)
    unlinkQuietly(ops, directory.at(name))
    throw error
  }
  ops.close(fd)
}

/** Puts the temporary file in place. With `exclusive` it fails with EEXIST where the target exists. */
export function placeTemporary(
  ops: FileOps,
  directory: Directory,
  temporary: string,
  target: string,
  exclusive: boolean,
): void {
  if (!exclusive) {
    ops.rename(directory.at(temporary), directory.at(target))
    return
  }
  try {
    ops.link(directory.at(temporary), directory.at(target))
  } catch (error) {
    const code = systemCode(error)
    // File systems without hard links: the caller's own check under its lock has to do.
    if (code !== 'EPERM' && code !== 'ENOSYS' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error
    ops.rename(directory.at(temporary), directory.at(target))
    return
  }
  unlinkQuietly(ops, directory.at(temporary))
}

export function unlinkQuietly(ops: FileOps, path: string): void {
  try {
    ops.unlink(path)
  } catch {
    // A leftover is swept later; the first error is the one to tell.
  }
}

function closeQuietly(ops: FileOps, fd: number): void {
  try {
    ops.close(fd)
  } catch {
    // The first error is the one to tell.
  }
}

/** For our own state files. The parent is made if it is missing. */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: { ops?: FileOps; mode?: number } = {},
): void {
  const ops = options.ops ?? nodeFileOps
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const directory = openDirectory(ops, dirname(path), [])
  const temporary = temporaryName()
  try {
    writeTemporary(ops, directory, temporary, bytes, options.mode ?? 0o600)
    try {
      placeTemporary(ops, directory, temporary, basename(path), false)
    } catch (error) {
      unlinkQuietly(ops, directory.at(temporary))
      throw error
    }
    directory.sync()
  } finally {
    directory.close()
  }
}
