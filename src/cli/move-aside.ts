// Removing what is large or in use: first all of it is moved aside, each by one call that does it or does not, then it is
// deleted. Whoever looks meanwhile finds a file whole or not at all, and what could not be done is known by its path.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ioTexts } from '../base/messages/io.ts'
import { type Message, message } from '../base/messages/message.ts'
import { ioError, systemCode } from '../base/values/errors.ts'
import { randomId } from '../base/values/ids.ts'

const PREFIX = '.removed-'

export interface Removed {
  /** No longer where it was. */
  moved: string[]
  /** Still where it was. */
  failed: { path: string; reason: Message }[]
  /** Moved, but still on the disk. */
  left?: { path: string; reason: Message }
}

/** `directory`: on the same file system as the paths, which are in it. */
export function removeBelow(directory: string, paths: readonly string[]): Removed {
  const removed: Removed = { moved: [], failed: [] }
  if (paths.length === 0) return removed
  const aside = join(directory, `${PREFIX}${randomId()}`)
  try {
    mkdirSync(aside, { mode: 0o700 })
  } catch (error) {
    return { moved: [], failed: paths.map((path) => ({ path, reason: reasonOf(error) })) }
  }
  for (const [at, path] of paths.entries()) {
    try {
      renameSync(path, join(aside, `${at}-${basename(path)}`))
      removed.moved.push(path)
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') removed.failed.push({ path, reason: reasonOf(error) })
    }
  }
  try {
    rmSync(aside, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    return { ...removed, left: { path: aside, reason: reasonOf(error) } }
  }
  return removed
}

/** What an earlier removal moved and could not delete. */
export function isAside(name: string): boolean {
  return name.startsWith(PREFIX)
}

function reasonOf(error: unknown): Message {
  const { values, ...whole } = ioError(message(ioTexts.thisOperation), error).messages.message
  const { reason } = values
  return typeof reason === 'object' ? reason : { ...whole, values }
}
