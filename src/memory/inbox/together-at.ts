// One change in several places: each has its own lock and journal, and all of it happens or none.
import type { MemoryContext } from '../memory-context.ts'
import type { Within } from '../state-change.ts'
import type { Transaction } from '../writer/transaction.ts'

/** `work` is given the transactions of the places beside, by their kind. */
export function togetherAt<T>(
  transaction: Transaction,
  beside: readonly Pick<MemoryContext, 'place' | 'store'>[],
  work: (within: Within) => Promise<T>,
): Promise<T> {
  const nest = (left: typeof beside, parts: Within['parts']): Promise<T> => {
    const [next, ...rest] = left
    if (!next) return work({ transaction, parts })
    return next.store.writer.together((part) => nest(rest, new Map([...parts, [next.place.kind, part]])), {
      within: transaction,
    })
  }
  return nest(beside, new Map())
}
