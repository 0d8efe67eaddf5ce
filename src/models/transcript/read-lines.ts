// The lines of a file as they come, split on bytes, so that a character on a chunk's edge stays whole.
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { openRegular } from '../../base/files/open-regular.ts'

const CHUNK = 1 << 20
const NEWLINE = 10

export interface FileLine {
  text: string
  /** Byte offset of the line's start. */
  offset: number
  /** False for a last line without a line break: being written, or torn by a crash. */
  whole: boolean
}

export interface ReadLinesOptions {
  /** Start at this byte; the caller knows that a line begins there. */
  from?: number
  /** Read no further than this byte; the line that it cuts is given as not whole. */
  to?: number
  /** Longer lines are given as empty text: a broken file must not fill the memory. Default 64 MB. */
  maxLineBytes?: number
}

/** What a log may have, a compressed one unpacked: more is a bomb or a hole. */
const LOG_BYTES = 1 << 30

/**
 * Batches rather than single lines: a step of an async iterator per line costs more than parsing most of them. A file that
 * ends in `.gz` is unpacked; offsets are then those of its content.
 */
export async function* readLines(path: string, options: ReadLinesOptions = {}): AsyncGenerator<FileLine[]> {
  const file = await openRegular(path, LOG_BYTES)
  try {
    const handle = path.endsWith('.gz') ? await unpacked(file) : file
    yield* split(handle, options)
  } finally {
    await file.close()
  }
}

type Bytes = Pick<FileHandle, 'read'>

async function unpacked(file: FileHandle): Promise<Bytes> {
  const content = await promisify(gunzip)(await file.readFile(), { maxOutputLength: LOG_BYTES })
  return {
    async read(buffer: Buffer, offset: number, length: number, position: number) {
      return { bytesRead: content.copy(buffer, offset, position, position + length), buffer }
    },
  } as unknown as Bytes
}

async function* split(
  handle: Bytes,
  { from = 0, to = Number.POSITIVE_INFINITY, maxLineBytes: limit = 64 << 20 }: ReadLinesOptions,
): AsyncGenerator<FileLine[]> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, to - from)))
  let carried: Buffer[] = []
  let carriedBytes = 0
  let position = from
  let lineStart = from
  for (;;) {
    const length = Math.min(chunk.length, to - position)
    const { bytesRead } = length > 0 ? await handle.read(chunk, 0, length, position) : { bytesRead: 0 }
    if (bytesRead === 0) break
    position += bytesRead
    const lines: FileLine[] = []
    let at = 0
    for (
      let end = chunk.indexOf(NEWLINE, at);
      end >= 0 && end < bytesRead;
      end = chunk.indexOf(NEWLINE, at)
    ) {
      const length = carriedBytes + end - at
      const piece = chunk.subarray(at, end)
      const text = length > limit ? '' : carriedBytes === 0 ? piece.toString() : join(carried, piece)
      lines.push({ text, offset: lineStart, whole: true })
      lineStart += length + 1
      carried = []
      carriedBytes = 0
      at = end + 1
    }
    carriedBytes += bytesRead - at
    if (carriedBytes > limit) carried = []
    else if (at < bytesRead) carried.push(Buffer.from(chunk.subarray(at, bytesRead)))
    if (lines.length > 0) yield lines
  }
  if (carriedBytes > 0) {
    const text = carriedBytes > limit ? '' : Buffer.concat(carried).toString()
    yield [{ text, offset: lineStart, whole: false }]
  }
}

function join(carried: Buffer[], piece: Buffer): string {
  return Buffer.concat([...carried, piece]).toString()
}
