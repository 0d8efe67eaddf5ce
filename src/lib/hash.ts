import { createHash } from 'node:crypto'

/** SHA-256 in hex: the identity of a file's content. */
export function contentHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** A short hash for names: 10 hex digits (40 bits). */
export function shortHash(text: string): string {
  return contentHash(text).slice(0, 10)
}
