// A memory file as a Memory, and back: reading never fails, changing touches only what was meant.
import { isUtf8 } from 'node:buffer'
import { contentHash } from '../lib/hash.ts'
import { type Document, joinDocument, parseDocument, setFields } from './frontmatter.ts'
import {
  isMemoryKind,
  isMemoryType,
  isOrigin,
  type Memory,
  type MemoryFields,
  type MemorySource,
} from './memory.ts'

export interface FileFacts {
  /** Path below the memory directory, with `/`. */
  file: string
  modified: Date
}

/** Fields in the order in which they are written. */
const KNOWN = [
  'id',
  'name',
  'description',
  'type',
  'kind',
  'category',
  'tags',
  'importance',
  'confidence',
  'source',
  'created',
  'updated',
  'expires',
  'related',
] as const
type Known = (typeof KNOWN)[number]
export type FieldChanges = Partial<Record<Known, unknown>>

export function parseMemory(bytes: Uint8Array, facts: FileFacts): Memory {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const document = parseDocument(buffer.toString('utf8'))
  const { data } = document
  const metadata = isRecord(data.metadata) ? data.metadata : {}
  const id = text(data.id)
  return {
    id: id && /^[\w-]{1,64}$/.test(id) ? id : idOfPath(facts.file),
    file: facts.file,
    name: oneLine(text(data.name)) || headingOf(document.body) || titleOfFile(facts.file),
    description: oneLine(text(data.description)) || undefined,
    type: isMemoryType(data.type) ? data.type : undefined,
    kind: isMemoryKind(data.kind) ? data.kind : undefined,
    category: text(data.category),
    tags: textList(data.tags),
    importance: inRange(data.importance, 1, 5),
    confidence: inRange(data.confidence, 0, 1),
    source: sourceOf(data.source, metadata),
    created: time(data.created),
    updated: time(data.updated) ?? time(metadata.modified),
    expires: time(data.expires),
    related: textList(data.related),
    content: document.body,
    links: linksOf(document.body),
    frontmatter: document.status,
    extra: extraOf(data),
    hash: contentHash(buffer),
    size: buffer.length,
    modified: facts.modified.toISOString(),
  }
}

/** A new file. Absent fields are left out. */
export function renderMemory(
  fields: MemoryFields & { id: string; extra?: Record<string, unknown> },
  body: string,
): string {
  const changes: Record<string, unknown> = {}
  for (const key of KNOWN) {
    const value = fields[key]
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) changes[key] = value
  }
  const document = setFields(parseDocument(''), { ...changes, ...fields.extra })
  return `${joinDocument(document)}${body.trim()}\n`
}

/** The file's text with some fields and, if given, another body. Unknown fields and other lines stay as they are. */
export function changeMemory(bytes: Uint8Array, changes: FieldChanges, body?: string): string {
  let document: Document = parseDocument(Buffer.from(bytes).toString('utf8'))
  if (Object.keys(changes).length > 0) document = setFields(document, changes)
  if (body !== undefined) {
    const eol = document.open.endsWith('\r\n') ? '\r\n' : '\n'
    document = { ...document, body: `${body.trim().replace(/\r?\n/g, eol)}${eol}` }
  }
  return joinDocument(document)
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
  const given = isRecord(value) ? value : typeof value === 'string' ? { conversation: value } : {}
  const source: MemorySource = {
    origin: isOrigin(given.origin) ? given.origin : undefined,
    conversation: text(given.conversation) ?? text(metadata.originSessionId),
    message: text(given.message),
  }
  for (const key of Object.keys(source) as (keyof MemorySource)[])
    if (source[key] === undefined) delete source[key]
  return Object.keys(source).length > 0 ? source : undefined
}

function extraOf(data: Record<string, unknown>): Record<string, unknown> {
  const extra: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(data)) {
    if (!(KNOWN as readonly string[]).includes(key)) extra[key] = value
  }
  return extra
}

export function linksOf(body: string): string[] {
  if (!body.includes('[[')) return []
  const links = new Set<string>()
  for (const match of body.matchAll(/\[\[([^[\]\r\n|]{1,200})(?:\|[^[\]\r\n]{0,200})?\]\]/g))
    links.add(match[1]!.trim())
  return [...links]
}

function headingOf(body: string): string | undefined {
  const heading = /^#{1,3} +(.{1,200}?)[ #]*$/m.exec(body.slice(0, 4_000))?.[1]
  return heading?.trim() || undefined
}

function titleOfFile(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/, '')
  return name.replace(/[_-]+/g, ' ').trim() || file
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
