// Metadata for stores that know neither null nor what is not set: every field always has a value, and numbers are whole,
// because some stores compare whole numbers with whole numbers only.
import { hash } from 'node:crypto'
import type { SearchFilter } from '../search-document.ts'
import type { StoredKey, VectorKey, VectorMetadata } from './vector-index.ts'

interface FlatMetadata {
  type: string
  kind: string
  origin: string
  /** In hundredths; the usual one where none is said. */
  importance: number
  changed: number
  /** Far away where it does not expire. */
  expires: number
}

const USUAL_IMPORTANCE = 3
/** The last moment that a date can mean. */
const NEVER = 8.64e15

export function flatMetadata({
  type,
  kind,
  origin,
  importance = USUAL_IMPORTANCE,
  changed,
  expires = NEVER,
}: VectorMetadata): FlatMetadata {
  return {
    type: type ?? '',
    kind: kind ?? '',
    origin: origin ?? '',
    importance: Math.round(importance * 100),
    changed: Math.floor(changed),
    expires: Math.floor(expires),
  }
}

export interface FlatCondition {
  field: keyof FlatMetadata
  /** `in`: one of these. */
  is: 'in' | '>=' | '<' | '>'
  value: readonly string[] | number
}

/** All of them hold; tags are each store's own. */
export function flatConditions(filter: SearchFilter | undefined): FlatCondition[] {
  const { types, kinds, origins, minImportance, changedAfter, changedBefore, liveAt } = filter ?? {}
  const list = (field: keyof FlatMetadata, value: readonly string[] | undefined): FlatCondition[] =>
    value === undefined ? [] : [{ field, is: 'in', value }]
  const compared = (
    field: keyof FlatMetadata,
    is: '>=' | '<' | '>',
    value: number | undefined,
  ): FlatCondition[] => (value === undefined ? [] : [{ field, is, value }])
  const hundredths = minImportance === undefined ? undefined : Math.ceil(minImportance * 100)
  return [
    ...list('type', types),
    ...list('kind', kinds),
    ...list('origin', origins),
    ...compared('importance', '>=', hundredths),
    ...compared('changed', '>=', changedAfter && Math.ceil(changedAfter)),
    ...compared('changed', '<', changedBefore && Math.ceil(changedBefore)),
    ...compared('expires', '>', liveAt && Math.floor(liveAt)),
  ]
}

/** ASCII letters, of the same length for any path. */
export function recordId({ memory, passage }: VectorKey): string {
  return `${hash('sha256', memory).slice(0, 32)}-${passage}`
}

/** What a store gives back of a key. */
export function keyIn(record: Readonly<Record<string, unknown>> | null | undefined): StoredKey {
  const { memory, passage, version } = record ?? {}
  return { memory: String(memory), passage: Number(passage), version: Number(version) }
}

/** A name of letters and digits for any model, from which it can be read again. */
export function encodeModel(model: string): string {
  return Buffer.from(model).toString('hex')
}

export function decodeModel(name: string): string {
  return Buffer.from(name, 'hex').toString()
}

/** Names in stores are short: the project by a hash. */
export function scopeName(scope: string): string {
  return hash('sha256', scope).slice(0, 16)
}

export function* batchesOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
