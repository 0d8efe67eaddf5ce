// A message of several sentences is asked piece by piece: one that asks, among others that only say what is going on,
// would be lost in their mean.
import { tokenize } from './tokens.ts'

/** Longer messages are cut into longer pieces. */
const MOST_PIECES = 4
/** Pasted code, as one piece. */
const CODE = /(```[\s\S]*?(?:```|$))/
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？；])|\n+/

/** In their order, together the whole message; what says nothing is left out. One: it need not be cut. */
export function piecesOf(message: string): string[] {
  const pieces = message
    .split(CODE)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(SENTENCE_END)))
    .map((piece) => piece.trim())
    .filter((piece) => tokenize(piece).length > 0)
  while (pieces.length > MOST_PIECES) joinShortest(pieces)
  return pieces
}

/** Joins the two neighbours that are the shortest together. */
function joinShortest(pieces: string[]): void {
  const lengthAt = (at: number) => (pieces[at]?.length ?? 0) + (pieces[at + 1]?.length ?? 0)
  let shortest = 0
  for (let at = 1; at + 1 < pieces.length; at++) if (lengthAt(at) < lengthAt(shortest)) shortest = at
  pieces.splice(shortest, 2, pieces.slice(shortest, shortest + 2).join('\n'))
}
