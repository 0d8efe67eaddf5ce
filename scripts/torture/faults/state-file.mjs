// The file that the processes under fault injection share: two counters, then a record per call (see shim.c).
import { closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs'

export const HEADER_BYTES = 128
export const RECORD_BYTES = 128
export const RECORDS = 8192

export function makeStateFile(path) {
  const file = openSync(path, 'w', 0o600)
  ftruncateSync(file, HEADER_BYTES + RECORDS * RECORD_BYTES)
  closeSync(file)
}

/** How many calls changed the disk, how many of them were made to fail, and what they were. */
export function readStateFile(path) {
  const bytes = readFileSync(path)
  const count = Number(bytes.readBigUInt64LE(0))
  const calls = Array.from({ length: Math.min(count, RECORDS) }, (_, i) => {
    const record = bytes.subarray(HEADER_BYTES + i * RECORD_BYTES, HEADER_BYTES + (i + 1) * RECORD_BYTES)
    return record.toString('utf8', 0, record.indexOf(0))
  })
  return { count, faults: Number(bytes.readBigUInt64LE(8)), calls }
}
