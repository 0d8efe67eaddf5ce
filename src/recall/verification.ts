// What the header says of a memory's claims.
import { inertFact } from './inert-text.ts'

export interface Verification {
  exists: string[]
  gone: string[]
  /** Flags that no file of the tree names and none ever did, as far as is known: gone, or another program's. */
  unnamed?: string[]
}

/** `still there: a, b; NOT in the working tree: c; named nowhere: d` (what is not there may never have been) */
export function verificationLine({ exists, gone, unnamed = [] }: Verification): string {
  const names = (claims: readonly string[]) => claims.map(inertFact).join(', ')
  const parts = [
    exists.length > 0 ? `checked just now, still there: ${names(exists)}` : '',
    gone.length > 0 ? `NOT in the working tree: ${names(gone)}` : '',
    unnamed.length > 0
      ? `named nowhere in the working tree, gone or of another program: ${names(unnamed)}`
      : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}
