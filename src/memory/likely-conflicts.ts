// Pairs of memories that can hardly both be right, for a person: both are recalled, the newer first, until somebody says
// which. The one finder of `memdir inbox` and of dreams.

import { statementsOf } from '../base/statements/words.ts'
import type { Memory } from './memory.ts'
import { placeOf } from './memory-path.ts'
import { byLikelihood, conflictingStatements } from './sameness/conflicting-statements.ts'

export interface LikelyConflict {
  /** Another value, a negation, or the newer one says that something has changed. */
  readonly reason: 'value' | 'negation' | 'change'
  readonly older: ConflictingStatement
  readonly newer: ConflictingStatement
}

interface ConflictingStatement {
  readonly file: string
  /** The statement of that memory. */
  readonly text: string
}

/**
 * The likeliest first (few values, then the newest), each pair of files once. `memories`: those that are live. What is shared and what is private is
 * compared apart: nobody takes the one back by the other.
 */
export function findLikelyConflicts(memories: readonly Memory[]): LikelyConflict[] {
  const stated = memories.flatMap((memory) => {
    const time = Date.parse(memory.updated ?? memory.created ?? memory.modified)
    return statementsOf(withoutQuotations(memory.content)).map((text) => ({
      ...{ file: memory.file, place: placeOf(memory.file), text, time },
    }))
  })
  const places = [...new Set(stated.map((one) => one.place))]
  const conflicts = places.flatMap((place) =>
    conflictingStatements(stated.filter((one) => one.place === place)),
  )
  const found = new Map<string, LikelyConflict>()
  for (const { reason, older, newer } of conflicts.sort(byLikelihood)) {
    const key = [older.file, newer.file].sort().join('\n')
    if (!found.has(key)) found.set(key, { reason, older: saidBy(older), newer: saidBy(newer) })
  }
  return [...found.values()]
}

function saidBy({ file, text }: ConflictingStatement): ConflictingStatement {
  return { file, text }
}

/** Somebody's words or code: what is quoted was said by others, at another time. */
function withoutQuotations(text: string): string {
  let fence: string | undefined
  const own = text.split('\n').filter((line) => {
    const mark = /^[ \t]*(```|~~~)/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark === fence) fence = undefined
      return false
    }
    fence = mark
    return fence === undefined && !/^[ \t]*>/.test(line)
  })
  return own.join('\n')
}
