// Globs of triggers: case-sensitive, over the whole text. `*` and `**` are any characters, `/` included; `?` is one;
// `[a-z]` and `[!a]` are one of some. The time is bounded by text × glob, and by the steps that whoever asks has left.

/** How many comparisons may still be made, for all that is asked together. */
export interface Steps {
  left: number
}

type One = (code: number) => boolean

interface Segment {
  /** Where nothing but letters stand in it. */
  readonly literal: string | undefined
  readonly ones: readonly One[]
}

interface Glob {
  /** Between the stars. */
  readonly segments: readonly Segment[]
}

export function matchesGlob(glob: string, text: string, steps: Steps): boolean {
  const { segments } = readGlob(glob)
  const [first, ...rest] = segments
  if (first === undefined) return text === ''
  const last = rest.pop()
  if (last === undefined) return first.ones.length === text.length && isAt(first, text, 0, steps)
  const end = text.length - last.ones.length
  if (end < first.ones.length || !isAt(first, text, 0, steps) || !isAt(last, text, end, steps)) return false
  let at = first.ones.length
  for (const segment of rest) {
    const found = findSegment(segment, text, { at, end }, steps)
    if (found === undefined) return false
    at = found + segment.ones.length
  }
  return at <= end
}

/** The first place is the best one: what follows has the most room behind it. */
function findSegment(
  segment: Segment,
  text: string,
  { at, end }: { at: number; end: number },
  steps: Steps,
): number | undefined {
  const last = end - segment.ones.length
  if (segment.literal !== undefined) {
    steps.left -= 1 + (last - at) / 16
    const found = text.indexOf(segment.literal, at)
    return found >= 0 && found <= last ? found : undefined
  }
  for (let from = at; from <= last; from++) if (isAt(segment, text, from, steps)) return from
  return undefined
}

function isAt({ literal, ones }: Segment, text: string, from: number, steps: Steps): boolean {
  if (steps.left <= 0) return false
  steps.left--
  if (literal !== undefined) return text.startsWith(literal, from)
  for (let at = 0; at < ones.length; at++) {
    steps.left--
    if (!ones[at]?.(text.charCodeAt(from + at))) return false
  }
  return true
}

const KNOWN = new Map<string, Glob>()
/** More than the triggers of a store. */
const MOST_KNOWN = 5_000

function readGlob(glob: string): Glob {
  const known = KNOWN.get(glob)
  if (known) return known
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
  const read = { segments: splitStars(glob).map(readSegment) }
  KNOWN.set(glob, read)
  return read
}

/** A star inside of a class is a character. */
function splitStars(glob: string): string[] {
  return glob.split(/\*+(?![^[\]]*\])/)
}

function readSegment(text: string): Segment {
  const pieces = text.match(/\[!?\]?[^\]]*\]|[\s\S]/g) ?? []
  const isLiteral = pieces.every((piece) => piece.length === 1 && piece !== '?')
  return { literal: isLiteral ? text : undefined, ones: pieces.map(readOne) }
}

function readOne(piece: string): One {
  if (piece === '?') return () => true
  if (piece.length === 1) {
    const wanted = piece.charCodeAt(0)
    return (code) => code === wanted
  }
  const isNegated = piece.startsWith('[!')
  const ranges = rangesOf(piece.slice(isNegated ? 2 : 1, -1))
  return (code) => ranges.some(([from, to]) => code >= from && code <= to) !== isNegated
}

function rangesOf(set: string): [number, number][] {
  return [...set.matchAll(/([\s\S])-([\s\S])|([\s\S])/g)].map(([, from, to, one]) => {
    const start = (from ?? one ?? '').charCodeAt(0)
    return [start, to === undefined ? start : to.charCodeAt(0)]
  })
}
