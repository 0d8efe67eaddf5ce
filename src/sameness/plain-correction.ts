// Whether a new statement plainly takes back an older one. A small table, strict on purpose: a match hides a memory.
// Everything less plain is left to people, and later to a model (docs/decisions/sameness.md).
import { isName, isNegated } from './exact-difference.ts'
import { scaleOf } from './scale-of.ts'
import { statementsOf, type Word, wordsOf } from './words.ts'

/** ended: "no longer"; replaced: "instead of"; changed: "now", 改用. */
export type Correction = 'ended' | 'replaced' | 'changed'

const ENDED = /\bno longer\b|不再/iu
const REPLACED = /\b(?:instead of|rather than)\b|而不是/iu
const NOW = /(?<!\b(?:for|from|right|until|till|by|just|even|up to) )\bnow\b(?! (?:and then|that))|现在/iu
/** Takes the place of a verb in the older text, and may be said to be done. */
const CHANGED_TO = /(?:已经?)?(?:改用|改为|改成|换成|改到)了?/u
const FORMER_VERB = /^(?:使用|采用|定在|用|是|为|在|(?:已经?)?(?:改用|改为|改成|换成|改到)了?)/u
const COPULA = /^(?:is|are|是|为|叫|在)$/
const BEFORE_A_VALUE =
  /^(?:is|are|on|at|in|to|by|of|for|from|after|before|until|every|per|than|port|version)$/
const ARTICLE = /^(?:the|an?|our|my)$/
/** Words; two Han characters count as one. */
const LONGEST_SPAN = 3

export function plainCorrection(older: string, newer: string): Correction | undefined {
  // The older may itself have been a correction.
  const [before, ...moreBefore] = statementsOf(without(older, NOW)[0])
  const [after, ...moreAfter] = statementsOf(newer)
  if (!before || !after || moreBefore.length + moreAfter.length > 0) return undefined
  if (isNegated(before) || [before, after].some((one) => /[?？]$/.test(one))) return undefined
  if (isEnded(before, after)) return 'ended'
  if (isReplaced(before, after)) return 'replaced'
  return isChanged(before, after) ? 'changed' : undefined
}

/** Without the cue it is the older text. */
function isEnded(older: string, newer: string): boolean {
  const [rest, found] = without(newer, ENDED)
  return found !== undefined && !isNegated(rest) && isSameSequence(wordsOf(rest), wordsOf(older))
}

/** With what stands behind the cue in the place of one short thing before it, it is the older text. */
function isReplaced(older: string, newer: string): boolean {
  const cue = REPLACED.exec(newer)
  if (!cue) return false
  const [before, behind] = [newer.slice(0, cue.index), newer.slice(cue.index + cue[0].length)]
  if (isNegated(before) || isNegated(behind)) return false
  const [head, tail, whole] = [wordsOf(before), wordsOf(behind), wordsOf(older)]
  if (tail.length === 0) return false
  return whole.some((_, start) => {
    const suffix = whole.slice(start + tail.length)
    const span = head.slice(start, head.length - suffix.length)
    return (
      span.length > 0 &&
      isShort(span) &&
      isSameSequence(whole, [...head.slice(0, start), ...tail, ...suffix]) &&
      isSameSequence(head.slice(start + span.length), suffix)
    )
  })
}

/** One short span differs, behind the cue. */
function isChanged(older: string, newer: string): boolean {
  if (isNegated(newer)) return false
  const [plain, now] = without(newer, NOW)
  const verb = CHANGED_TO.exec(plain)
  if (verb) return isChangedTo(older, plain.slice(0, verb.index), plain.slice(verb.index + verb[0].length))
  if (now === undefined) return false
  const found = replacedSpan(wordsOf(older), wordsOf(plain))
  if (!found) return false
  const { prefix, from, to } = found
  const lead = prefix.at(-1)?.text ?? ''
  const isLeading = now === 0
  if (wordsOf(plain.slice(0, now)).length > prefix.length) return false
  if (isSameScale(from, to)) return !isLeading || to[0]?.isHan === true || BEFORE_A_VALUE.test(lead)
  return COPULA.test(lead) && isSlot(prefix.slice(0, -1)) && isSameForm(from, to)
}

/** `head` 改用 `tail`: in the older text another verb and another thing are in their place. */
function isChangedTo(older: string, head: string, tail: string): boolean {
  const subject = head
    .trim()
    .replace(/[，,]$/, '')
    .trim()
  const said = older.normalize('NFKC').trim()
  if (!isSlot(wordsOf(subject)) || !said.startsWith(subject)) return false
  const rest = said.slice(subject.length).trim()
  const verb = FORMER_VERB.exec(rest)
  return verb !== null && replacedSpan(wordsOf(rest.slice(verb[0].length)), wordsOf(tail)) !== undefined
}

interface Span {
  /** What both say before it. */
  prefix: Word[]
  from: Word[]
  to: Word[]
}

/** The one short span by which two texts differ; undefined where it is longer, or one has only more words. */
function replacedSpan(older: readonly Word[], newer: readonly Word[]): Span | undefined {
  const isSame = (a: number, b: number) => isSameWord(older[a], newer[b])
  const shortest = Math.min(older.length, newer.length)
  let start = 0
  while (start < shortest && isSame(start, start)) start++
  let end = 0
  while (end < shortest - start && isSame(older.length - 1 - end, newer.length - 1 - end)) end++
  const [from, to] = [older.slice(start, older.length - end), newer.slice(start, newer.length - end)]
  if (from.length === 0 || to.length === 0 || !isShort(from) || !isShort(to)) return undefined
  return { prefix: newer.slice(0, start), from, to }
}

function isShort(span: readonly Word[]): boolean {
  return span.reduce((length, { isHan }) => length + (isHan ? 0.5 : 1), 0) <= LONGEST_SPAN
}

function isSameScale(from: readonly Word[], to: readonly Word[]): boolean {
  const scales = [...from, ...to].map(scaleOf)
  return scales[0] !== undefined && scales.every((scale) => scale === scales[0])
}

/** Names something that has one value at a time ("the default branch"), rather than a thing with many properties. */
function isSlot(subject: readonly Word[]): boolean {
  return subject.filter(({ text }) => !ARTICLE.test(text)).length >= 2
}

/** "main" and "trunk", not "closed" and "in Oslo". */
function isSameForm(from: readonly Word[], to: readonly Word[]): boolean {
  if ([from, to].some(([first]) => first && BEFORE_A_VALUE.test(first.text))) return false
  return from.length === to.length || [...from, ...to].every(({ isHan }) => isHan)
}

/** The text without the cue, and where it was. */
function without(text: string, cue: RegExp): [string, number | undefined] {
  const found = cue.exec(text)
  if (!found) return [text, undefined]
  const before = text.slice(0, found.index)
  return [before + text.slice(found.index + found[0].length).replace(/^[,，]/, ''), found.index]
}

function isSameSequence(one: readonly Word[], other: readonly Word[]): boolean {
  return one.length === other.length && one.every((word, at) => isSameWord(word, other[at]))
}

/** A name, a flag or an identifier is another one in other letters: -o and -O. */
function isSameWord(one: Word | undefined, other: Word | undefined): boolean {
  if (!one || !other || one.text !== other.text) return false
  const isOrdinary = !isName(one) && !isName(other)
  return (
    isOrdinary ||
    spelling(one, one.isFirst || other.isFirst) === spelling(other, one.isFirst || other.isFirst)
  )
}

/** The capital of a first word says nothing. */
function spelling({ raw }: Word, isFirst: boolean): string {
  return isFirst ? raw.charAt(0).toLowerCase() + raw.slice(1) : raw
}
