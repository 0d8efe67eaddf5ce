// Whether something that the person asked to be kept is in what their agent wrote meanwhile. The agent may have saved
// another thing of the same span: then this one would be lost.

import { tokenize } from '../../base/terms/tokens.ts'
import { plainText } from '../../base/text/plain-text.ts'
import type { Proposal } from './proposal.ts'

/** The share of the words that were asked for: an agent rewords, and what it rewords it has written. */
const SHARE = 0.4

export function isWritten({ content, quote }: Proposal, written: readonly string[]): boolean {
  const wanted = new Set(tokenize(content))
  if (wanted.size === 0) return true
  return written.some((text) => {
    if (plainText(text).includes(plainText(quote))) return true
    const has = new Set(tokenize(text))
    return [...wanted].filter((word) => has.has(word)).length >= SHARE * wanted.size
  })
}
