import type { SymbolList } from '../verify/symbols/symbol-list.ts'

/** What a claim is judged by. */
export interface JudgeContext {
  /** The checkout. */
  root: string
  list: SymbolList | undefined
  /** What the list does not know is not there. */
  mayDeny(): boolean
  /** The memory speaks of a package that the tree depends on: what it names may be that one's. */
  namesPackage(): boolean
}
