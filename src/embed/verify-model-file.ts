// The full check of a converted model, for `doctor`: loading checks only what it reads.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { MemdirError, systemCode } from '../lib/errors.ts'
import { readHeader } from './encoder.ts'
import { HEADER_BYTES } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'

/** False when the file is missing or not as it was written: delete it, it will be made again. */
export function verifyModelFile(path: string, spec: ModelSpec): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      const { sha256 } = readHeader(file, path, spec)
      const bytes = readFileSync(path).subarray(HEADER_BYTES)
      return createHash('sha256').update(bytes).digest('hex') === sha256
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || (MemdirError.is(error) && error.code === 'broken_file'))
      return false
    throw error
  }
}
