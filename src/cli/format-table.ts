// A table for a terminal, from columns: of ten thousand rows an array and an object each would cost more than the text.
import { printableLine } from '../base/text/invisible.ts'
import { cutToWidth, displayWidth } from '../base/text/unicode.ts'

export interface Table {
  header: readonly string[]
  /** All of one length. Cells may hold no escape codes: they are measured and cut. */
  columns: readonly (readonly string[])[]
  /** The terminal's width. */
  width: number
  /** The column that is cut when the terminal is too narrow. Default: the last. */
  flexible?: number
}

const GAP = '  '
/** A column that is cut keeps so much. */
const LEAST_WIDTH = 16
/** So many lines at once: strings that are joined soon cost the garbage collector nothing. */
const LINES = 256

/** The line of the header, then the others, many joined by line ends. */
export function* formatTable({ header, columns: cells, width, flexible: chosen }: Table): Generator<string> {
  const last = header.length - 1
  const flexible = chosen ?? last
  // What is neither padded nor decides about others is not measured.
  const columns = header.map((title, i) => measure(title, cells[i] ?? [], i === last && i === flexible))
  const others = columns.reduce(
    (sum, { widest }, i) => (i === flexible ? sum : sum + widest),
    GAP.length * last,
  )
  const room = Math.max(LEAST_WIDTH, width - others)
  const fitted = columns.map(({ widest }, i) => (i === flexible ? Math.min(widest, room) : widest))
  yield header.map((title, i) => (i === last ? title : pad(title, fitted[i] ?? 0))).join(GAP)
  const line = (at: number) => {
    let text = ''
    for (let i = 0; i < last; i++) {
      const { texts, widths } = columns[i]!
      text += padded(texts[at]!, widths[at]!, fitted[i]!)
      text += GAP
    }
    const end = columns[last]!.texts[at]!
    return text + (last === flexible && room < Number.POSITIVE_INFINITY ? cutToWidth(end, room) : end)
  }
  const count = cells[0]?.length ?? 0
  for (let from = 0; from < count; from += LINES) {
    let lines = line(from)
    for (let at = from + 1; at < Math.min(count, from + LINES); at++) lines += `\n${line(at)}`
    yield lines
  }
}

interface Column {
  texts: readonly string[]
  /** How wide each text is, in columns of the terminal. */
  widths: readonly number[]
  widest: number
}

function measure(title: string, cells: readonly string[], isOpen: boolean): Column {
  if (isOpen) return { texts: cells.map(printableLine), widths: [], widest: Number.POSITIVE_INFINITY }
  const texts: string[] = []
  const widths: number[] = []
  let widest = displayWidth(title)
  const known = new Map<string, { text: string; own: number }>()
  const measured = (cell: string) => {
    const text = printableLine(cell)
    return { text, own: displayWidth(text) }
  }
  for (const cell of cells) {
    const { text, own } = known.get(cell) ?? measured(cell)
    // Few columns have more different cells than this and characters that take long to measure.
    if (known.size < MOST_KNOWN) known.set(cell, { text, own })
    if (own > widest) widest = own
    texts.push(text)
    widths.push(own)
  }
  return { texts, widths, widest }
}

const MOST_KNOWN = 64

function padded(text: string, own: number, most: number): string {
  if (own > most) return pad(cutToWidth(text, most), most)
  return own === most ? text : text + spaces(most - own)
}

export function pad(text: string, width: number): string {
  return text + spaces(Math.max(0, width - displayWidth(text)))
}

const SPACES = Array.from({ length: 64 }, (_, length) => ' '.repeat(length))

function spaces(length: number): string {
  return SPACES[length] ?? ' '.repeat(length)
}
