// The ordinary forms of frontmatter, read a hundred times faster than by a YAML library. Whatever is not certain is
// left to the library: this reader gives the library's answer or none (a property test compares them).

type Data = Record<string, unknown>
const NOTHING = Symbol('not simple')

/** Nothing that could end a line, hide, or stand outside the basic plane. */
const ORDINARY =
  /^[\n\x20-\x7e\u00a1-\u167f\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff\uf900-\ufdcf\ufe30-\ufe4f\uff01-\uffdc]*$/
/** Not what YAML takes for a value: `null: x` has no name there. */
const KEY = /^(?!(?:null|true|false)$)[a-z_][a-z0-9_-]*$/i
const isKey = (key: string, known: Data) => KEY.test(key) && key !== '__proto__' && !Object.hasOwn(known, key)
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

/** Certain at a glance by the first character, or by the closer look. The text holds ordinary characters only. */
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
  const items = text.slice(1, -1).split(',')
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!.trim()
    if (item.length < 2 || !isWords(item)) return scalarOrList(text)
    items[i] = item
  }
  return items.map(resolvePlain)
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
  const lines = yaml.split(/\r?\n/)
  const data: Data = {}
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (line === '' || line.startsWith('#')) continue
    const field = /^([A-Za-z0-9_-]+):(?: +(.*))?$/.exec(line)
    const key = field?.[1] ?? ''
    if (!field || !isKey(key, data)) return undefined
    const text = trimEnd(field[2] ?? '')
    let end = at + 1
    while (end < lines.length && /^(?: |-(?: |$))/.test(lines[end]!)) end++
    const value =
      end === at + 1 ? scalarOrList(text) : text === '' ? block(lines.slice(at + 1, end)) : NOTHING
    if (value === NOTHING) return undefined
    data[key] = value
    at = end - 1
  }
  return data
}

/** `  a: 1` lines or `- a` lines, one level deep. */
function block(lines: readonly string[]): unknown {
  const indent = /^ */.exec(lines[0]!)![0].length
  const isList = lines[0]!.slice(indent).startsWith('-')
  if (!isList && indent === 0) return NOTHING
  const list: unknown[] = []
  const map: Data = {}
  for (const line of lines) {
    const text = line.slice(indent)
    if (/^ */.exec(line)![0].length !== indent) return NOTHING
    const match = isList ? /^- +(\S.*)$/.exec(text) : /^([A-Za-z_][A-Za-z0-9_-]*): +(\S.*)$/.exec(text)
    if (!match) return NOTHING
    const value = scalar(trimEnd(match[isList ? 1 : 2]!))
    if (value === NOTHING) return NOTHING
    if (isList) {
      // `- a: b` is a map inside the list.
      if (/:(?: |$)/.test(match[1]!)) return NOTHING
      list.push(value)
    } else {
      if (!isKey(match[1]!, map)) return NOTHING
      map[match[1]!] = value
    }
  }
  return isList ? list : map
}

function scalarOrList(text: string): unknown {
  if (!text.startsWith('[')) return text.startsWith('{') ? flowMap(text) : scalar(text)
  const items = flowItems(text, ']')
  if (!items) return NOTHING
  const values = items.map(flowScalar)
  return values.includes(NOTHING) ? NOTHING : values
}

function flowMap(text: string): unknown {
  const items = flowItems(text, '}')
  if (!items) return NOTHING
  const map: Data = {}
  for (const item of items) {
    const field = /^([A-Za-z_][A-Za-z0-9_-]*): +(.+)$/.exec(item)
    if (!field || !isKey(field[1]!, map)) return NOTHING
    const value = flowScalar(trimEnd(field[2]!))
    if (value === NOTHING) return NOTHING
    map[field[1]!] = value
  }
  return map
}

/** What stands between the brackets, at the commas; undefined for nested or odd forms. */
function flowItems(text: string, closing: string): string[] | undefined {
  if (!text.endsWith(closing)) return undefined
  const inner = trimSpaces(text.slice(1, -1))
  if (inner === '') return []
  const items = inner.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g)?.map(trimSpaces)
  if (!items || items.includes('') || inner.endsWith(',')) return undefined
  // Commas between, and nothing lost by the match.
  const length = (inner.match(/"(?:[^"\\]|\\.)*"|[^"]/g) ?? []).join('').length
  return length === inner.length && countCommas(inner) === items.length - 1 ? items : undefined
}

function countCommas(text: string): number {
  return (text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/,/g) ?? []).length
}

function flowScalar(text: string): unknown {
  return !text.startsWith('"') && /[[\]{},'"?]|:(?: |$)/.test(text) ? NOTHING : scalar(text)
}

function scalar(text: string): unknown {
  if (text === '') return null
  if (text.startsWith('"')) return quoted(text)
  if (text.startsWith("'")) return /^'[^']*'$/.test(text) ? text.slice(1, -1) : NOTHING
  if (/^[-?:,[\]{}#&*!|>%@`"]/.test(text) && !/^-?\d/.test(text)) return NOTHING
  if (/: | #|:$|[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u.test(text)) return NOTHING
  return resolvePlain(text)
}

/** Only escapes that JSON and YAML read alike. */
function quoted(text: string): unknown {
  if (!/^"(?:[^"\\\u0000-\u001f\ud800-\udfff]|\\["\\nrt/])*"$/u.test(text)) return NOTHING
  return JSON.parse(text) as string
}

/** YAML's core schema. */
function resolvePlain(text: string): unknown {
  if (/^(?:~|null|Null|NULL)$/.test(text)) return null
  if (/^(?:true|True|TRUE)$/.test(text)) return true
  if (/^(?:false|False|FALSE)$/.test(text)) return false
  if (/^[-+.\d]/.test(text)) {
    if (/^-?(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text)
    if (/^-?\d{1,10}\.\d{1,10}$/.test(text)) return Number(text)
    // A date or a version is text; other forms that begin like a number are left to the library.
    if (/^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]*)?$/.test(text) || /^\d+[A-Za-z\u4e00-\u9fff]/.test(text)) {
      return /^0[xob]|^\d+e/i.test(text) ? NOTHING : text
    }
    return NOTHING
  }
  return text
}

/** Only spaces: to YAML a no-break space is text like any other. */
function trimSpaces(text: string): string {
  return trimEnd(text.replace(/^ +/, ''))
}

function trimEnd(text: string): string {
  return text.replace(/ +$/, '')
}
