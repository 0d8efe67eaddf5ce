// Reading what others put into place: a pipe or a device there must neither block nor fill the memory.
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { attempt } from './attempt.ts'

const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The bytes of a regular file of at most `most` bytes; undefined for everything else. */
export function readRegular(path: string, most: number): Buffer | undefined {
  // Asked before it is opened: opening alone can make a device act.
  if (!attempt(() => statSync(path, { throwIfNoEntry: false })?.isFile())) return undefined
  const fd = attempt(() => openSync(path, READ))
  if (fd === undefined) return undefined
  try {
    // Asked again: another thing may stand there by now.
    const facts = fstatSync(fd)
    return facts.isFile() && facts.size <= most ? readBytes(fd, facts.size) : undefined
  } catch {
    return undefined
  } finally {
    closeSync(fd)
  }
}

/** Never more than the file said that it has: some files of the system are without end. */
function readBytes(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const count = readSync(fd, bytes, length, size - length, length)
    if (count === 0) break
    length += count
  }
  return bytes.subarray(0, length)
}
