// The statements of a memory's body with their places, so that one can be taken out or replaced and every other byte
// stays. A statement is a sentence, an item or a line; a block of code is one.

export interface Statement {
  /** As it stands in the body, without the mark of its line. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Quoted from somebody, or code: never rewritten. */
  readonly isQuotation: boolean
  /** The title of a part: it goes with what it is the title of. */
  readonly isHeading: boolean
  /** What goes with it where it is the only statement there: its line or lines, with their end. */
  readonly lines: readonly [start: number, end: number]
}

const FENCE = /^[ \t]*(`{3,}|~{3,})/
const MARK = /^[ \t]*(?:(?:#{1,6}|[-*+]|\d{1,3}[.)]|>)[ \t]+)*/
const SENTENCE_END =
  /(?<=[.!?])(?<!(?:^|[\s(（])(?:e\.g|i\.e|cf|vs|approx|mr|mrs|ms|dr|no)\.)[ \t]+|(?<=[。！？；])/giu

export function splitStatements(body: string): Statement[] {
  const statements: Statement[] = []
  let fence: { mark: string; start: number } | undefined
  for (const [start, end] of linesOf(body)) {
    const line = body.slice(start, end).replace(/\r?\n$/, '')
    const mark = FENCE.exec(line)?.[1]
    if (fence) {
      if (!mark?.startsWith(fence.mark)) continue
      statements.push(blockOf(body, fence.start, end))
      fence = undefined
    } else if (mark) fence = { mark, start }
    else statements.push(...sentencesOf(line, start, end))
  }
  // A block that nobody closed reaches to the end.
  if (fence) statements.push(blockOf(body, fence.start, body.length))
  return statements
}

function* linesOf(body: string): Generator<[number, number]> {
  let start = 0
  while (start < body.length) {
    const at = body.indexOf('\n', start)
    const end = at < 0 ? body.length : at + 1
    yield [start, end]
    start = end
  }
}

function blockOf(body: string, start: number, end: number): Statement {
  const text = body.slice(start, end).replace(/\r?\n$/, '')
  return {
    text,
    start,
    end: start + text.length,
    isQuotation: true,
    isHeading: false,
    lines: [start, end],
  }
}

function sentencesOf(line: string, from: number, to: number): Statement[] {
  const mark = MARK.exec(line)?.[0] ?? ''
  const rest = line.slice(mark.length)
  const pieces: [number, number][] = []
  let begin = 0
  for (const { 0: gap, index } of rest.matchAll(SENTENCE_END)) {
    pieces.push([begin, index])
    begin = index + gap.length
  }
  pieces.push([begin, rest.length])
  const found = pieces
    .map(([start, end]) => trimmed(rest, start, end))
    .filter(([start, end]) => /[\p{L}\p{N}]/u.test(rest.slice(start, end)))
  return found.map(([start, end]) => ({
    text: rest.slice(start, end),
    start: from + mark.length + start,
    end: from + mark.length + end,
    isQuotation: mark.includes('>'),
    isHeading: mark.includes('#'),
    lines: [from, to],
  }))
}

function trimmed(text: string, from: number, to: number): [number, number] {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text.charAt(start))) start++
  while (end > start && /\s/.test(text.charAt(end - 1))) end--
  return [start, end]
}

/** By the statement's position: another text in its place, or `null` to take it out. */
type StatementEdits = ReadonlyMap<number, string | null>

/** The body with these edits, and every other byte as it was. */
export function editStatements(body: string, edits: StatementEdits): string {
  const statements = splitStatements(body)
  let result = ''
  let done = 0
  const keepUntil = (at: number) => {
    if (at > done) result += body.slice(done, at)
    done = Math.max(done, at)
  }
  for (const [at, statement] of statements.entries()) {
    const edit = edits.get(at)
    if (edit === undefined) continue
    const isWhole = edit === null && isLineEmptied(statements, edits, statement)
    const [start, end] = isWhole ? statement.lines : [statement.start, statement.end]
    keepUntil(start)
    if (edit !== null) result += edit
    done = Math.max(done, end)
    // Between two sentences one gap is enough.
    if (edit === null && !isWhole) done += /^[ \t]*/.exec(body.slice(done))?.[0].length ?? 0
  }
  keepUntil(body.length)
  return result
}

/** All that its line says goes. */
function isLineEmptied(
  statements: readonly Statement[],
  edits: StatementEdits,
  { lines: [start] }: Statement,
): boolean {
  return statements.every((other, at) => other.lines[0] !== start || edits.get(at) === null)
}

/** The body with one more statement at its end, in the form of what is there. */
export function appendStatement(body: string, text: string): string {
  const eol = /\r\n|\n/.exec(body)?.[0] ?? '\n'
  const rest = body.trimEnd()
  if (rest === '') return `${text}${eol}`
  const last = rest.slice(rest.lastIndexOf('\n') + 1)
  const mark = /^[ \t]*[-*+][ \t]+/.exec(last)?.[0]
  return mark === undefined ? `${rest}${eol}${eol}${text}${eol}` : `${rest}${eol}${mark}${text}${eol}`
}
