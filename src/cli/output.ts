// What people and programs read. Results on stdout, everything else on stderr; colour only on a terminal. Memories that
// others wrote may hold secrets anywhere: they are cut out here, whatever the command.

import type { Language, Text } from '../base/messages/message.ts'
import { isMessage } from '../base/messages/message.ts'
import { mayHoldSecret, type Reader, redactFor, redactValues } from '../base/secrets/redact-for.ts'
import type { AgentText } from '../base/text/agent-text.ts'
import { inertLine, inertText, inertValues } from '../base/text/inert-text.ts'
import { printableLine, printableLines } from '../base/text/invisible.ts'
import { displayWidth } from '../base/text/unicode.ts'
import { formatTable, pad, type Table } from './format-table.ts'
import { isTerminal, openStream, outputTaken, writeTo } from './streams.ts'

export interface Output {
  readonly json: boolean
  readonly language: Language
  /** An agent that runs the command gets no more than it would get over MCP. */
  readonly reader: Reader
  /** The text in the person's language. */
  say(text: Text): string
  /** A line of the result; nothing in JSON mode. Where an agent reads it, it is inert. */
  print(line?: string): void
  /** The same of what is made for agents. `clean`: it was looked through for secrets already. */
  printText(text: AgentText, options?: { clean?: boolean }): void
  /** The one document of JSON mode, messages in the person's language; nothing otherwise. `made`: for agents, as it is. */
  data(data: unknown, made?: Readonly<Record<string, AgentText>>): void
  /** The same, where it is JSON already, in UTF-8, and contains no secret. */
  dataBytes(...json: readonly Uint8Array[]): void
  /** For people, on standard error. */
  note(line: string): void
  table(header: readonly string[], rows: readonly (readonly string[])[], options?: TableOptions): void
  /** The same for thousands of rows. */
  columns(header: readonly string[], columns: readonly (readonly string[])[], options?: TableOptions): void
  /** When everything is written: the scanner for secrets may still be loading. */
  written(): Promise<void>
  /** When standard output has taken all of it. Where it cannot, the process ends as for any result. */
  flushed(): Promise<void>
  /** Each write goes through `wrap` until the function that is returned is called: a prompt is redrawn around it. */
  wrapWrites(wrap: WrapWrite): () => void
  readonly paint: Paint
}

type WrapWrite = (write: () => void) => void

interface TableOptions {
  /** The column that is cut when the terminal is too narrow. Default: the last. */
  flexible?: number
  /** It was looked through for secrets already. */
  clean?: boolean
}

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

interface OutputOptions {
  json: boolean
  language: Language
  reader: Reader
  env: Readonly<Record<string, string | undefined>>
}

export function createOutput({ json, language, reader, env }: OutputOptions): Output {
  const terminal = isTerminal('stdout')
  const paint = createPaint(env.NO_COLOR ? false : env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : terminal)
  const lines = createQueue()
  const readable = (line: string) => tame(reader === 'agent' ? inertText(line) : line)
  // Secrets first: what is inert may not be known as one any more.
  const write = (stream: 'stdout' | 'stderr', line: string, show: (line: string) => string) =>
    lines.put(stream, mayHoldSecret(line) ? redactFor(line, reader).then(show) : show(line))
  const printColumns: Output['columns'] = (header, columns, { clean, flexible } = {}) => {
    if (json) return
    const width = terminal ? (openStream('stdout').columns ?? 100) : Number.POSITIVE_INFINITY
    const format = (given: typeof columns) => {
      const cells = reader === 'agent' ? given.map((column) => column.map(inertLine)) : given
      return paintedTable(
        { header, columns: cells, width, ...(flexible !== undefined && { flexible }) },
        paint,
      )
    }
    // Before cells are cut: half a secret would not be known as one. Most cells of a long table are in it many times.
    const suspect = clean !== true && [...new Set(columns.flat())].some(mayHoldSecret)
    if (suspect)
      lines.put(
        'stdout',
        redactValues(columns, reader).then((cells) => [...format(cells)].join('\n')),
      )
    else for (const text of format(columns)) lines.put('stdout', text)
  }
  return {
    json,
    language,
    reader,
    paint,
    say: (text) => text[language],
    print: (line = '') => {
      if (!json) write('stdout', line, readable)
    },
    printText: (text, { clean } = {}) => {
      if (json) return
      if (clean) lines.put('stdout', tame(text))
      else write('stdout', text, tame)
    },
    data: (data, made) => {
      if (!json) return
      const fields = JSON.stringify(data, (_, value) => (isMessage(value) ? value[language] : value))
      const suspect = mayHoldSecret(fields) || mayHoldSecret(JSON.stringify(made ?? {}))
      lines.put('stdout', suspect ? cleanAnswer(fields, made, reader) : answerText(fields, made, reader))
    },
    dataBytes: (...bytes) => {
      if (json) lines.put('stdout', [Buffer.from('{"ok":true,"data":'), ...bytes, Buffer.from('}')])
    },
    note: (line) => write('stderr', isTerminal('stderr') ? line : line.replace(PAINT, ''), readable),
    table: (header, rows, options) =>
      printColumns(
        header,
        header.map((_, i) => rows.map((row) => row[i] ?? '')),
        options,
      ),
    columns: printColumns,
    written: lines.written,
    wrapWrites: lines.wrapWrites,
    flushed: async () => {
      await lines.written()
      await outputTaken()
    },
  }
}

