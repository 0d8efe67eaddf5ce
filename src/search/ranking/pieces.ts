// A message of several sentences is asked piece by piece: one that asks, among others that only say what is going on,
// would be lost in their mean.

import { tokenize } from '../../base/terms/tokens.ts'
import { meanVectors } from '../catalog/embed-texts.ts'
import type { SearchQuery } from '../search.ts'
import { queryTerms } from '../text/terms.ts'
import type { QueryVector } from './candidates.ts'

/** Longer messages are cut into longer pieces. */
const MOST_PIECES = 4
/** Pasted code, as one piece. */
const CODE = /(```[\s\S]*?(?:```|$))/
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？；])|\n+/

/** In their order, together the whole message; what says nothing is left out. One: it need not be cut. */
export function piecesOf(message: string): string[] {
  const said = message
    .split(CODE)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(SENTENCE_END)))
    .map((piece) => piece.trim())
    .filter((piece) => tokenize(piece).length > 0)
  const pieces = joinRuns(said)
  while (pieces.length > MOST_PIECES) joinShortest(pieces)
  return pieces
}

/** Where there are more, such as the lines of a pasted log, neighbours are joined unseen: who compares all of them with each other never ends. */
const MOST_COMPARED = 256

function joinRuns(pieces: string[]): string[] {
  const run = Math.ceil(pieces.length / MOST_COMPARED)
  if (run <= 1) return pieces
  return Array.from({ length: Math.ceil(pieces.length / run) }, (_, at) =>
    pieces.slice(at * run, (at + 1) * run).join('\n'),
  )
}

/** What of a message is embedded: its pieces, or where it need not be cut the message itself. */
export function textsOf(message: string): string[] {
  const pieces = piecesOf(message)
  return pieces.length > 1 ? pieces : [message]
}

/** What is asked of a message, next to its text. */
export type AskedMessage = Required<Pick<SearchQuery, 'vectors' | 'pieces'>>

/** The whole is asked by the mean of its pieces. A piece of one term says too little to be asked by itself. */
export function asMessage(
  texts: readonly string[],
  vectors: readonly (readonly QueryVector[])[],
): AskedMessage {
  const pieces = texts.map((text, at) => ({ text, vectors: vectors[at] ?? [] }))
  const [only] = pieces
  if (only && pieces.length === 1) return { vectors: only.vectors, pieces: [] }
  return { vectors: meanVectors(pieces), pieces: pieces.filter(({ text }) => queryTerms(text).length > 1) }
}

/** Joins the two neighbours that are the shortest together. */
function joinShortest(pieces: string[]): void {
  const lengthAt = (at: number) => (pieces[at]?.length ?? 0) + (pieces[at + 1]?.length ?? 0)
  let shortest = 0
  for (let at = 1; at + 1 < pieces.length; at++) if (lengthAt(at) < lengthAt(shortest)) shortest = at
  pieces.splice(shortest, 2, pieces.slice(shortest, shortest + 2).join('\n'))
}
