// The first bytes of a file of vectors or of their signs: what it contains, and of which catalog.
import { constants } from 'node:fs'
import { nodeFileOps as ops } from '../../base/files/file-ops.ts'
import { systemCode } from '../../base/values/errors.ts'

/** What the file contains: whole vectors, or their signs (sign-file.ts). */
const MAGIC = { vectors: 0x6d647631, signs: 0x6d647331 }
type VectorFileKind = keyof typeof MAGIC
export const VECTOR_HEADER_BYTES = 64

export interface VectorHeader {
  count: number
  dimensions: number
  /** The catalog's generation. */
  generation: number
  /** Random, another one whenever the file is written again. */
  epoch: bigint
}

export function headerBytes(
  { count, dimensions, generation, epoch }: VectorHeader,
  kind: VectorFileKind = 'vectors',
): Uint8Array {
  const header = new DataView(new ArrayBuffer(VECTOR_HEADER_BYTES))
  header.setUint32(0, MAGIC[kind])
  header.setUint32(4, count)
  header.setUint32(8, dimensions)
  header.setFloat64(16, generation)
  header.setBigUint64(24, epoch)
  return new Uint8Array(header.buffer)
}

/** Undefined for a file that is not of this kind. */
export function readVectorHeader(fd: number, kind: VectorFileKind = 'vectors'): VectorHeader | undefined {
  const header = new DataView(new ArrayBuffer(VECTOR_HEADER_BYTES))
  const got = readFully(fd, new Uint8Array(header.buffer), 0)
  if (got < VECTOR_HEADER_BYTES || header.getUint32(0) !== MAGIC[kind]) return undefined
  return {
    count: header.getUint32(4),
    dimensions: header.getUint32(8),
    generation: header.getFloat64(16),
    epoch: header.getBigUint64(24),
  }
}

/** For reading; undefined where there is none. */
export function openExisting(path: string): number | undefined {
  try {
    return ops.open(path, constants.O_RDONLY)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

export function closing<T>(fd: number, use: () => T): T {
  try {
    return use()
  } finally {
    ops.close(fd)
  }
}

/** How many bytes there were: one read may give fewer. */
export function readFully(fd: number, bytes: Uint8Array, position: number): number {
  let done = 0
  while (done < bytes.length) {
    const got = ops.read(fd, bytes.subarray(done), position + done)
    if (got === 0) break
    done += got
  }
  return done
}
