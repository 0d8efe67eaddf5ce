// YAML frontmatter: found, read and changed without touching a byte that was not meant.

import { frontmatterTexts } from '../messages/frontmatter.ts'
import { type Message, message, verbatim } from '../messages/message.ts'
import { MemdirError } from '../values/errors.ts'
import { isObject } from '../values/is-object.ts'
import { parseSimpleYaml } from './simple-yaml.ts'
import { readYaml, type YamlFault, yamlLibrary } from './yaml.ts'

/** A file's text in its parts; joined again they are the file, byte for byte. */
export interface Document {
  bom: string
  /** The opening line with its end, or ''. */
  open: string
  yaml: string
  /** The closing line with its end, or ''. */
  close: string
  body: string
  status: 'ok' | 'missing' | 'broken'
  /** What the YAML says; empty when missing or broken. */
  data: Record<string, unknown>
  /** Why it is broken. */
  problem?: Message
  /** The same for code, where it is the YAML. */
  fault?: YamlFault['code']
}

/** Longer frontmatter is not read: nobody writes it, and a parser could be kept busy with it. */
const MAX_YAML_LENGTH = 16_384
const OPENING = /^---[ \t]*(?:\r\n|\n|\r)/
/** At the start of a line; not with the `m` flag, for which U+2028 starts one too. */
const CLOSING = /(?<![^\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/

export function parseDocument(text: string): Document {
  return parseOrdinary(text) ?? parseAny(text)
}

/** Plain LF files with fields that need no library: found by two searches instead of expressions. */
function parseOrdinary(text: string): Document | undefined {
  if (!text.startsWith('---\n')) return undefined
  const end = text.indexOf('\n---\n', 3)
  if (end < 0) return undefined
  const yaml = text.slice(4, end + 1)
  if (yaml.includes('\r') || yaml.includes('---') || yaml.includes('...')) return undefined
  const data = parseSimpleYaml(yaml)
  if (!data) return undefined
  return { bom: '', open: '---\n', yaml, close: '---\n', body: text.slice(end + 5), status: 'ok', data }
}

function parseAny(text: string): Document {
  const bom = text.startsWith('\ufeff') ? '\ufeff' : ''
  const rest = text.slice(bom.length)
  const open = OPENING.exec(rest)?.[0]
  const plain = { bom, open: '', yaml: '', close: '', body: rest, data: {} }
  if (!open) return { ...plain, status: 'missing' }
  const inner = rest.slice(open.length)
  const end = CLOSING.exec(inner)
  if (!end) return { ...plain, status: 'broken', problem: message(frontmatterTexts.noClosingLine) }
  const yaml = inner.slice(0, end.index)
  const parts = { bom, open, yaml, close: end[0], body: inner.slice(end.index + end[0].length) }
  const found = read(yaml)
  if ('fault' in found) {
    const { fault } = found
    return { ...parts, status: 'broken', data: {}, problem: problemOf(fault), fault: fault.code }
  }
  return { ...parts, status: 'ok', data: found.data }
}

export function joinDocument(document: Document): string {
  return document.bom + document.open + document.yaml + document.close + document.body
}

/**
 * Sets or (with undefined) removes top-level fields. Only the lines of these fields change.
 * A file without frontmatter gets some; broken frontmatter is refused, never overwritten.
 */
export function setFields(document: Document, changes: Record<string, unknown>): Document {
  if (document.status === 'broken') {
    throw new MemdirError(
      'broken_file',
      message(frontmatterTexts.frontmatterUnreadable, { problem: document.problem ?? '' }),
      {
        fix: message(frontmatterTexts.correctFrontmatter),
      },
    )
  }
  const eol = /\r\n|\n|\r/.exec(document.open || document.body)?.[0] ?? '\n'
  const wanted = merged(document.data, changes)
  let yaml = withLines(document.yaml, changes, eol)
  let data = dataOf(yaml)
  if (!sameData(data, wanted)) {
    yaml = setByLibrary(document.yaml, changes, wanted)
    data = dataOf(yaml)
  }
  if (document.status === 'ok') return { ...document, yaml, data: data ?? {} }
  if (yaml === '') return document
  return { ...document, open: `---${eol}`, yaml, close: `---${eol}`, status: 'ok', data: data ?? {} }
}

/** Sets or removes a field of a field, and changes its own line only where that can be seen. */
export function setNestedField(document: Document, group: string, key: string, value: unknown): Document {
  const held = document.data[group]
  const wanted = merged(isObject(held) ? held : {}, { [key]: value })
  const lines: string[] = document.yaml.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
  const [start, end] = fieldRange(lines, group)
  const at = lines.findIndex((line, i) => i > start && i < end && line.trimStart().startsWith(`${key}:`))
  const [, indent = '', eol = ''] = /^([ \t]*)[^\r\n]*([\r\n]*)$/.exec(lines[at] ?? '') ?? []
  const made = value === undefined ? [] : [`${indent}${key}: ${yamlValue(value)}${eol}`]
  const yaml = at < 0 ? document.yaml : lines.toSpliced(at, 1, ...made).join('')
  const data = dataOf(yaml)
  return sameData(data, { ...document.data, [group]: wanted })
    ? { ...document, yaml, data: data ?? {} }
    : setFields(document, { [group]: wanted })
}

function dataOf(yaml: string): Record<string, unknown> | undefined {
  const found = read(yaml)
  return 'data' in found ? found.data : undefined
}

const read = (yaml: string) => readYaml(yaml, { most: MAX_YAML_LENGTH })

const PROBLEMS = {
  too_long: frontmatterTexts.frontmatterTooLong,
  too_many_brackets: frontmatterTexts.tooManyBrackets,
  no_fields: frontmatterTexts.notFields,
  too_deep: frontmatterTexts.nestedTooDeeply,
} as const

function problemOf(fault: YamlFault): Message {
  if (fault.code !== 'invalid') return message(PROBLEMS[fault.code])
  const { reason, place } = fault
  return verbatim(place ? `${reason} at line ${place.line}, column ${place.column}` : reason)
}

function withLines(yaml: string, changes: Record<string, unknown>, eol: string): string {
  const lines: string[] = yaml.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
  for (const [key, value] of Object.entries(changes)) {
    const [start, end] = fieldRange(lines, key)
    const made = value === undefined ? [] : linesOf(key, value).map((line) => `${line}${eol}`)
    if (start >= 0) lines.splice(start, end - start, ...made)
    else lines.push(...made)
  }
  return lines.join('')
}

/** The lines of a top-level field: its own and the indented or `-` lines that follow. From -1: there is none. */
function fieldRange(lines: readonly string[], key: string): [number, number] {
  const start = lines.findIndex((line) => line.startsWith(`${key}:`) && /^[^:]+:(\s|$)/.test(line))
  let end = start + 1
  for (const [at, line] of lines.entries()) {
    if (at <= start) continue
    if (!/^(?:[ \t]|-(?:\s|$)|[\r\n])/.test(line)) break
    // Blank lines belong to it only where more of it follows.
    if (/\S/.test(line)) end = at + 1
  }
  return [start, end]
}

/** From so many characters on an item of a list is read better on a line of its own. */
const LONG_ITEM = 24

/** Phrases and maps have a line each, words stand in one. */
function linesOf(key: string, value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : []
  const isLong = (item: unknown) =>
    typeof item === 'string' ? item.length >= LONG_ITEM : isObject(item) && Object.keys(item).length > 0
  if (!items.some(isLong)) return [`${key}: ${yamlValue(value)}`]
  return [
    `${key}:`,
    ...items.flatMap((item) => {
      if (!isObject(item)) return [`  - ${yamlValue(item)}`]
      const entries = Object.entries(item).map(([name, one]) => `${name}: ${yamlValue(one)}`)
      return entries.map((entry, at) => `${at === 0 ? '  - ' : '    '}${entry}`)
    }),
  ]
}

/** One line of YAML for a value: plain where that is safe, else JSON, which is YAML too. */
function yamlValue(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value.toWellFormed())
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(yamlValue).map(flowSafe).join(', ')}]`
  const entries = Object.entries(value as Record<string, unknown>).filter(([, v]) => v !== undefined)
  return `{ ${entries.map(([k, v]) => `${k}: ${flowSafe(yamlValue(v))}`).join(', ')} }`
}

function flowSafe(text: string): string {
  return /^["[{]/.test(text) || !/[,[\]{}]/.test(text) ? text : JSON.stringify(text)
}

function isPlain(text: string): boolean {
  if (!/^[\p{L}(（《「“]/u.test(text) || /[\s:]$/.test(text)) return false
  if (/: |:\t| #|[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff\ud800-\udfff]/u.test(text)) return false
  return !/^(?:true|false|null|yes|no|on|off|y|n|~|\.inf|\.nan)$/i.test(text)
}

/** For frontmatter whose lines do not show where a field begins and ends. Other fields keep their values. */
function setByLibrary(
  yaml: string,
  changes: Record<string, unknown>,
  wanted: Record<string, unknown>,
): string {
  const document = yamlLibrary().parseDocument(yaml, { logLevel: 'error' })
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) document.delete(key)
    else document.set(key, value)
  }
  const made = document.toString({ lineWidth: 0 })
  if (!sameData(dataOf(made), wanted)) {
    throw new MemdirError('broken_file', message(frontmatterTexts.frontmatterUnchangeable), {
      fix: message(frontmatterTexts.changeInEditor),
    })
  }
  return made
}

function merged(data: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const all: Record<string, unknown> = { ...data, ...changes }
  for (const key of Object.keys(all)) if (all[key] === undefined) delete all[key]
  return all
}

function sameData(data: Record<string, unknown> | undefined, wanted: Record<string, unknown>): boolean {
  if (!data) return false
  return asText(data) === asText(wanted)
}

/** Fields come back in the order in which they were written; half a character comes back as U+FFFD. */
function asText(data: Record<string, unknown>): string {
  return JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}
