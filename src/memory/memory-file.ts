// A memory file as a Memory, and back: reading never fails, changing touches only what was meant.

import { isUtf8 } from 'node:buffer'
import { message } from '../base/messages/message.ts'
import { storeTexts } from '../base/messages/store.ts'
import { cutToCharacters } from '../base/text/unicode.ts'
import { MemdirError } from '../base/values/errors.ts'
import { contentHash } from '../base/values/hash.ts'
import { isObject } from '../base/values/is-object.ts'
import {
  type Document,
  joinDocument,
  parseDocument,
  setFields,
  setNestedField,
} from '../base/yaml/frontmatter.ts'
import {
  isMemoryKind,
  isMemoryType,
  isOrigin,
  type Memory,
  type MemoryFields,
  type MemorySource,
} from './memory.ts'
import { readSituations, readTriggers } from './moments.ts'
import { type ClaimedIn, provableSource } from './origin-rules.ts'

interface MemoryFileInfo extends ClaimedIn {
  modified: Date
  /** No time of the memory is later: what claims to be of a day to come would be the newest for ever. */
  now?: Date
}

/** Fields in the order in which they are written. */
export const FIELD_NAMES = [
  'id',
  'name',
  'description',
  'type',
  'when',
  'on',
  'kind',
  'category',
  'tags',
  'importance',
  'confidence',
  'source',
  'evidence',
  'created',
  'updated',
  'expires',
  'related',
] as const
export type FieldName = (typeof FIELD_NAMES)[number]

/** Characters of a quotation. */
export const EVIDENCE_LENGTH = 500
export type FieldChanges = Partial<Record<FieldName | 'superseded_by', unknown>>

export function parseMemory(bytes: Uint8Array, facts: MemoryFileInfo): Memory {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const document = parseDocument(buffer.toString('utf8'))
  const { data } = document
  const metadata = isObject(data.metadata) ? data.metadata : {}
  const id = text(data.id)
  return {
    id: id && /^[\w-]{1,64}$/.test(id) ? id : idOfPath(facts.file),
    file: facts.file,
    name: oneLine(text(data.name)) || headingOf(document.body) || titleOfFile(facts.file),
    description: oneLine(text(data.description)) || undefined,
    type: [data.type, metadata.type].find(isMemoryType),
    kind: isMemoryKind(data.kind) ? data.kind : undefined,
    category: text(data.category),
    tags: textList(data.tags),
    importance: inRange(data.importance, 1, 5),
    confidence: inRange(data.confidence, 0, 1),
    source: provableSource(sourceOf(data.source, metadata), facts),
    evidence: text(data.evidence)?.slice(0, EVIDENCE_LENGTH),
    created: pastTime(data.created, facts),
    updated: pastTime(data.updated, facts) ?? pastTime(metadata.modified, facts),
    expires: time(data.expires),
    related: textList(data.related),
    ...momentsOf(data),
    content: document.body,
    links: linksOf(document.body),
    frontmatter: document.status,
    extra: extraOf(data),
    hash: contentHash(buffer),
    size: buffer.length,
    modified: earlier(facts.modified, facts.now).toISOString(),
  }
}

/** A new file. Absent fields are left out. */
export function renderMemory(
  fields: MemoryFields & { id: string; extra?: Record<string, unknown> },
  body: string,
): string {
  const changes: Record<string, unknown> = {}
  for (const key of FIELD_NAMES) {
    const value = fields[key]
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) changes[key] = value
  }
  // What has a field of its own is given there, where it is checked.
  const document = setFields(parseDocument(''), { ...changes, ...extraOf(fields.extra ?? {}) })
  return `${joinDocument(document)}${body.trim()}\n`
}

/** The file's text with some fields and, if given, another body. Unknown fields and other lines stay as they are. */
export function changeMemory(bytes: Uint8Array, changes: FieldChanges, body?: string): string {
  if (!isUtf8(bytes)) {
    throw new MemdirError('broken_file', message(storeTexts.notUtf8Change), {
      fix: message(storeTexts.convertFirst),
    })
  }
  let document: Document = parseDocument(Buffer.from(bytes).toString('utf8'))
  const { type, ...others } = changes
  if ('type' in changes && saysTypeAsClaude(document)) {
    document = setNestedField(document, 'metadata', 'type', type)
    if (Object.keys(others).length > 0) document = setFields(document, others)
  } else if (Object.keys(changes).length > 0) document = setFields(document, changes)
  if (body !== undefined) {
    const eol = /\r\n|\n/.exec(document.open || document.body)?.[0] ?? '\n'
    document = { ...document, body: `${body.trim().replace(/\r?\n/g, eol)}${eol}` }
  }
  return joinDocument(document)
}

