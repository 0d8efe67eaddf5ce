// A file whose path somebody else gave, such as the transcript that an event names, opened to be read in pieces: a pipe
// there must keep nobody waiting, and a device or a file with a hole of terabytes nobody busy.
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { message } from '../messages/message.ts'
import { pathsTexts } from '../messages/paths.ts'
import { MemdirError } from '../values/errors.ts'

const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const MB = 1 << 20

/** Throws `io` for everything but a regular file of at most `most` bytes; close it. */
export async function openRegular(path: string, most: number): Promise<FileHandle> {
  const handle = await open(path, READ)
  const stat = await handle.stat()
  if (stat.isFile() && stat.size <= most) return handle
  await handle.close()
  const reason = stat.isFile()
    ? message(pathsTexts.fileTooLarge, { most: Math.floor(most / MB) })
    : message(pathsTexts.fileNotRegular)
  throw new MemdirError('io', message(pathsTexts.fileNotRead, { path, reason }))
}
