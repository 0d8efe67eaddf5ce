import { hash } from 'node:crypto'
import { sha256 } from './sha256.ts'

/** Bytes that a process hashes without Node's cryptography, which takes as long to load as this takes. */
let few = 8_192

/** SHA-256 in hex: the identity of a file's content. */
export function contentHash(content: string | Uint8Array): string {
  if (content.length < few) {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    few -= bytes.length + 64
    return sha256(bytes)
  }
  few = 0
  // One call, several times cheaper than a hash object: directories of 10,000 files are hashed in one go.
  return hash('sha256', content, 'hex')
}

/** Conversations are called what their agent calls them: this is what a file about one is called. */
export function conversationKey(conversation: string): string {
  return contentHash(conversation).slice(0, 24)
}

/** A short hash for names: 10 hex digits (40 bits). */
export function shortHash(text: string): string {
  return contentHash(text).slice(0, 10)
}
