// Temporary file, fsync, rename, fsync of the directory: a crash leaves the old content or the new one.
import { constants } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type Liveness, livenessOf, ownIdentity } from '../processes/process-identity.ts'
import { attempt } from '../values/attempt.ts'
import { systemCode, withRealPaths } from '../values/errors.ts'
import { type Directory, makeDirectories, openDirectory } from './directory.ts'
import { type FileOps, nodeFileOps, writeAll } from './file-ops.ts'

const PREFIX = '.memdir-tmp-'
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** The name says whose it is, so that what a killed process left can be distinguished from what a running one still writes. */
export function temporaryName(): string {
  const { pid, start, world } = ownIdentity()
  // Unique here, and that is enough: nobody can be led to a file that must not be there yet.
  const moment = process.hrtime.bigint().toString(36)
  return `${PREFIX}${[pid, start, ...world.split('/'), moment].join('_')}`
}

/** `dead` where the name tells no owner: nothing that runs writes such a file. */
function ownerLiveness(name: string): Liveness {
  const [pid, start, host, boot, space, moment] = name.slice(PREFIX.length).split('_')
  if (start === undefined || moment === undefined) return 'dead'
  return livenessOf({ pid: Number(pid), start, world: `${host}/${boot}/${space}` })
}

/** Owners on other machines cannot be seen; none needs so long for a file. */
const FOREIGN_MS = 86_400_000

/** A temporary file that nobody will put in place any more. */
export function isAbandoned(ops: FileOps, path: string): boolean {
  const name = basename(path)
  if (!isTemporaryName(name)) return false
  const owner = ownerLiveness(name)
  if (owner !== 'unknown') return owner === 'dead'
  const stat = ops.find(path)
  return stat !== undefined && Date.now() - stat.mtimeMs > FOREIGN_MS
}

function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** Writes and syncs a new file (unless the caller syncs many at once). On failure nothing is left. */
export function writeTemporary(
  ops: FileOps,
  directory: Directory,
  name: string,
  bytes: Uint8Array,
  mode: number,
  sync = true,
): void {
  const fd = ops.open(directory.at(name), CREATE, mode)
  try {
    try {
      // The umask would take rights away that the file it replaces gives.
      if (mode & 0o077) ops.fchmod(fd, mode)
      writeAll(ops, fd, bytes)
      if (sync) ops.fsync(fd)
    } catch (error) {
      attempt(() => ops.close(fd))
      throw error
    }
    ops.close(fd)
  } catch (error) {
    unlinkQuietly(ops, directory.at(name))
    throw error
  }
}

/**
 * Puts the temporary file in place. With `exclusive` it fails with EEXIST where the target exists.
 * False when it is in place but the temporary name could not be removed: then the target counts two links until
 * somebody sweeps.
 */
export function placeTemporary(
  ops: FileOps,
  directory: Directory,
  temporary: string,
  target: string,
  exclusive: boolean,
): boolean {
  if (!exclusive) {
    ops.rename(directory.at(temporary), directory.at(target))
    return true
  }
  try {
    ops.link(directory.at(temporary), directory.at(target))
  } catch (error) {
    const code = systemCode(error)
    // File systems without hard links: the caller's own check under its lock has to do.
    if (code !== 'EPERM' && code !== 'ENOSYS' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error
    ops.rename(directory.at(temporary), directory.at(target))
    return true
  }
  return unlinkQuietly(ops, directory.at(temporary))
}

/** False when it is still there: a leftover is swept later; the first error is the one to tell. */
export function unlinkQuietly(ops: FileOps, path: string): boolean {
  try {
    ops.unlink(path)
    return true
  } catch (error) {
    return systemCode(error) === 'ENOENT'
  }
}

/** Removes what a crash or a failed call left. Only under the lock that covers the directory. */
export function sweepTemporaries(ops: FileOps, directory: Directory): void {
  for (const name of attempt(() => directory.list()) ?? [])
    if (isTemporaryName(name)) unlinkQuietly(ops, directory.at(name))
}

/** By device and inode. */
const swept = new Set<string>()

/** Once in a process and directory: a list for each of thousands of writes would cost more than they do. */
function sweepAbandoned(ops: FileOps, directory: Directory): void {
  const { dev, ino } = ops.fstat(directory.fd)
  const key = `${dev}:${ino}`
  if (swept.has(key)) return
  swept.add(key)
  for (const name of directory.list()) {
    if (!isTemporaryName(name)) continue
    const path = directory.at(name)
    if (isAbandoned(ops, path)) unlinkQuietly(ops, path)
  }
}

interface AtomicOptions {
  ops?: FileOps
  mode?: number
  /** False: whole or not at all for readers, but a power cut may lose it. For what can be made again. Default true. */
  durable?: boolean
  /** Fails with EEXIST where the file is there already. */
  exclusive?: boolean
}

interface BelowOptions extends AtomicOptions {
  /** The rights of directories that are made for it. Default 0700. */
  directoryMode?: number
}

/** For our own state files. The parent is made if it is missing. */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: AtomicOptions = {},
): void {
  const { ops = nodeFileOps } = options
  makeDirectories(ops, dirname(path))
  writeInto(openDirectory(ops, dirname(path), []), basename(path), content, options)
}

/** Below a directory that somebody else filled: no step of the path (with `/`) may be a link, and none is followed. */
export function writeFileBelow(
  root: string,
  path: string,
  content: string | Uint8Array,
  { directoryMode, ...options }: BelowOptions = {},
): void {
  const steps = path.split('/')
  const name = steps.pop()!
  const { ops = nodeFileOps } = options
  writeInto(openDirectory(ops, root, steps, { create: true, mode: directoryMode }), name, content, options)
}

function writeInto(
  directory: Directory,
  name: string,
  content: string | Uint8Array,
  { ops = nodeFileOps, mode = 0o600, durable = true, exclusive = false }: AtomicOptions,
): void {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  const temporary = temporaryName()
  try {
    attempt(() => sweepAbandoned(ops, directory))
    writeTemporary(ops, directory, temporary, bytes, mode, durable)
    try {
      placeTemporary(ops, directory, temporary, name, exclusive)
    } catch (error) {
      unlinkQuietly(ops, directory.at(temporary))
      throw error
    }
    if (durable) directory.sync()
  } catch (error) {
    throw withRealPaths(error)
  } finally {
    directory.close()
  }
}
