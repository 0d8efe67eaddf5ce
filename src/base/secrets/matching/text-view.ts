// A text read in another way: parts of it replaced, with the way back to the original positions.

/** What is between `start` and `end` reads as `text`. */
export interface Edit {
  start: number
  end: number
  text: string
}

export interface TextView {
  text: string
  /** Where the character at an offset of `text` began in the original; also for the end. */
  startOf(offset: number): number
  /** False when the view starts or ends inside the original text: what touches such an edge may be cut. */
  opensText: boolean
  closesText: boolean
}

/** How far around an edit a secret may reach that only shows with it. */
const REACH = 2000

/** The parts of a text around its edits, each as one view. `edits`: in order, without overlaps. */
export function editedViews(text: string, edits: readonly Edit[]): TextView[] {
  const views: TextView[] = []
  let group: Edit[] = []
  for (const [i, edit] of edits.entries()) {
    group.push(edit)
    const next = edits[i + 1]
    if (next && next.start - REACH <= edit.end + REACH) continue
    views.push(editedView(text, group))
    group = []
  }
  return views
}

function editedView(text: string, edits: readonly Edit[]): TextView {
  const from = wholeCharacter(text, (edits[0]?.start ?? 0) - REACH)
  const to = wholeCharacter(text, (edits.at(-1)?.end ?? text.length) + REACH)
  let size = to - from
  for (const edit of edits) size += edit.text.length
  const starts = new Int32Array(size + 1)
  const parts: string[] = []
  let length = 0
  const keep = (start: number, end: number) => {
    for (let i = start; i < end; i++) starts[length++] = i
    parts.push(text.slice(start, end))
  }
  let at = from
  for (const edit of edits) {
    keep(at, edit.start)
    for (let k = 0; k < edit.text.length; k++) starts[length++] = edit.start
    parts.push(edit.text)
    at = edit.end
  }
  keep(at, to)
  starts[length] = to
  return {
    text: parts.join(''),
    startOf: (offset) => starts[offset] ?? to,
    opensText: from === 0,
    closesText: to === text.length,
  }
}

/** Steps off the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
