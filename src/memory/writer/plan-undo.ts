// What keeps a change from being taken back.

import { changesTexts } from '../../base/messages/changes.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { pathsTexts } from '../../base/messages/paths.ts'
import { attempt } from '../../base/values/attempt.ts'
import { contentHash } from '../../base/values/hash.ts'
import { readMemoryFile } from '../files/read-memory-file.ts'
import { readRefusal } from '../files/read-refusal.ts'
import type { LoggedChange } from '../history.ts'

/** What undoing these, in this order, would leave alone, and why; undefined for what would be taken back. */
export function planUndo(directory: string, changes: readonly LoggedChange[]): (Message | undefined)[] {
  const hashes = new Map<string, string | null>()
  return changes.map((change) => {
    const planned = hashes.get(change.file)
    const state = planned === undefined ? currentState(directory, change.file) : { hash: planned }
    const problem = undoProblem(change, state)
    if (!problem) hashes.set(change.file, change.before?.hash ?? null)
    return problem
  })
}

interface FileState {
  hash: string | null
  /** Something is there that is not read: a link, a pipe. */
  refused?: Message
}

export function undoProblem(change: LoggedChange, { hash, refused }: FileState): Message | undefined {
  if (change.undoneBy) return message(changesTexts.undoneAlready, { by: change.undoneBy })
  if (change.action === 'purge') return message(changesTexts.purgeIsFinal)
  if (refused) return message(pathsTexts.cannotBeRead, { file: change.file, reason: refused })
  return hash === (change.after?.hash ?? null)
    ? undefined
    : message(changesTexts.changedAgain, { file: change.file })
}

export function currentState(directory: string, file: string): FileState {
  const now = attempt(() => readMemoryFile(directory, file))
  if (now?.status === 'refused') return { hash: null, refused: readRefusal(now.reason) }
  return { hash: now?.status === 'read' ? contentHash(now.bytes) : null }
}
