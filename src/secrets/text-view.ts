// A text read in another way: parts of it replaced, with the way back to where everything stood.

/** What stands from `start` to `end` reads as `text`. */
export interface Edit {
  start: number
  end: number
  text: string
}

export interface TextView {
  text: string
  /** Original start of the character at each offset of `text`, and of the end. */
  starts: Int32Array
  /** False when the view starts or ends inside the original text: what touches such an edge may be cut. */
  opensText: boolean
  closesText: boolean
}

/** How far around an edit a secret may reach that only shows with it. */
const REACH = 2000

/** The parts of a text around its edits, each as one view. `edits`: in order, without overlaps. */
export function editedViews(text: string, edits: readonly Edit[]): TextView[] {
  const views: TextView[] = []
  let first = 0
  for (let i = 0; i < edits.length; i++) {
    const next = edits[i + 1]
    if (next && next.start - REACH <= edits[i]!.end + REACH) continue
    views.push(editedView(text, edits, first, i + 1))
    first = i + 1
  }
  return views
}

function editedView(text: string, edits: readonly Edit[], first: number, last: number): TextView {
  const from = wholeCharacter(text, edits[first]!.start - REACH)
  const to = wholeCharacter(text, edits[last - 1]!.end + REACH)
  let size = to - from
  for (let i = first; i < last; i++) size += edits[i]!.text.length
  const starts = new Int32Array(size + 1)
  const parts: string[] = []
  let length = 0
  const keep = (start: number, end: number) => {
    for (let i = start; i < end; i++) starts[length++] = i
    parts.push(text.slice(start, end))
  }
  let at = from
  for (let i = first; i < last; i++) {
    const edit = edits[i]!
    keep(at, edit.start)
    for (let k = 0; k < edit.text.length; k++) starts[length++] = edit.start
    parts.push(edit.text)
    at = edit.end
  }
  keep(at, to)
  starts[length] = to
  return { text: parts.join(''), starts, opensText: from === 0, closesText: to === text.length }
}

/** Steps off the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