type Made = Readonly<Record<string, AgentText>> | undefined

async function cleanAnswer(fields: string, made: Made, reader: Reader): Promise<string> {
  const clean = await redactValues({ fields: JSON.parse(fields) as unknown, made }, reader)
  return answerText(JSON.stringify(clean.fields), clean.made, reader)
}

/** `fields`: JSON, which is taken apart only where something changes in it. */
function answerText(fields: string, made: Made, reader: Reader): string {
  const inert = reader === 'agent' ? JSON.stringify(inertValues(JSON.parse(fields))) : fields
  const whole = made ? JSON.stringify({ ...(JSON.parse(inert) as object), ...made }) : inert
  return `{"ok":true,"data":${whole}}`
}

function* paintedTable(table: Table, paint: Paint): Generator<string> {
  const texts = formatTable(table)
  yield paint.dim(tame(texts.next().value ?? ''))
  for (const text of texts) yield tame(text)
}

const writeDirectly: WrapWrite = (write) => write()

/** Writes at once what is ready, and keeps the order when something is not. */
function createQueue() {
  let waiting = 0
  let last = Promise.resolve()
  let wrap: WrapWrite = writeDirectly
  return {
    put(stream: 'stdout' | 'stderr', text: Written | Promise<Written>): void {
      if (waiting === 0 && !(text instanceof Promise)) {
        wrap(() => writeLine(stream, text))
        return
      }
      waiting++
      last = last.then(async () => {
        const ready = await text
        wrap(() => writeLine(stream, ready))
        waiting--
      })
    },
    written: () => last,
    wrapWrites(given: WrapWrite) {
      wrap = given
      return () => {
        wrap = writeDirectly
      }
    },
  }
}

/** Bytes in pieces: joining megabytes once more costs as much as writing them. */
type Written = string | readonly Uint8Array[]

function writeLine(stream: 'stdout' | 'stderr', text: Written): void {
  for (const piece of typeof text === 'string' ? [`${text}\n`] : [...text, '\n']) writeTo(stream, piece)
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

/** Label and value, the values below each other. Empty values are left out. */
export function formatFacts(facts: readonly (readonly [string, string | undefined])[]): [string, string][] {
  const width = Math.max(0, ...facts.map(([label]) => displayWidth(label)))
  return facts.flatMap(([label, value]): [string, string][] => (value ? [[pad(label, width), value]] : []))
}

const PAINT = /\u001b\[\d{1,2}m/g

/** The last line of defence: of all escape codes only our own colours reach a terminal. */
export function tame(line: string): string {
  return line.replace(
    /\u001b(?!\[\d{1,2}m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g,
    '\ufffd',
  )
}

/** File and memory names come from anywhere: nothing in them may drive the terminal. */
export function printable(text: string): string {
  return printableLine(text)
}

/** A memory's text for the terminal: lines and tabs stay, escape codes do not. */
export function printableText(text: string): string {
  return printableLines(text)
}
