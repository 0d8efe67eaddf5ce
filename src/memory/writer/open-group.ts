// Writes of one memory directory that are made together or not at all, and what those who follow the writes are told of them.
import type { WrittenBy } from '../writer.ts'
import type { OpenTransaction, Transaction, Transactions } from './transaction.ts'
import type { WriterIo } from './write-step.ts'

interface Beginning {
  /** Part of that of another memory directory, which is taken first. */
  within: Transaction | undefined
  /** Under the lock, recovered. */
  exclusively<T>(work: () => T | Promise<T>): Promise<T>
}

interface WriteGroup {
  /** The one that is open. */
  current(): OpenTransaction | undefined
  /** Told once it counts. */
  note(transaction: Transaction, written: WrittenBy): void
  /** What it gives can be begun more than once: only what was written the last time is told. */
  prepare<T>(
    work: (transaction: Transaction) => Promise<T>,
    beginning: Beginning,
  ): Promise<() => Promise<{ result: T; written: readonly WrittenBy[] }>>
}

/** What only a group runs is loaded by the first one. */
export function openGroup(io: WriterIo, state: string): WriteGroup {
  let transactions: Transactions | undefined
  const told = new WeakMap<object, WrittenBy[]>()
  return {
    current: () => transactions?.current(),
    note: (transaction, written) => void told.get(transaction)?.push(written),
    async prepare<T>(work: (transaction: Transaction) => Promise<T>, { within, exclusively }: Beginning) {
      const { openTransactions, partOf } = await import('./transaction.ts')
      transactions ??= openTransactions(io, state)
      const { run } = transactions
      return async () => {
        let written: WrittenBy[] = []
        const noted = (transaction: Transaction) => {
          written = []
          told.set(transaction, written)
          return work(transaction)
        }
        const result = within
          ? await partOf<T>(within, (part) => exclusively(() => run(noted, part)))
          : await exclusively(() => run(noted))
        return { result, written }
      }
    },
  }
}
