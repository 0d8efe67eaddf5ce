// Whether a new statement plainly takes back an older one. A small table, strict on purpose: a match hides a memory.
// Everything less plain is left to people, and later to a model (docs/decisions/sameness.md).
import { isNegated, isSameBag } from './exact-difference.ts'
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
  return found !== undefined && !isNegated(rest) && isSameBag(textsOf(rest), textsOf(older))
}

/** Everything that the older says, and before the cue one thing more. */
function isReplaced(older: string, newer: string): boolean {
  const cue = REPLACED.exec(newer)
  if (!cue) return false
  const [head, tail] = [newer.slice(0, cue.index), newer.slice(cue.index + cue[0].length)]
  if (isNegated(head) || isNegated(tail) || tail.trim() === '') return false
  const left = textsOf(older)
  const isOld = (word: string) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  if (!textsOf(tail).every(isOld)) return false
  const added = wordsOf(head).map((word) => ({ word, isNew: !isOld(word.text) }))
  const [first, last] = [added.findIndex(({ isNew }) => isNew), added.findLastIndex(({ isNew }) => isNew)]
  const span = added.slice(first, last + 1)
  return (
    first >= 0 &&
    left.length === 0 &&
    span.every(({ isNew }) => isNew) &&
    isShort(span.map((one) => one.word))
  )
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
  const isSame = (a: number, b: number) => older[a]?.text === newer[b]?.text
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

function textsOf(text: string): string[] {
  return wordsOf(text).map((word) => word.text)
}
