// How a memory is classified: one of four types, and finer one of eight kinds.
import {
  isMemoryKind,
  isMemoryType,
  type MemoryFields,
  type MemoryKind,
  type MemoryType,
  typeOfKind,
} from '../memory.ts'

export type Classified = Pick<MemoryFields, 'kind' | 'type'>

/** A reference is of kind fact; what does not say is other. */
export function kindOf({ kind, type }: Classified): MemoryKind {
  return kind ?? (type === 'reference' ? 'fact' : 'other')
}

export function typeOf({ kind, type }: Classified): MemoryType | undefined {
  return type ?? (kind && typeOfKind(kind))
}

/** `--type` and the tools take one of the four types or of the eight kinds. */
export function matchesType(memory: Classified, wanted: string): boolean {
  if (isMemoryType(wanted)) return typeOf(memory) === wanted
  return isMemoryKind(wanted) && kindOf(memory) === wanted
}

/** The fields that such a word means. */
export function classifiedAs(word: string | undefined): Classified {
  if (isMemoryType(word)) return { type: word }
  return isMemoryKind(word) ? { kind: word } : {}
}
