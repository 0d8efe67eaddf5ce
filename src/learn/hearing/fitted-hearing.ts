// The form in which fitted hearing ships.
import type { MemoryType } from '../../memory/memory.ts'

export type Reader = 'en' | 'zh'

/** A linear head as it ships: three runs of int8 (base64), each with its scale. */
interface FittedHead {
  readonly vector: string
  readonly plain: string
  readonly words: string
  readonly scales: readonly number[]
  readonly constant: number
}

export interface FittedHearing {
  /** Whose vectors they were. */
  readonly model: string
  /** Points from which a unit is a candidate, and from which it is sure. */
  readonly taken: number
  readonly written: number
  /** In the order of their weights. */
  readonly words: string
  readonly keep: FittedHead
  readonly types: Readonly<Record<MemoryType, FittedHead>>
  readonly ofPerson: FittedHead
}
