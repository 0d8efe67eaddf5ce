// Finds what another text quotes of given texts: whole lines and sentences, and long pieces of them, also where a
// quotation was cut, indented or written as JSON within JSON.

/** Start and end, in order, not overlapping. */
type Quote = readonly [start: number, end: number]
export type FindQuotes = (text: string) => Quote[]

/** Every run of so many characters is looked up. */
const WINDOW = 12
/** A shared run of this weight is a quotation, wherever it begins and ends. */
const LONG = 24
/** A whole line or sentence of this weight is one. Anything shorter occurs in too many texts. */
const WHOLE = 8
/** A text that repeats itself has the same run in many places; a few are enough to follow. */
const MOST_PLACES = 8

interface Source {
  text: string
  /** Its lines and sentences. */
  pieces: Quote[]
}

interface Place {
  source: Source
  at: number
}

export function quoteFinder(texts: readonly string[]): FindQuotes {
  // Line by line: whoever quotes may indent, and a covered line break would join two lines.
  const lines = texts.flatMap((text) => text.split(/\r?\n/)).map((line) => line.trim())
  const sources = [...new Set(lines.flatMap(writings))].map((text) => ({ text, pieces: piecesOf(text) }))
  const places = new Map<string, Place[]>()
  for (const source of sources) indexRuns(places, source)
  const known = new Uint8Array(SKETCHES)
  for (const run of places.keys()) known[sketch(run, 0)] = 1
  const short = new Set(
    sources.flatMap(({ text, pieces }) => pieces.map(([from, to]) => text.slice(from, to)).filter(isShort)),
  )
  return (text) => {
    const found: Quote[] = []
    for (let at = 0; at + WINDOW <= text.length; at++) {
      if (known[sketch(text, at)] === 0) continue
      const quote = longestAt(text, at, places.get(text.slice(at, at + WINDOW)) ?? [])
      if (!quote) continue
      found.push(quote)
      at = quote[1] - 1
    }
    for (const piece of short) found.push(...occurrences(text, piece))
    return joined(found.map((quote) => atBoundaries(text, quote)))
  }
}

const SKETCHES = 1 << 16

/** Most places differ within a few characters, without making a string of each. */
function sketch(text: string, at: number): number {
  let hash = text.charCodeAt(at)
  for (let i = 1; i < WINDOW; i += 2) hash = Math.imul(hash, 31) + text.charCodeAt(at + i)
  return hash & (SKETCHES - 1)
}

/** As it is, as JSON writes it, and as JSON within JSON does. */
function writings(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1)
  return [text, once, JSON.stringify(once).slice(1, -1)]
}

const SENTENCES = /[^.!?;。！？；]+[.!?;。！？；]*/g

function piecesOf(text: string): Quote[] {
  const sentences = [...text.matchAll(SENTENCES)].map(({ 0: piece, index }) => {
    const start = index + piece.length - piece.trimStart().length
    return [start, start + piece.trim().length] as const
  })
  return [[0, text.length] as const, ...sentences].filter(
    ([from, to]) => weight(text.slice(from, to)) >= WHOLE,
  )
}

/** A Chinese character says as much as several letters. */
function weight(text: string): number {
  let sum = 0
  for (const character of text) sum += character > '\u2e80' ? 2 : 1
  return sum
}

/** One plain word is no quotation. */
function isShort(piece: string): boolean {
  return piece.length < WINDOW && !/^\p{Script=Latin}+$/u.test(piece)
}

function indexRuns(places: Map<string, Place[]>, source: Source): void {
  for (let at = 0; at + WINDOW <= source.text.length; at++) {
    const run = source.text.slice(at, at + WINDOW)
    if (new Set(run).size < 4) continue
    const known = places.get(run)
    if (!known) places.set(run, [{ source, at }])
    else if (known.length < MOST_PLACES) known.push({ source, at })
  }
}

function longestAt(text: string, at: number, places: readonly Place[]): Quote | undefined {
  let longest: Quote | undefined
  for (const { source, at: there } of places) {
    const back = sharedBefore(text, at, source.text, there)
    const forth = sharedAfter(text, at, source.text, there)
    const from = there - back
    const to = there + forth
    const isWhole = source.pieces.some(([start, end]) => from <= start && end <= to)
    if (!isWhole && weight(source.text.slice(from, to)) < LONG) continue
    if (!longest || back + forth > longest[1] - longest[0]) longest = [at - back, at + forth]
  }
  return longest
}

function sharedBefore(text: string, at: number, other: string, there: number): number {
  let count = 0
  while (count < at && count < there && text[at - count - 1] === other[there - count - 1]) count++
  return count
}

function sharedAfter(text: string, at: number, other: string, there: number): number {
  let count = 0
  while (
    at + count < text.length &&
    there + count < other.length &&
    text[at + count] === other[there + count]
  )
    count++
  return count
}

function occurrences(text: string, piece: string): Quote[] {
  const found: Quote[] = []
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + piece.length))
    found.push([at, at + piece.length])
  return found
}

/** Neither half a character nor half an escape of JSON. */
function atBoundaries(text: string, [from, to]: Quote): Quote {
  let [start, end] = [from, to]
  if (isLow(text, start) && start > 0) start--
  if (isLow(text, end)) end++
  if (backslashesBefore(text, start) % 2 === 1) start++
  if (backslashesBefore(text, end) % 2 === 1) end--
  return [start, Math.max(start, end)]
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

function backslashesBefore(text: string, at: number): number {
  let count = 0
  while (count < at && text[at - count - 1] === '\\') count++
  return count
}

function joined(quotes: readonly Quote[]): Quote[] {
  const sorted = quotes.filter(([start, end]) => start < end).sort((a, b) => a[0] - b[0])
  const result: Quote[] = []
  for (const [start, end] of sorted) {
    const last = result.at(-1)
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)]
    else result.push([start, end])
  }
  return result
}
