// A text as the words that carry its meaning: forms, spellings and known rewordings brought together, what says nothing
// left out, and what must be equal to the letter (code, paths, flags, numbers) kept as it is.
import { digitsForNumerals, digitsForWords, unitOf } from './quantities.ts'
import { baseForm, FILLERS, JOINTS, LIMITS, PERSONS, PHRASES, SAME_LIMITS, SYNONYMS } from './rewordings.ts'
import { CHINESE_FILLERS, CHINESE_LIMITS, CHINESE_REWORDINGS } from './rewordings-chinese.ts'

/**
 * `word`: says something. `exact`: a number, code, a path, a flag. `limit`: not, only, before, at least. `person`: I,
 * we, you. `joint`: begins a phrase. `mark`: ends one.
 */
export type MeaningKind = 'word' | 'exact' | 'limit' | 'person' | 'joint' | 'mark'

export interface MeaningWord {
  key: string
  kind: MeaningKind
  /** As it was written, in lower case. */
  form: string
  /** The word before it, whatever it was, in lower case. */
  after: string
}

const CODE = /`([^`\n]+)`/g
const PIECE =
  /\p{Script=Han}|[，。；：！？、（）《》“”「」…]|(?:(?![，。；：！？、（）《》“”「」…])[^\s\p{Script=Han}])+/gu
const LIST_MARK = /^[ \t]*(?:#{1,6}|[-*+>]|\d{1,3}[.)])[ \t]+/gm
const HAN = /^\p{Script=Han}$/u

/** In reading order. Linear in the length. */
export function meaningWords(text: string): MeaningWord[] {
  const found: MeaningWord[] = []
  let [end, after] = [0, '']
  const add = (key: string, kind: MeaningKind, form = key) => found.push({ key, kind, form, after })
  const readPlain = (part: string) => {
    for (const [piece] of reworded(part).matchAll(PIECE)) {
      readPiece(piece, found.at(-1), add)
      after = piece.toLowerCase()
    }
  }
  const plain = ascii(text)
  for (const code of plain.matchAll(CODE)) {
    readPlain(plain.slice(end, code.index))
    for (const piece of code[1]!.split(/\s+/).filter(Boolean)) add(piece.replace(/[:,;]$/, ''), 'exact')
    end = code.index + code[0].length
  }
  readPlain(plain.slice(end))
  return withoutCommand(found)
}

/** "You must use tabs" is "Use tabs"; "Tests must pass" is not "Tests pass". */
function withoutCommand(words: MeaningWord[]): MeaningWord[] {
  const at = words.findIndex(({ kind }) => kind !== 'person')
  return words[at]?.key === 'must' ? words.toSpliced(at, 1) : words
}

/** Full width and typographic quotes; not more, or 10³ would become 103. */
function ascii(text: string): string {
  return text
    .normalize('NFC')
    .replace(LIST_MARK, '')
    .replace(/[\uff01-\uff5e]/g, (wide) =>
      /[，；：！？（）]/.test(wide) ? wide : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
    )
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
}

function reworded(part: string): string {
  let text = PHRASES.reduce((done, [pattern, said]) => done.replace(pattern, said), digitsForWords(part))
  if (!/\p{Script=Han}/u.test(text)) return text
  for (const [pattern, said] of CHINESE_REWORDINGS) text = text.replace(pattern, said)
  return digitsForNumerals(text)
}

type Add = (key: string, kind: MeaningKind, form?: string) => void

function readPiece(piece: string, previous: MeaningWord | undefined, add: Add): void {
  if (HAN.test(piece)) {
    readHan(piece, add)
    return
  }
  // A mark at the end is no part of the word; one at the beginning may be: -d, /etc, *.ts, #4.
  const bare = piece.replace(/^["'([{“«]+|["')\]}”».,;:!?]+$/g, '')
  const closed = /[.,;:!?)\]}]["']?$/.test(piece)
  if (bare === '') {
    add('|', 'mark')
    return
  }
  if (piece === '、') add('and', 'joint')
  else if (/^\p{P}+$/u.test(bare) && !/[*%#@&/\\]/.test(bare)) add('|', 'mark')
  else readWord(bare.replace(/'s?$/i, ''), previous, add)
  if (closed) add('|', 'mark')
}

function readHan(character: string, add: Add): void {
  if (CHINESE_FILLERS.has(character)) return
  if (character === '和') add('and', 'joint')
  else if (CHINESE_LIMITS.has(character)) add(character, 'limit')
  else if (/[我你他她]/.test(character)) add(character, 'person')
  else add(character, 'word')
}

const NUMBER = /^[$€£¥+-]?\d[\d.,:/]*%?$/
const AMOUNT = /^([$€£¥+-]?\d[\d.,]*)([\p{L}]{1,5})$/u
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

function readWord(word: string, previous: MeaningWord | undefined, add: Add): void {
  const isCounted = previous?.kind === 'exact' && NUMBER.test(previous.form)
  // Service A: a name, where no sentence begins.
  if (/^[A-HJ-Z]$/.test(word) && previous !== undefined && previous.kind !== 'mark') {
    add(word, 'exact')
    return
  }
  const unit = isCounted
    ? (unitOf(word) ?? (/^[ap]\.?m$/i.test(word) ? word.replace('.', '').toLowerCase() : undefined))
    : undefined
  const amount = AMOUNT.exec(word)
  if (unit !== undefined) add(unit, 'exact')
  else if (NUMBER.test(word)) add(plainNumber(word), 'exact', plainNumber(word))
  else if (amount) {
    const ordinal = /^(?:st|nd|rd|th)$/i.test(amount[2]!)
    add(ordinal ? `#${amount[1]}` : plainNumber(amount[1]!), 'exact')
    if (!ordinal) add(unitOf(amount[2]!) ?? amount[2]!, 'exact')
  } else if (/^\p{L}[\p{L}\p{M}]*$/u.test(word) && !isIdentifier(word)) readLetters(word, add)
  else if (/^\p{L}+(?:-\p{L}+)+$/u.test(word))
    for (const part of word.split('-')) readLetters(part, (key, kind) => add(key, kind))
  else if (word === 'be_name') add(word, 'joint')
  else if (LIMITS.has(word.toLowerCase())) add(word.toLowerCase(), 'limit')
  else if (/^(?:each|here)_\w+$/.test(word)) add(word.toLowerCase(), 'word')
  else add(word, 'exact')
}

