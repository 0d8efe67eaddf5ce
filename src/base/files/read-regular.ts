// Reading what others put into place: a pipe or a device there must neither block nor fill the memory, and a link must
// not lead elsewhere unless the caller lets it.
import { constants, type Stats } from 'node:fs'
import { attempt } from '../values/attempt.ts'
import { systemCode } from '../values/errors.ts'
import { type FileOps, nodeFileOps } from './file-ops.ts'

/** Why something that is there was not read. */
export type ReadRefusal = 'link' | 'not_regular' | 'too_large'

type NotRead = { status: 'missing' } | { status: 'refused'; reason: ReadRefusal }
export type RegularRead = { status: 'read'; bytes: Buffer; stat: Stats } | NotRead

interface ReadRegularOptions {
  /** A larger file is refused. */
  most: number
  /** The last name of the path may be a link. */
  follow?: boolean
  ops?: FileOps
  /** Where the bytes go: a buffer of its own for each of 10,000 files costs more than reading them. */
  buffer?: (size: number) => Buffer
}

const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const NOFOLLOW = constants.O_NOFOLLOW ?? 0
const REFUSED_OPEN: Record<string, ReadRefusal> = {
  ELOOP: 'link',
  EMLINK: 'link',
  ENXIO: 'not_regular',
  EISDIR: 'not_regular',
}

/** Throws only what the system says about a file that may not be read, or a disk that fails. */
export function readRegularFile(path: string, options: ReadRegularOptions): RegularRead {
  const { ops = nodeFileOps, most, follow = false, buffer } = options
  return withRegular<RegularRead>(path, { ops, follow }, (fd, stat) =>
    stat.size > most
      ? { status: 'refused', reason: 'too_large' }
      : { status: 'read', bytes: readBytes(ops, fd, stat.size, buffer), stat },
  )
}

/** Opens a regular file for `work`, which reads what it wants of it. */
function withRegular<T>(
  path: string,
  { ops, follow }: { ops: FileOps; follow: boolean },
  work: (fd: number, stat: Stats) => T,
): T | NotRead {
  const opened = open(ops, path, follow)
  if (typeof opened !== 'number') return opened
  try {
    const stat = ops.fstat(opened)
    return stat.isFile() ? work(opened, stat) : { status: 'refused', reason: 'not_regular' }
  } finally {
    attempt(() => ops.close(opened))
  }
}

/** The first bytes of a regular file, or its last, however large it is; empty for everything else. */
export function readPart(path: string, most: number, part: 'first' | 'last'): string {
  const bytes = attempt(() =>
    withRegular(path, { ops: nodeFileOps, follow: true }, (fd, { size }) => {
      const length = Math.min(size, most)
      return readBytes(nodeFileOps, fd, length, undefined, part === 'first' ? 0 : size - length)
    }),
  )
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : ''
}

/** The bytes of a regular file of at most `most` bytes, also behind a link; undefined for everything else. */
export function readRegular(path: string, most: number): Buffer | undefined {
  const read = attempt(() => readRegularFile(path, { most, follow: true }))
  return read?.status === 'read' ? read.bytes : undefined
}

/** The same as text. */
export function readRegularText(path: string, most: number): string | undefined {
  return readRegular(path, most)?.toString('utf8')
}

function open(ops: FileOps, path: string, follow: boolean): number | NotRead {
  try {
    return ops.open(path, follow ? READ : READ | NOFOLLOW)
  } catch (error) {
    const code = systemCode(error) ?? ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return { status: 'missing' }
    const reason = REFUSED_OPEN[code]
    if (reason === undefined) throw error
    return { status: 'refused', reason }
  }
}

/** Never more than the file said that it has: some files of the system are without end. */
function readBytes(
  ops: FileOps,
  fd: number,
  size: number,
  buffer?: (size: number) => Buffer,
  from = 0,
): Buffer {
  const bytes = buffer ? buffer(size).subarray(0, size) : Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const count = ops.read(fd, bytes.subarray(length), from + length)
    if (count === 0) break
    length += count
  }
  return bytes.subarray(0, length)
}
