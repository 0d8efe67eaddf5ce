// The condition for changing a file: this conversation has read it, and it is still what was read.

import { contentHash } from '../../base/values/hash.ts'
import type { FileAccess, FileInfo } from './file-access.ts'
import type { ReadState } from './read-state.ts'

type Seen = { ok: true; bytes: Buffer } | { ok: false; reason: string }

export async function asItWasRead(
  facts: FileInfo,
  path: string,
  access: FileAccess,
  readState: ReadState,
): Promise<Seen> {
  if (facts.kind !== 'file') return { ok: false, reason: `${path} is not an ordinary file.` }
  const record = readState.get(facts.realPath)
  if (!record) return { ok: false, reason: `${path} has not been read yet. Read it first.` }
  const changed = { ok: false, reason: `${path} has changed since it was read. Read it again.` } as const
  if (facts.mtimeMs !== record.mtimeMs) return changed
  const bytes = await access.read(facts.realPath)
  return contentHash(bytes) === record.hash ? { ok: true, bytes } : changed
}

/** After our own write the file counts as read. */
export async function rememberWritten(path: string, access: FileAccess, readState: ReadState): Promise<void> {
  const facts = await access.look(path)
  if (!facts) return
  const bytes = await access.read(facts.realPath)
  readState.set(facts.realPath, {
    mtimeMs: facts.mtimeMs,
    size: bytes.length,
    hash: contentHash(bytes),
    partial: false,
  })
}
