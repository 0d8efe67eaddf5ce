// Which parts of a Markdown text are code and which are comments: includes and comments inside code mean nothing.
//
// Not a Markdown parser: fences, indented blocks, code spans and HTML comments, in one pass, in linear time.

interface Segment {
  kind: 'text' | 'code' | 'comment'
  text: string
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/
const INDENTED = /^(?: {4}| {0,3}\t)[ \t]*\S/

interface Scan {
  text: string
  /** Where the last comment could end; -1 for none. */
  lastClose: number
  runs: Map<number, number[]>
  segments: Segment[]
}

/** Joined again, the segments are the text. */
export function markdownSegments(text: string): Segment[] {
  const segments: Segment[] = []
  const scan: Scan = { text, lastClose: text.lastIndexOf('-->'), runs: backtickRuns(text), segments }
  let at = 0
  let inList = false
  let mayIndent = true
  while (at < text.length) {
    const line = lineAt(text, at)
    const fence = FENCE.exec(line.content)?.[1]
    if (fence) {
      const end = fenceEnd(text, line.end, fence)
      push(segments, 'code', text.slice(at, end))
      at = end
      continue
    }
    const blank = line.content.trim() === ''
    if (mayIndent && !inList && INDENTED.test(line.content)) {
      push(segments, 'code', text.slice(at, line.end))
      at = line.end
      continue
    }
    if (LIST_ITEM.test(line.content)) inList = true
    else if (!blank && /^\S/.test(line.content)) inList = false
    mayIndent = blank
    at = inlineSegments(scan, at, line.end)
  }
  return segments
}

interface Line {
  content: string
  /** Behind its line end. */
  end: number
}

function lineAt(text: string, at: number): Line {
  const newline = text.indexOf('\n', at)
  const end = newline < 0 ? text.length : newline + 1
  return { content: text.slice(at, newline < 0 ? text.length : newline).replace(/\r$/, ''), end }
}

function fenceEnd(text: string, from: number, fence: string): number {
  for (let at = from; at < text.length; ) {
    const line = lineAt(text, at)
    const bare = line.content.replace(/^[ \t>]+/, '').trimEnd()
    if (bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length)) return line.end
    at = line.end
  }
  return text.length
}

/** Spans and comments of one line; one that spans several lines is taken whole. Gives where it stopped. */
function inlineSegments(scan: Scan, from: number, lineEnd: number): number {
  const { text, lastClose, segments } = scan
  let start = from
  let at = from
  let end = lineEnd
  while (at < end) {
    const character = text[at]
    if (character === '\\') {
      at += 2
      continue
    }
    const close = character === '`' ? spanEnd(scan, at) : commentEnd(text, at, lastClose)
    if (close === undefined) {
      at += character === '`' ? runLength(text, at) : 1
      continue
    }
    push(segments, 'text', text.slice(start, at))
    push(segments, character === '`' ? 'code' : 'comment', text.slice(at, close))
    start = at = close
    if (close > end) end = lineAt(text, close).end
  }
  const stop = Math.max(Math.min(at, text.length), end)
  push(segments, 'text', text.slice(start, stop))
  return stop
}

function runLength(text: string, at: number): number {
  let end = at
  while (text[end] === '`') end++
  return end - at
}

/** A span ends at a run of the same length, within its paragraph. */
function spanEnd({ text, runs }: Scan, at: number): number | undefined {
  const length = runLength(text, at)
  const positions = runs.get(length) ?? []
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? Infinity) < at + length) low = middle + 1
    else high = middle
  }
  const close = positions[low]
  if (close === undefined || /\n[ \t]*\r?\n/.test(text.slice(at, close))) return undefined
  return close + length
}

/** Where runs of backticks begin, by their length: looked up, so that many of them cost no more than few. */
function backtickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = runs.get(run.length)
    if (known) known.push(index)
    else runs.set(run.length, [index])
  }
  return runs
}

/** One that is never closed is text. */
function commentEnd(text: string, at: number, lastClose: number): number | undefined {
  if (at + 4 > lastClose || !text.startsWith('<!--', at)) return undefined
  return text.indexOf('-->', at + 4) + 3
}

function push(segments: Segment[], kind: Segment['kind'], text: string): void {
  if (text === '') return
  const last = segments.at(-1)
  if (last?.kind === kind && kind === 'text') last.text += text
  else segments.push({ kind, text })
}

/** The text without its comments. A line that held nothing else goes with them. */
export function dropComments(text: string): string {
  const segments = markdownSegments(text)
  if (!segments.some((segment) => segment.kind === 'comment')) return text
  const marked = segments
    .map((segment) => (segment.kind === 'comment' ? '\u0000' : segment.text.replaceAll('\u0000', '')))
    .join('')
  return marked.replace(/^[ \t]*\u0000[ \t\u0000]*(?:\r?\n|$)/gm, '').replaceAll('\u0000', '')
}
