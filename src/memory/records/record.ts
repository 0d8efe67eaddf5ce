// A memory seen with its grading fields: what may merge with what, and how records look for others.

import { type Classified, isSeparate, kindOf, typeOf } from '../memory.ts'
import { placeOf } from '../memory-path.ts'
import type { NewMemory } from '../records.ts'

type Mergeable = Classified & Pick<NewMemory, 'file' | 'extra'>

/** Memories merge within one kind, never across types or out of shared memory, nor what is to stay separate. */
export function mayMerge(one: Mergeable, other: Mergeable): boolean {
  if (isSeparate(one) || isSeparate(other)) return false
  if (placeOf(one.file) !== placeOf(other.file) || kindOf(one) !== kindOf(other)) return false
  const [a, b] = [typeOf(one), typeOf(other)]
  return a === undefined || b === undefined || a === b
}
