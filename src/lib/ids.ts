// Random short identifiers: 8 characters of Crockford's base 32 (40 bits), easy to read out and to type.
import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export function randomId(length = 8): string {
  const bytes = randomBytes(length)
  let id = ''
  for (const byte of bytes) id += ALPHABET[byte & 31]
  return id
}
