// V8's code cache of our own chunks, in the person's config home: what was compiled once is not compiled again by the
// next process. V8 runs what such a file says, so only a file that this user wrote, here, is taken.
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'

/** A code cache belongs to these, and to nothing else. */
export interface CacheKey {
  directory: string
  /** What was started: the hook, or a command. */
  name: string
  /** The hash of all chunks: V8 itself compares no more of a source than its length. */
  build: string
}

export interface CodeCache {
  /** Chunk → what V8 made of it. */
  chunks: Map<string, Buffer>
  /** How often it was made so far, and when last. */
  times: number
  madeMs: number
}

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0
/** Opening a named pipe would wait for its writer. */
const NO_WAIT = constants.O_NONBLOCK ?? 0
const WRITABLE_BY_OTHERS = 0o022
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS
/** V8 copies data that does not begin at a multiple of this. */
const ALIGNMENT = 8

interface Header {
  build: string
  /** The file that it was written to: one that came by git or from an archive has another. */
  inode: number
  times: number
  chunks: [name: string, bytes: number][]
}

/** Undefined where there is none that can be trusted and used. */
export function readCodeCache(key: CacheKey): CodeCache | undefined {
  try {
    const file = openSync(pathOf(key), constants.O_RDONLY | NO_FOLLOW | NO_WAIT)
    try {
      const stat = fstatSync(file)
      if (!isOwn(stat)) return undefined
      const bytes = Buffer.allocUnsafeSlow(stat.size)
      if (readSync(file, bytes, 0, stat.size, 0) !== stat.size) return undefined
      return decode(bytes, key.build, stat)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** On Windows the config home is in the profile, which has no other writers. */
function isOwn(stat: Stats): boolean {
  if (!stat.isFile()) return false
  const user = process.getuid?.()
  return user === undefined || (stat.uid === user && (stat.mode & WRITABLE_BY_OTHERS) === 0)
}

/**
 * Everything is there twice: V8 checks no sum, and crashes on a damaged cache. Comparing costs a sixth of any sum that
 * a starting process could calculate.
 */
function decode(bytes: Buffer, build: string, stat: Stats): CodeCache | undefined {
  const half = bytes.length / 2
  if (bytes.compare(bytes, half, bytes.length, 0, half) !== 0) return undefined
  const start = 4 + bytes.readUInt32LE(0)
  const header = JSON.parse(bytes.toString('utf8', 4, start)) as Header
  if (header.build !== build || header.inode !== stat.ino) return undefined
  const chunks = new Map<string, Buffer>()
  let at = start
  for (const [name, size] of header.chunks) {
    chunks.set(name, bytes.subarray(at, at + size))
    at += aligned(size)
  }
  return { chunks, times: header.times, madeMs: stat.mtimeMs }
}

/** Best effort: without it the next process compiles again. The config home must be there; only its `code/` is made. */
export function writeCodeCache(key: CacheKey, times: number, chunks: ReadonlyMap<string, Buffer>): void {
  makeDirectory(key.directory)
  const temporary = `${pathOf(key)}.${process.pid}.tmp`
  const file = openSync(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW,
    0o600,
  )
  try {
    try {
      const bytes = encode({ build: key.build, inode: fstatSync(file).ino, times }, chunks)
      if (writeSync(file, bytes) !== bytes.length) throw new Error('the disk is full')
    } finally {
      closeSync(file)
    }
    renameSync(temporary, pathOf(key))
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  removeOld(key)
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function encode(header: Omit<Header, 'chunks'>, chunks: ReadonlyMap<string, Buffer>): Buffer {
  const sizes = [...chunks].map(([name, { length }]): [string, number] => [name, length])
  const text = Buffer.from(JSON.stringify({ ...header, chunks: sizes }))
  const start = aligned(4 + text.length)
  const half = sizes.reduce((sum, [, size]) => sum + aligned(size), start)
  const bytes = Buffer.alloc(2 * half)
  bytes.writeUInt32LE(start - 4, 0)
  bytes.fill(' ', 4, start).set(text, 4)
  let at = start
  for (const chunk of chunks.values()) {
    bytes.set(chunk, at)
    at += aligned(chunk.length)
  }
  bytes.copyWithin(half, 0, half)
  return bytes
}

/** Which functions a process needs is only known when it has run; so it is made again after 1, 2, 4 … minutes. */
export function isDueAgain({ times, madeMs }: CodeCache, nowMs: number): boolean {
  return nowMs - madeMs > MINUTE_MS * 2 ** (times - 1)
}

/** Removes what other versions made, and what a killed process left. */
function removeOld({ directory, build }: CacheKey): void {
  for (const name of readdirSync(directory)) {
    const path = `${directory}/${name}`
    if (!name.includes(build) || name.endsWith('.tmp'))
      if (Date.now() - statSync(path).mtimeMs > WEEK_MS) rmSync(path, { force: true })
  }
}

function pathOf({ directory, name, build }: CacheKey): string {
  return `${directory}/${name}-${build}-${process.version}-${process.arch}`
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
}
