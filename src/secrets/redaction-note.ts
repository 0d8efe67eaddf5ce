// The note that stands where a secret was. The scanner knows its own notes and looks through them, so that a
// redacted text stays as it is.

const NOTE = /\[redacted: ([a-z0-9-]{2,60})\]/g
const MARK = '[redacted: '

export function redactionNote(rule: string): string {
  return `${MARK}${rule}]`
}

export interface NoteSpans {
  overlaps(start: number, end: number): boolean
}

const NONE: NoteSpans = { overlaps: () => false }

/** Only notes that name a rule of ours count: nobody can hide a secret inside something that looks like a note. */
export function noteSpans(text: string, rules: ReadonlySet<string>): NoteSpans {
  if (!text.includes(MARK)) return NONE
  const starts: number[] = []
  const ends: number[] = []
  for (const note of text.matchAll(NOTE)) {
    if (!rules.has(note[1]!)) continue
    starts.push(note.index)
    ends.push(note.index + note[0].length)
  }
  return starts.length === 0 ? NONE : { overlaps: (start, end) => overlapsAny(starts, ends, start, end) }
}

/** Binary search for the last note that starts before `end`. */
function overlapsAny(
  starts: readonly number[],
  ends: readonly number[],
  start: number,
  end: number,
): boolean {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! < end) low = middle + 1
    else high = middle
  }
  return low > 0 && ends[low - 1]! > start
}
