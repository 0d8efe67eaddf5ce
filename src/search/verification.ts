// What the header says of a memory's claims.
import { type AgentText, joinTexts, NO_TEXT, own } from '../base/text/agent-text.ts'
import { inertFact } from '../base/text/inert-text.ts'

export interface Verification {
  exists: string[]
  gone: string[]
  /** Flags that no file of the tree names and none ever did, as far as is known: gone, or another program's. */
  unnamed?: string[]
}

/** `still there: a, b; NOT in the working tree: c; named nowhere: d` (what is not there may never have been) */
export function verificationLine({ exists, gone, unnamed = [] }: Verification): AgentText {
  const names = (claims: readonly string[]) => joinTexts(claims.map(inertFact), ', ')
  const parts = [
    exists.length > 0 ? own`checked just now, still there: ${names(exists)}` : NO_TEXT,
    gone.length > 0 ? own`NOT in the working tree: ${names(gone)}` : NO_TEXT,
    unnamed.length > 0
      ? own`named nowhere in the working tree, gone or of another program: ${names(unnamed)}`
      : NO_TEXT,
  ]
  return joinTexts(parts, '; ')
}
