// A file of the project that memdir changes for the person. Whoever made the repository put what is there, and must not
// lead the write elsewhere: a plain file with one name, in plain directories, or nothing (base/files/read-below).
import { join } from 'node:path'
import { writeFileBelow } from '../files/atomic-write.ts'
import { nodeFileOps } from '../files/file-ops.ts'
import { type Refusal, readBelow } from '../files/read-below.ts'
import { type Message, message } from '../messages/message.ts'
import { trustTexts } from '../messages/trust.ts'
import { printableLine } from '../text/invisible.ts'
import { REFUSAL_REASONS } from '../trust/trust-notice.ts'
import { attempt } from '../values/attempt.ts'
import { MemdirError } from '../values/errors.ts'

interface ReadProjectFile {
  bytes: Buffer
  mode: number
}

/** More is nothing that a person edits. */
const MOST_BYTES = 1_000_000

/** `path`: relative to the project's root, with `/`. Undefined where there is nothing; throws what must not be changed. */
export function readProjectFile(root: string, path: string): ReadProjectFile | undefined {
  const read = readBelow(root, path, MOST_BYTES)
  if (read.status === 'missing') return undefined
  if (read.status === 'refused') throw refused(root, path, read.at ?? path, read.reason)
  if (read.stat.nlink > 1) throw refused(root, path, path, 'linked')
  return { bytes: read.bytes, mode: read.stat.mode & 0o777 }
}

/** Only after `readProjectFile`: what is looked at there is not looked at again, but no link is followed here either. */
export function writeProjectFile(root: string, path: string, text: string, mode = 0o644): void {
  writeFileBelow(root, path, text, { mode, directoryMode: 0o755 })
}

function refused(root: string, path: string, at: string, reason: Refusal | 'linked'): MemdirError {
  return new MemdirError(
    'refused_path',
    message(trustTexts.notWritten, { path: join(root, path), reason: reasonOf(join(root, at), reason) }),
    { fix: message(trustTexts.notWrittenFix, { at: join(root, at) }) },
  )
}

function reasonOf(at: string, reason: Refusal | 'linked'): Message {
  if (reason === 'linked') return message(trustTexts.hasOtherNames)
  const target = reason === 'link' ? attempt(() => nodeFileOps.readlink(at)) : undefined
  return target === undefined
    ? message(REFUSAL_REASONS[reason])
    : message(trustTexts.leadsElsewhere, { at, target: printableLine(target).slice(0, 200) })
}
