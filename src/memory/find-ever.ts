// The memory that is meant by an id or a file name, also where it was removed: then as it was last.

import { message } from '../base/messages/message.ts'
import { storeTexts } from '../base/messages/store.ts'
import { MemdirError } from '../base/values/errors.ts'
import { bytesOf } from './change.ts'
import { isOfMemory, type LoggedChange, readLog } from './history.ts'
import type { Memory } from './memory.ts'
import { parseMemory } from './memory-file.ts'
import type { MemoryStore } from './memory-store.ts'

/** Throws as `store.find` does. */
export function findEver(store: MemoryStore, reference: string): Memory {
  try {
    return store.find(reference)
  } catch (error) {
    if (!MemdirError.is(error) || error.code !== 'not_found') throw error
    const removed = findRemoved(readLog(store.writer), reference)
    if (!removed) throw error
    return removed
  }
}

/** `log`: newest first. By id or file, else by a beginning of an id that no other removed memory has. */
function findRemoved(log: readonly LoggedChange[], reference: string): Memory | undefined {
  const exact = log.find((change) => isOfMemory(change, reference))
  if (exact) return lastVersion(log, exact)
  const alike = new Map(
    log.flatMap((change) =>
      reference !== '' && change.memory?.startsWith(reference) ? [[change.memory, change] as const] : [],
    ),
  )
  const [only, ...others] = alike.values()
  if (only && others.length === 0) return lastVersion(log, only)
  if (!only) return undefined
  const matches = [...alike].slice(0, 5).map(([id, { file }]) => `${id} (${file})`)
  throw new MemdirError(
    'ambiguous',
    message(storeTexts.ambiguousMemory, { reference, matches: matches.join(', ') }),
    {
      fix: message(storeTexts.giveMoreOfId),
    },
  )
}

function lastVersion(log: readonly LoggedChange[], { memory, file }: LoggedChange): Memory | undefined {
  const own = log.filter((change) => change.file === file || (memory && change.memory === memory))
  for (const change of own) {
    const bytes = bytesOf(change.after) ?? bytesOf(change.before)
    if (bytes) return parseMemory(bytes, { file: change.file, modified: new Date(change.time) })
  }
  return undefined
}
