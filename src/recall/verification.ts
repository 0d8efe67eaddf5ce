// What the header says of a memory's claims.
import { inertFact } from './inert-text.ts'

export interface Verification {
  exists: string[]
  gone: string[]
}

/** `still there: a, b; gone: c` */
export function verificationLine({ exists, gone }: Verification): string {
  const names = (claims: readonly string[]) => claims.map(inertFact).join(', ')
  const parts = [
    exists.length > 0 ? `checked just now, still there: ${names(exists)}` : '',
    gone.length > 0 ? `GONE from the working tree: ${names(gone)}` : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}
