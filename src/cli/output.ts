// What people and programs read. Results on stdout, everything else on stderr; colour only on a terminal.
import { cutToWidth, displayWidth } from '../lib/unicode.ts'
import type { Language, Text } from './language.ts'

export interface Output {
  readonly json: boolean
  readonly language: Language
  /** The text in the person's language. */
  say(text: Text): string
  /** A line of the result; nothing in JSON mode. */
  print(line?: string): void
  /** The one document of JSON mode; nothing otherwise. */
  data(data: unknown): void
  /** The same, where it is JSON already. */
  dataText(json: string): void
  /** For people, beside the result. */
  note(line: string): void
  table(header: readonly string[], rows: readonly (readonly string[])[], options?: TableOptions): void
  readonly paint: Paint
}

export interface TableOptions {
  /** The column that is cut when the terminal is too narrow. Default: the last. */
  flexible?: number
}

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export interface OutputOptions {
  json: boolean
  language: Language
  env: Readonly<Record<string, string | undefined>>
}

export function createOutput({ json, language, env }: OutputOptions): Output {
  const terminal = process.stdout.isTTY === true
  const paint = createPaint(env.NO_COLOR ? false : env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : terminal)
  const write = (line: string) => {
    process.stdout.write(`${tame(line)}\n`)
  }
  return {
    json,
    language,
    paint,
    say: (text) => text[language],
    print: (line = '') => {
      if (!json) write(line)
    },
    data: (data) => {
      if (json) process.stdout.write(`${JSON.stringify({ ok: true, data })}\n`)
    },
    dataText: (text) => {
      if (json) process.stdout.write(`{"ok":true,"data":${text}}\n`)
    },
    note: (line) => {
      process.stderr.write(`${tame(process.stderr.isTTY ? line : line.replace(PAINT, ''))}\n`)
    },
    table: (header, rows, options) => {
      if (json) return
      const width = terminal ? (process.stdout.columns ?? 100) : Number.POSITIVE_INFINITY
      for (const line of formatTable(header, rows, width, paint, options)) write(line)
    },
  }
}

function createPaint(colour: boolean): Paint {
  const wrap = (code: number, end: number) => (text: string) =>
    colour ? `\u001b[${code}m${text}\u001b[${end}m` : text
  return {
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    red: wrap(31, 39),
    green: wrap(32, 39),
    yellow: wrap(33, 39),
    cyan: wrap(36, 39),
  }
}

/** Cells may hold no escape codes: they are measured and cut. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: Paint,
  options: TableOptions = {},
): string[] {
  const flexible = options.flexible ?? header.length - 1
  const clean = rows.map((row) => row.map(printable))
  const widths = header.map((title, i) => {
    let widest = displayWidth(title)
    for (const row of clean) widest = Math.max(widest, displayWidth(row[i] ?? ''))
    return widest
  })
  const total = widths.reduce((sum, w) => sum + w, 0) + 2 * (widths.length - 1)
  if (total > width) widths[flexible] = Math.max(16, widths[flexible]! - (total - width))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => pad(cutToWidth(cell, widths[i]!), i === cells.length - 1 ? 0 : widths[i]!))
      .join('  ')
  return [paint.dim(line(header)), ...clean.map(line)]
}

/** Label and value, the values below each other. Empty values are left out. */
export function formatFacts(facts: readonly (readonly [string, string | undefined])[]): [string, string][] {
  const width = Math.max(0, ...facts.map(([label]) => displayWidth(label)))
  return facts.flatMap(([label, value]): [string, string][] => (value ? [[pad(label, width), value]] : []))
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

const PAINT = /\u001b\[\d{1,2}m/g

/** The last line of defence: of all escape codes only our own colours reach a terminal. */
function tame(line: string): string {
  return line.replace(
    /\u001b(?!\[\d{1,2}m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g,
    '\ufffd',
  )
}

/** File and memory names come from anywhere: nothing in them may drive the terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()
}

/** A memory's text for the terminal: lines and tabs stay, escape codes do not. */
export function printableText(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
