// Text to terms, the same way for what is stored and what is asked. No engine's tokeniser does all of this:
// words without stop words, stemmed; identifiers whole and in parts; Chinese in overlapping pairs, simplified;
// Latin cut from the Chinese it is glued to; full-width, accents and case folded.
import { isAscii } from '../text/unicode.ts'
import {
  CJK,
  classOf,
  DIGIT,
  foldOf,
  LOWER,
  SILENT,
  UNDERSCORE,
  UPPER,
  WORD_SEPARATOR,
} from './characters.ts'
import { baseForm } from './irregular-forms.ts'
import { porterStem } from './porter.ts'
import { isChineseFunctionCharacter, isEnglishStopWord } from './stop-words.ts'

/** Longer words (base64, hashes glued together) are cut: nobody asks for what comes after. */
const LONGEST_WORD = 256
/** A term is a key. */
const LONGEST_TERM = 64
/** Strings up to 12 units are copied by the engine when cut; longer ones would keep their whole text alive. */
const LONGEST_CACHED = 12
const CACHE_SIZE = 60_000

const cache = new Map<string, readonly string[]>()

/** All terms of a text in reading order, with repetitions. Linear in its length. */
export function tokenize(text: string): string[] {
  const terms: string[] = []
  const source = isAscii(text) ? text : text.normalize('NFKC')
  const end = source.length
  let at = 0
  while (at < end) {
    const kind = classOf(source.charCodeAt(at))
    if (kind === WORD_SEPARATOR || kind === SILENT) at++
    else if (kind === CJK) at = pushPairs(source, at, terms)
    else at = pushWord(source, at, terms)
  }
  return terms
}

function pushWord(source: string, start: number, terms: string[]): number {
  const end = endOfWord(source, start)
  if (end - start > LONGEST_CACHED) {
    const word = source.slice(start, Math.min(end, start + LONGEST_WORD))
    for (const term of wordTerms(word)) terms.push(term)
    return end
  }
  const word = source.slice(start, end)
  let found = cache.get(word)
  if (!found) {
    found = wordTerms(word)
    if (cache.size >= CACHE_SIZE) cache.clear()
    cache.set(word, found)
  }
  for (const term of found) terms.push(term)
  return end
}

function endOfWord(source: string, start: number): number {
  let end = start + 1
  for (; end < source.length; end++) {
    const kind = classOf(source.charCodeAt(end))
    if (kind === WORD_SEPARATOR || kind === CJK) break
  }
  return end
}

/** The terms of one word: its stem, or for an identifier the whole and its parts. */
function wordTerms(word: string): string[] {
  const parts = splitIdentifier(word)
  if (parts.length === 0) return []
  if (parts.length === 1) return partTerm(parts[0] ?? '')
  const terms = [termOf(parts.join(''))]
  for (const part of parts) for (const term of partTerm(part)) terms.push(term)
  return terms
}

function partTerm(part: string): string[] {
  return isEnglishStopWord(part) ? [] : [termOf(baseForm(part))]
}

/** The same of `NodeJS` and of `nodejs`. */
function termOf(word: string): string {
  return (/^[a-z]+$/.test(word) ? porterStem(word) : word).slice(0, LONGEST_TERM)
}

/** Folded parts: `getHTTPName_v2` gives get, http, name, v, 2. A possessive 's is dropped. */
function splitIdentifier(word: string): string[] {
  const text = word.replace(/['\u2019\u2018\u02bc][sS]$/, '')
  const parts: string[] = []
  let part = ''
  let previous = WORD_SEPARATOR
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const kind = classOf(unit)
    if (kind === SILENT) continue
    if (part !== '' && startsPart(previous, kind, text, at)) {
      parts.push(part)
      part = ''
    }
    if (kind !== UNDERSCORE) part += String.fromCharCode(foldOf(unit))
    previous = kind
  }
  if (part !== '') parts.push(part)
  return parts
}

function startsPart(previous: number, kind: number, text: string, at: number): boolean {
  if (kind === UNDERSCORE) return true
  if (kind === DIGIT || previous === DIGIT) return kind !== previous
  if (kind !== UPPER) return false
  if (previous === LOWER) return true
  // The last capital of HTTPName belongs to Name, but that of URLs to URL.
  const isPlural = at + 2 === text.length && text.endsWith('s')
  return previous === UPPER && !isPlural && at + 1 < text.length && classOf(text.charCodeAt(at + 1)) === LOWER
}

/** Overlapping pairs of a run of CJK characters; a lone character stands for itself. */
function pushPairs(source: string, start: number, terms: string[]): number {
  let previous = foldedCharacter(source, start)
  let at = start + 1
  while (at < source.length && classOf(source.charCodeAt(at)) === CJK) {
    const current = foldedCharacter(source, at)
    if (!(isChineseFunctionCharacter(previous) && isChineseFunctionCharacter(current)))
      terms.push(previous + current)
    previous = current
    at++
  }
  if (at === start + 1) terms.push(previous)
  return at
}

function foldedCharacter(source: string, at: number): string {
  return String.fromCharCode(foldOf(source.charCodeAt(at)))
}
