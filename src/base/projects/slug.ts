// Names of project directories: readable, and unique by a hash of the full path.

import { cutToBytes } from '../text/unicode.ts'
import { shortHash } from '../values/hash.ts'

const MAX_CHARACTERS = 100

/** Every character that is not a letter or digit becomes `-`. */
export function slugOf(path: string): string {
  const slug = path.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '-')
  return cutToBytes([...slug].slice(0, MAX_CHARACTERS).join(''), 180)
}

/** `<slug>-<hash>`: two paths never share a directory. */
export function projectName(path: string): string {
  return `${slugOf(path)}-${shortHash(path)}`
}
