// The file-system calls of everything that writes. One small object: the seam for fault injection in tests
// (tests run as root, where permissions deny nothing) and for platforms.
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'

export interface FileOps {
  open(path: string, flags: number, mode?: number): number
  close(fd: number): void
  write(fd: number, bytes: Uint8Array, offset: number, length: number): number
  /** Writes all of it over what is at this place in the file. */
  writeAt(fd: number, bytes: Uint8Array, position: number): void
  /** Reads at a place in the file; how many bytes were there. */
  read(fd: number, bytes: Uint8Array, position: number): number
  /** The whole file behind a descriptor or path. */
  readFile(pathOrFd: string | number): Buffer
  fsync(fd: number): void
  /** Makes all that was written to the file system of this path durable at once; false where that cannot be done. */
  syncAll?(path: string): boolean
  rename(from: string, to: string): void
  link(from: string, to: string): void
  unlink(path: string): void
  mkdir(path: string, mode: number): void
  lstat(path: string): Stats
  /** The same; undefined where nothing is: an error for each of thousands of new names costs more than making them. */
  find(path: string): Stats | undefined
  fstat(fd: number): Stats
  ftruncate(fd: number, length: number): void
  fchmod(fd: number, mode: number): void
  readdir(path: string): string[]
  realpath(path: string): string
  symlink(target: string, path: string): void
  readlink(path: string): string
}

export const nodeFileOps: FileOps = {
  open: (path, flags, mode) => openSync(path, flags, mode),
  close: (fd) => closeSync(fd),
  write: (fd, bytes, offset, length) => writeSync(fd, bytes, offset, length),
  writeAt: (fd, bytes, position) => {
    for (let done = 0; done < bytes.length; )
      done += writeSync(fd, bytes, done, bytes.length - done, position + done)
  },
  read: (fd, bytes, position) => readSync(fd, bytes, 0, bytes.length, position),
  readFile: (pathOrFd) => readFileSync(pathOrFd),
  fsync: (fd) => fsyncSync(fd),
  syncAll: (path) => {
    // syncfs(2), which Node does not offer: one program start instead of thousands of waits.
    if (process.platform !== 'linux') return false
    const { spawnSync } = process.getBuiltinModule('node:child_process')
    return spawnSync('sync', ['-f', '--', path], { stdio: 'ignore', timeout: 60_000 }).status === 0
  },
  rename: (from, to) => renameSync(from, to),
  link: (from, to) => linkSync(from, to),
  unlink: (path) => unlinkSync(path),
  mkdir: (path, mode) => {
    mkdirSync(path, { mode })
  },
  lstat: (path) => lstatSync(path),
  find: (path) => lstatSync(path, { throwIfNoEntry: false }),
  fstat: (fd) => fstatSync(fd),
  ftruncate: (fd, length) => ftruncateSync(fd, length),
  fchmod: (fd, mode) => fchmodSync(fd, mode),
  readdir: (path) => readdirSync(path),
  realpath: (path) => realpathSync.native(path),
  symlink: (target, path) => symlinkSync(target, path),
  readlink: (path) => readlinkSync(path),
}

/** Writes all bytes: one `write` may take fewer. */
export function writeAll(ops: FileOps, fd: number, bytes: Uint8Array): void {
  let offset = 0
  while (offset < bytes.length) offset += ops.write(fd, bytes, offset, bytes.length - offset)
}