/** Claude Code writes the type below `metadata`, and reads it there: where nothing else says it, it is changed there. */
function saysTypeAsClaude({ data: { type, metadata } }: Document): boolean {
  return !isMemoryType(type) && isObject(metadata) && isMemoryType(metadata.type)
}

/** False for what cannot be edited as text without losing bytes. */
export function isEditableText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0)
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** For files that carry no id of their own: stable as long as the path is. */
function idOfPath(file: string): string {
  const digits = BigInt(`0x${contentHash(file).slice(0, 10)}`)
  let id = ''
  for (let shift = 0n; shift < 40n; shift += 5n) id += ALPHABET[Number((digits >> shift) & 31n)]
  return id
}

function sourceOf(value: unknown, metadata: Record<string, unknown>): MemorySource | undefined {
  const given = isObject(value) ? value : typeof value === 'string' ? { conversation: value } : {}
  const conversation = text(given.conversation) ?? text(metadata.originSessionId)
  const message = text(given.message)
  const source: MemorySource = {
    ...(isOrigin(given.origin) ? { origin: given.origin } : {}),
    ...(conversation === undefined ? {} : { conversation }),
    ...(message === undefined ? {} : { message }),
  }
  return source.origin || conversation !== undefined || message !== undefined ? source : undefined
}

function momentsOf({ when, on }: Record<string, unknown>): Pick<Memory, 'when' | 'on'> {
  const { read: situations } = readSituations(when)
  const { read: triggers } = readTriggers(on)
  return {
    ...(situations.length > 0 && { when: situations }),
    ...(triggers.length > 0 && { on: triggers }),
  }
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set(FIELD_NAMES)

function extraOf(data: Record<string, unknown>): Record<string, unknown> {
  const unknown = Object.keys(data).filter((key) => !KNOWN_FIELDS.has(key))
  // Not by assignment, which would make a field named `__proto__` the prototype.
  return unknown.length === 0 ? {} : Object.fromEntries(unknown.map((key) => [key, data[key]]))
}

export function linksOf(body: string): string[] {
  if (!body.includes('[[')) return []
  const links = new Set<string>()
  for (const [, target = ''] of body.matchAll(/\[\[([^[\]\r\n|]{1,200})(?:\|[^[\]\r\n]{0,200})?\]\]/g))
    links.add(target.trim())
  return [...links]
}

function headingOf(body: string): string | undefined {
  // By lines, not by one expression: hostile text can keep that busy for seconds.
  for (const line of body.slice(0, 4_000).split(/\r\n|\n|\r/)) {
    if (!/^#{1,3} /.test(line)) continue
    const heading = line.slice(line.indexOf(' ')).trim()
    const end = heading.length - (/^#+/.exec([...heading].reverse().join(''))?.[0].length ?? 0)
    const title = cutToCharacters(heading.slice(0, end).trim(), 200)
    if (title) return title
  }
  return undefined
}

function titleOfFile(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/, '')
  return name.replace(/[_-]+/g, ' ').trim() || file
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function oneLine(value: string | undefined): string {
  return value === undefined
    ? ''
    : /[\r\n\t]| {2}/.test(value)
      ? value.replace(/\s+/g, ' ').trim()
      : value.trim()
}

function textList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,，、]/) : []
  return items
    .map((item) => text(item)?.trim())
    .filter((item) => item !== undefined && item !== '') as string[]
}

function inRange(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= least && number <= most ? number : undefined
}

function time(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined
}

function pastTime(value: unknown, { now }: Pick<MemoryFileInfo, 'now'>): string | undefined {
  const given = time(value)
  return given === undefined || (now && Date.parse(given) > now.getTime()) ? undefined : given
}

function earlier(time: Date, other: Date | undefined): Date {
  return other && other < time ? other : time
}

export function notText(): MemdirError {
  return new MemdirError('broken_file', message(storeTexts.notUtf8Left), {
    fix: message(storeTexts.saveAsUtf8),
  })
}
