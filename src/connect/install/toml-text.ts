// Edits of a TOML text: one table is put in, taken over and taken out, by the positions that a parser gives. No other
// byte changes. Forms in which a table cannot be changed by itself are refused.
import { type AST, getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { indentAt, lineEndOf, replaceRange, type TextDraft } from './text-draft.ts'

type TomlValues = Readonly<Record<string, string | readonly string[]>>

/** Why a text is not edited: it is no TOML (from this line on), or the table is part of a value on a line of its own. */
export type TomlRefusal = { why: 'broken'; line: number; reason: string } | { why: 'inline'; line: number }

type Body = AST.TOMLKeyValue | AST.TOMLTable

interface Parsed {
  body: readonly Body[]
  comments: readonly AST.Comment[]
  data: Record<string, unknown>
}

export function parseToml(text: string): Parsed | TomlRefusal {
  try {
    // The mark at the start of a file is white space here, so that positions stay.
    const program = parseTOML(text.replace(/^\ufeff/, ' '), { tomlVersion: '1.1' })
    return { body: program.body[0].body, comments: program.comments, data: getStaticTOMLValue(program) }
  } catch (error) {
    const { lineNumber = 0, message } = error as { lineNumber?: number; message: string }
    return { why: 'broken', line: lineNumber, reason: message }
  }
}

export function tomlValueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    data,
  )
}

/** Where the table is: under its own header, as a value on a line of its parent's table, or nowhere yet. */
export type Place =
  | { form: 'table'; table: AST.TOMLTable }
  | { form: 'value'; pair: AST.TOMLKeyValue; value: AST.TOMLInlineTable }
  | { form: 'none' }

const namesOf = ({ keys }: AST.TOMLKey) => keys.map((key) => ('name' in key ? key.name : key.value))
const startsWith = (names: readonly unknown[], path: readonly string[]) =>
  path.every((key, index) => names[index] === key)

export function findTable(body: readonly Body[], path: readonly string[]): Place | TomlRefusal {
  let place: Place = { form: 'none' }
  for (const part of body) {
    const inline = { why: 'inline', line: part.loc.start.line } as const
    if (part.type === 'TOMLKeyValue') {
      // `a = …` and `a.b.c = …` fix the table; `a.x = …` does not.
      const names = namesOf(part.key)
      if (startsWith(names, path.slice(0, names.length))) return inline
      continue
    }
    const names = part.resolvedKey
    if (part.kind === 'array' && startsWith(names, path.slice(0, names.length))) return inline
    if (names.length === path.length && startsWith(names, path)) place = { form: 'table', table: part }
    if (names.length >= path.length || !startsWith(path, names.map(String))) continue
    for (const pair of part.body) {
      const whole = [...names, ...namesOf(pair.key)]
      if (!startsWith(whole, path.slice(0, whole.length))) continue
      if (whole.length !== path.length || pair.value.type !== 'TOMLInlineTable')
        return { why: 'inline', line: pair.loc.start.line }
      place = { form: 'value', pair, value: pair.value }
    }
  }
  return place
}

export function renderPair(key: string, value: TomlValues[string]): string {
  return `${key} = ${typeof value === 'string' ? JSON.stringify(value) : `[${value.map((one) => JSON.stringify(one)).join(', ')}]`}`
}

export function renderTable(path: readonly string[], values: TomlValues): string[] {
  return [`[${path.join('.')}]`, ...Object.entries(values).map(([key, value]) => renderPair(key, value))]
}

export function appendTable(draft: TextDraft, path: readonly string[], values: TomlValues): void {
  const { text } = draft
  const end = lineEndOf(text)
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? end : end + end
  replaceRange(draft, text.length, text.length, gap + renderTable(path, values).join(end) + end)
}

/** `pairs`: of the table or the value on a line. The later ones come first, so that positions hold. */
export function setPairs(draft: TextDraft, pairs: readonly AST.TOMLKeyValue[], values: TomlValues): string[] {
  const missing = new Set(Object.keys(values))
  for (const pair of pairs.toReversed()) {
    const names = namesOf(pair.key)
    const [name = ''] = names
    if (names.length !== 1 || !missing.delete(name) || values[name] === undefined) continue
    const [from, to] = pair.value.range
    const written = renderPair(name, values[name]).slice(name.length + 3)
    if (!saysSame(draft.text.slice(from, to), written)) replaceRange(draft, from, to, written)
  }
  return [...missing]
}

function saysSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((value) => parseToml(`a = ${value}\n`))
  return (
    a !== undefined &&
    'data' in a &&
    b !== undefined &&
    'data' in b &&
    JSON.stringify(a.data) === JSON.stringify(b.data)
  )
}

export function addPairs(draft: TextDraft, place: Place, keys: readonly string[], values: TomlValues): void {
  const lines = keys.map((key) => renderPair(key, values[key] ?? ''))
  if (lines.length === 0 || place.form === 'none') return
  if (place.form === 'table') {
    const at = endOfLine(draft.text, place.table.key.range[1])
    const end = lineEndOf(draft.text)
    const indent = indentAt(draft.text, place.table.range[0])
    replaceRange(draft, at, at, lines.map((line) => end + indent + line).join(''))
    return
  }
  // After the bracket that opens it: what follows keeps its comma or its lack of one.
  const [from, to] = place.value.range
  const isEmpty = draft.text.slice(from + 1, to - 1).trim() === ''
  replaceRange(draft, from + 1, from + 1, ` ${lines.join(', ')}${isEmpty ? ' ' : ','}`)
}

/** The lines of a table, from its header to the end of its last value. */
export function rangeOfTable(text: string, table: AST.TOMLTable): [number, number] {
  const from = text.lastIndexOf('\n', table.range[0] - 1) + 1
  const last = table.body.at(-1)
  return [from, pastLine(text, last ? last.range[1] : table.key.range[1])]
}

/** The lines go, and with them the empty line before, where another one or the end of the text follows. */
export function removeLines(draft: TextDraft, from: number, to: number): void {
  const { text } = draft
  const rest = text.slice(to)
  const empty = /(?:^|\n)(\r?\n)$/.exec(text.slice(0, from))?.[1]
  const back = empty !== undefined && (rest === '' || /^\r?\n/.test(rest)) ? empty.length : 0
  replaceRange(draft, from - back, to, '')
}

export function lineOf(text: string, { range: [from, to] }: { range: [number, number] }): [number, number] {
  return [text.lastIndexOf('\n', from - 1) + 1, pastLine(text, to)]
}

function pastLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function endOfLine(text: string, at: number): number {
  const end = pastLine(text, at)
  return end - (/\r?\n$/.exec(text.slice(at, end))?.[0].length ?? 0)
}