/** getUser, but not PostgreSQL. */
function isIdentifier(word: string): boolean {
  return /\p{Ll}\p{Lu}/u.test(word) && !SYNONYMS.has(word.toLowerCase())
}

function readLetters(word: string, add: Add): void {
  const lower = word.toLowerCase()
  const ordinal = ORDINALS.indexOf(lower)
  // The US office and the IT team are no pronouns.
  const isName = word.length > 1 && word === word.toUpperCase() && !LIMITS.has(lower)
  if (isName || !/^[a-z]+$/.test(lower)) add(SYNONYMS.get(lower) ?? lower.replace(/e$/, ''), 'word', lower)
  else if (JOINTS.has(lower)) add(lower, 'joint')
  else if (LIMITS.has(lower)) add(SAME_LIMITS.get(lower) ?? lower, 'limit', lower)
  else if (PERSONS.has(lower)) add(PERSONS.get(lower)!, 'person', lower)
  else if (ordinal >= 0) add(`#${ordinal + 1}`, 'exact')
  else if (!FILLERS.has(lower)) add(baseForm(lower), 'word', lower)
}

/** 1,000 is 1000 and 08 is 8; 1.2, 1:2 and 1/2 are three. */
function plainNumber(number: string): string {
  return number
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(/(?<![\d.:/])0+(?=\d)/g, '')
    .replace(/[.,:/]+$/, '')
}
