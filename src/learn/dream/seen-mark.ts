import type { Memory } from '../../memory/memory.ts'

const LENGTH = 16

/** What tells whether a model has seen a memory as it is. */
export function seenMark({ hash }: Pick<Memory, 'hash'>): string {
  return hash.slice(0, LENGTH)
}
