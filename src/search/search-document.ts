// A memory as search sees it, and the conditions by which hits are filtered.

import { hash } from 'node:crypto'
import { describeText } from '../base/text/describe-text.ts'
import {
  lastChanged,
  type Memory,
  type MemoryKind,
  type MemoryType,
  type Origin,
  supersededBy,
} from '../memory/memory.ts'
import { type MemorySummary, summaryOf } from '../memory/memory-list.ts'
import { situationsOf } from '../memory/moments.ts'
import type { FileState } from './catalog/memory-files.ts'
import { passagesOf } from './catalog/passages.ts'

/** Times are milliseconds since 1970. */
export interface SearchDocument {
  /** In a catalog of files: the path below the memory directory, with `/`. */
  id: string
  name: string
  description: string
  body: string
  /** The person's own words, where they are not the text's: a key by which it is found, too. */
  quote?: string
  /** When it matters, in the words of a request: a passage of its own, beside those of the text. */
  situations?: readonly string[]
  type?: MemoryType
  kind?: MemoryKind
  tags: readonly string[]
  /** 1–5. */
  importance?: number
  created?: number
  /** Last change: `updated`, else the file's time. */
  changed: number
  expires?: number
  origin?: Origin
  conversation?: string
  /** The file as it was read: what tells later whether it changed. */
  size: number
  stamp: number
  /** For lists and totals, which ask for more than any query. */
  summary?: MemorySummary
}

/**
 * A document without its text. Long ones are searched by passage: rows `row` … `row + passages − 1`. Rows change
 * with the text: what was computed from one version is never taken for another's.
 */
export interface StoredDocument
  extends Omit<SearchDocument, 'name' | 'description' | 'body' | 'quote' | 'situations' | 'summary'> {
  row: number
  passages: number
  /** A hash of the text: changes with it, and survives a rebuild. */
  version: number
  /** Mostly Chinese; see `isDense`. */
  dense: boolean
  /** Terms of its situations; 0: it says none. */
  situation: number
}

/** All given conditions must hold; lists mean "one of". */
export interface SearchFilter {
  types?: readonly MemoryType[]
  kinds?: readonly MemoryKind[]
  /** Every one of these. */
  tags?: readonly string[]
  /** What does not say its importance is of the usual one, 3. */
  minImportance?: number
  changedAfter?: number
  changedBefore?: number
  origins?: readonly Origin[]
  /** Leaves out what had expired at this time. */
  liveAt?: number
}

/** The file is the identity: two files may claim one id, and both must be found. `state`: before it was read. */
export function searchDocument(memory: Memory, { size, stamp }: FileState): SearchDocument {
  const { file, content, type, kind, category, tags, importance, source } = memory
  const changed = timeOf(lastChanged(memory)) ?? 0
  const situations = situationsOf(memory)
  return {
    id: file,
    ...ownHeadline(memory),
    body: content,
    tags: category === undefined ? tags : [...tags, category],
    changed,
    size,
    stamp,
    summary: summaryOf(memory),
    ...(situations.length > 0 && { situations }),
    ...defined({
      quote: quoteOf(memory),
      type,
      kind,
      importance,
      created: timeOf(memory.created),
      // What a newer statement took back is no longer found, as if it had expired.
      expires: supersededBy(memory) === undefined ? timeOf(memory.expires) : 0,
      origin: source?.origin,
      conversation: source?.conversation,
    }),
  }
}

/** A name and a description that were made from a short text say it again: it would count three times. */
function ownHeadline({
  name,
  description = '',
  content,
}: Memory): Pick<SearchDocument, 'name' | 'description'> {
  const made = describeText(content)
  const isMade = name === made.name && passagesOf(content).length === 1
  return { name: isMade ? '' : name, description: description === made.description ? '' : description }
}

function quoteOf({ evidence, content }: Memory): string | undefined {
  const quote = evidence?.trim() ?? ''
  return quote === '' || plain(content).includes(plain(quote)) ? undefined : quote
}

/** Quotation marks, line breaks and case say nothing. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s"'`“”‘’]+/g, ' ')
    .trim()
}

/** Raise it when a text is cut or glossed in another way: then every vector is made again. */
const PREPARATION = 3

/** 48 bits: tells one version of a text from the next. */
export function versionOf({ name, description, body, quote, situations }: SearchDocument): number {
  const parts = [PREPARATION, name, description, body, ...(quote === undefined ? [] : [quote])]
  // A mark before them: what one text quotes is not what another says of when it matters.
  if (situations) parts.push('\u0001', ...situations)
  return hash('md5', parts.join('\0'), 'buffer').readUIntBE(0, 6)
}

function timeOf(iso: string | undefined): number | undefined {
  const time = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? undefined : time
}

function defined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
