// Puts a converted file in place in one step: readers see the old one, the new one or none, never a part.
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { systemCode } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'

/** Several processes may do so at once: each writes its own temporary file, the last rename wins. */
export function writeModelFile(directory: string, path: string, bytes: Uint8Array): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}-${randomId()}.tmp`
  const file = openSync(temporary, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  try {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    if (!isTaken(error, path)) throw error
  }
}

/** Windows does not replace a file that is open: then another process has put it there and uses it already. */
function isTaken(error: unknown, path: string): boolean {
  return ['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error) ?? '') && existsSync(path)
}
