// The ordinary forms of frontmatter, read a hundred times faster than by a YAML library. Whatever is not certain is
// left to the library: this reader gives the library's answer or none (a property test compares them).
import {
  type Data,
  isKey,
  NOTHING,
  resolvePlain,
  scalar,
  scalarOrList,
  trimEnd,
} from './simple-yaml-values.ts'

/** Nothing that could end a line, hide, or is outside the basic plane. */
const ORDINARY =
  /^[\n\x20-\x7e\u00a1-\u167f\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff\uf900-\ufdcf\ufe30-\ufe4f\uff01-\uffdc]*$/
const SPACE = 32
const DASH = 45

/** The fields, or undefined when the text needs a real YAML parser. */
export function parseSimpleYaml(yaml: string): Data | undefined {
  if (yaml.length > 16_384) return undefined
  return ORDINARY.test(yaml) ? (parseFlat(yaml) ?? parseLines(yaml)) : parseLines(yaml)
}

/** One field a line, ordinary characters: what almost every file has, and what directories of 10,000 are read by. */
function parseFlat(yaml: string): Data | undefined {
  const data: Data = {}
  for (let at = 0; at < yaml.length; ) {
    let end = yaml.indexOf('\n', at)
    if (end < 0) end = yaml.length
    const colon = yaml.indexOf(':', at)
    if (colon < 0 || colon >= end) return undefined
    const key = yaml.slice(at, colon)
    const next = yaml.charCodeAt(end + 1)
    if (next === SPACE || next === DASH || !isKey(key, data)) return undefined
    if (yaml.charCodeAt(colon + 1) !== SPACE) return undefined
    const value = flatValue(yaml.slice(colon + 2, end))
    if (value === NOTHING) return undefined
    data[key] = value
    at = end + 1
  }
  return data
}

/** Certain at a glance by the first character, or by the closer look. The text contains ordinary characters only. */
function flatValue(text: string): unknown {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  if (isLetter(first)) {
    const plain = last !== SPACE && !text.includes(':') && !text.includes('#')
    if (plain) return text.length > 5 ? text : resolvePlain(text)
  } else if (first === QUOTE) {
    if (last === QUOTE && text.indexOf('"', 1) === text.length - 1 && !text.includes('\\'))
      return text.slice(1, -1)
  } else if (first > ZERO && first <= NINE && text.length === 1) {
    return first - ZERO
  } else if (first === BRACKET && last === BRACKET + 2) {
    return flatList(text)
  } else if (first === BRACE && last === BRACE + 2) {
    return flatMap(text)
  }
  return scalarOrList(text.trim())
}

const QUOTE = 34
const ZERO = 48
const NINE = 57
const BRACKET = 91
const BRACE = 123

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0x4e00 && code <= 0x9fff)
}

/** Words between commas; anything else is left to the closer look. */
function flatList(text: string): unknown {
  const values: unknown[] = []
  for (const written of text.slice(1, -1).split(',')) {
    const item = written.trim()
    if (item.length < 2 || !isWords(item)) return scalarOrList(text)
    values.push(resolvePlain(item))
  }
  return values
}

function flatMap(text: string): unknown {
  const map: Data = {}
  for (const item of text.slice(1, -1).split(',')) {
    const [key, value, more] = item.trim().split(': ')
    const simple = key && value && more === undefined && value.length > 1 && isWords(value) && isKey(key, map)
    if (!simple) return scalarOrList(text)
    map[key] = resolvePlain(value)
  }
  return map
}

/** Begins with a letter and has nothing in it that means something inside brackets. */
function isWords(text: string): boolean {
  return isLetter(text.charCodeAt(0)) && /^[\w \u4e00-\u9fff./@+-]*[\w\u4e00-\u9fff]$/.test(text)
}

/** The same with nested lines and characters that need a closer look. */
function parseLines(yaml: string): Data | undefined {
  if (yaml.length > 16_384 || /[\t\u0085\u2028\u2029\ufeff]|\r(?!\n)/.test(yaml)) return undefined
  const data: Data = {}
  for (const [line, ...nested] of fieldsIn(yaml.split(/\r?\n/))) {
    const [, key = '', written = ''] = /^([A-Za-z0-9_-]+):(?: +(.*))?$/.exec(line) ?? []
    if (!isKey(key, data)) return undefined
    const text = trimEnd(written)
    const value = nested.length === 0 ? scalarOrList(text) : text === '' ? block(nested) : NOTHING
    if (value === NOTHING) return undefined
    data[key] = value
  }
  return data
}

/** Each field's line with the indented and `-` lines that follow it. Blank lines and comments are between fields. */
function fieldsIn(lines: readonly string[]): [string, ...string[]][] {
  const fields: [string, ...string[]][] = []
  let isOpen = false
  for (const line of lines) {
    const last = fields.at(-1)
    if (isOpen && last && /^(?: |-(?: |$))/.test(line)) last.push(line)
    else if (line === '' || line.startsWith('#')) isOpen = false
    else {
      fields.push([line])
      isOpen = true
    }
  }
  return fields
}

/** `  a: 1` lines or `- a` lines, one level deep; or `- a: 1` with more of that map below. */
function block(lines: readonly string[]): unknown {
  const indent = indentOf(lines[0] ?? '')
  const texts = lines.map((line) => line.slice(indent))
  if (lines.some((line) => indentOf(line) < indent)) return NOTHING
  if (/^- [A-Za-z_][A-Za-z0-9_-]*: /.test(texts[0] ?? '')) return listOfMaps(texts)
  if (texts.some((text) => text.startsWith(' '))) return NOTHING
  if (texts[0]?.startsWith('-')) return blockList(texts)
  return indent === 0 ? NOTHING : blockMap(texts)
}

function blockList(lines: readonly string[]): unknown {
  const list: unknown[] = []
  for (const line of lines) {
    const [, written] = /^- +(\S.*)$/.exec(line) ?? []
    // `- a: b` is a map inside the list.
    if (written === undefined || /:(?: |$)/.test(written)) return NOTHING
    const value = scalar(trimEnd(written))
    if (value === NOTHING) return NOTHING
    list.push(value)
  }
  return list
}

/** `- a: 1`, and two spaces further in what else the map says. */
function listOfMaps(lines: readonly string[]): unknown {
  const maps: string[][] = []
  for (const line of lines) {
    const last = maps.at(-1)
    if (/^- \S/.test(line)) maps.push([line.slice(2)])
    else if (last && /^ {2}\S/.test(line)) last.push(line.slice(2))
    else return NOTHING
  }
  const list = maps.map(blockMap)
  return list.includes(NOTHING) ? NOTHING : list
}

function blockMap(lines: readonly string[]): unknown {
  const map: Data = {}
  for (const line of lines) {
    const [, key = '', written = ''] = /^([A-Za-z_][A-Za-z0-9_-]*): +(\S.*)$/.exec(line) ?? []
    if (!isKey(key, map)) return NOTHING
    const value = scalar(trimEnd(written))
    if (value === NOTHING) return NOTHING
    map[key] = value
  }
  return map
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0
}
