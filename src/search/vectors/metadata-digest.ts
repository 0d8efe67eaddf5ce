// What a store elsewhere is told of a memory, and a digest of it: what tells that it has to be told again.
import { hash } from 'node:crypto'
import type { VectorMetadata } from './vector-index.ts'

export function metadataOf({
  type,
  kind,
  tags,
  importance,
  changed,
  expires,
  origin,
}: VectorMetadata): VectorMetadata {
  return { type, kind, tags, importance, changed, expires, origin }
}

/** Twelve characters. */
export function metadataDigest(metadata: VectorMetadata): string {
  const { type, kind, tags, importance, changed, expires, origin } = metadata
  const told = [type, kind, tags, importance, changed, expires, origin]
  return hash('md5', JSON.stringify(told), 'base64url').slice(0, 12)
}
