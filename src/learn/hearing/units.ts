// The pieces of a message that may be a statement: each sentence, its clauses, and every part of it from a comma, a dash
// or a conjunction on, so that a rule inside an order is found: "bump the timeout to 90s, their api takes a minute".
import { type Passage, typedPassages } from '../../models/typed-messages.ts'
import { isChinese, sentencesOf, trimmed } from './sentences.ts'

type UnitKind = 'sentence' | 'clause' | 'suffix'

export interface Unit extends Passage {
  readonly kind: UnitKind
  /** Place of its sentence in the message. */
  readonly at: number
  readonly sentence: Passage
}

export interface ReadMessage {
  readonly text: string
  readonly sentences: readonly Passage[]
  readonly units: readonly Unit[]
  /** Of the message's characters, those that the person typed as prose. */
  readonly typedShare: number
}

/** A message of more sentences is somebody's document: its first and last say what the person wants of it. */
const MOST_SENTENCES = 16
const MOST_CUTS = 5

export function readMessage(text: string): ReadMessage {
  const passages = typedPassages(text)
  const all = passages.flatMap(sentencesOf)
  const half = MOST_SENTENCES / 2
  const sentences =
    all.length <= MOST_SENTENCES ? all : [...all.slice(0, half), ...all.slice(all.length - half)]
  const typed = passages.reduce((sum, passage) => sum + passage.text.length, 0)
  return {
    text,
    sentences,
    units: sentences.flatMap((sentence, at) => unitsOf(sentence, at)),
    typedShare: typed / Math.max(1, text.trim().length),
  }
}

const ENGLISH_CUT =
  /(?:[,;:(]|\s[-–—]{1,2})\s+(?:(?:and|but|so|or|plus|then|also|because|since|as)\s+){0,2}|\s(?:and|but|so|because|since|cause|cos|bc)\s+/gi
/** Many type a space where others type a comma. */
const CHINESE_CUT =
  /[，；：]\s*|[,;:](?![/\d\\])\s*|\s*[—–-]{2,}\s*|\s+-\s+|(?<=\p{Script=Han}\p{Script=Han})\s+(?=\p{Script=Han})/gu

export function unitsOf(sentence: Passage, at: number): Unit[] {
  const { text, start } = sentence
  const cuts = cutsOf(text)
  const ends = [...cuts.map(({ end }) => end), text.length]
  const units = new Map<string, Unit>()
  const add = (from: number, to: number, kind: UnitKind) => {
    const piece = trimmed({ text: text.slice(from, to), start: start + from })
    if (isLongEnough(piece.text) && !units.has(piece.text))
      units.set(piece.text, { ...piece, kind, at, sentence })
  }
  add(0, text.length, 'sentence')
  if (cuts.length === 0) return [...units.values()]
  for (const [index, from] of [0, ...cuts.map(({ next }) => next)].entries()) {
    if (index > 0) add(from, text.length, 'suffix')
    add(from, ends[index] ?? text.length, 'clause')
  }
  return [...units.values()]
}

interface Cut {
  /** Where what stands before it ends. */
  end: number
  /** Where what follows begins. */
  next: number
}

function cutsOf(text: string): Cut[] {
  const cuts = [...text.matchAll(isChinese(text) ? CHINESE_CUT : ENGLISH_CUT)].map(({ 0: mark, index }) => ({
    end: index,
    next: index + mark.length,
  }))
  return cuts.slice(0, MOST_CUTS)
}

/** Three words, or four characters of which two are Chinese. */
function isLongEnough(text: string): boolean {
  if (isChinese(text)) return [...text].length >= 4
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’/.@:-]*/gu)?.length ?? 0) >= 3
}
