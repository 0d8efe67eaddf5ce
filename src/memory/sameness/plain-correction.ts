// Whether a new statement plainly takes back an older one. A small table, strict on purpose: a match hides a memory.
// Everything less plain is left to people, and later to a model (docs/decisions/sameness.md).
import { CHANGED_TO, ENDED, NOW, REPLACED } from '../../base/statements/correction-cues.ts'
import { isName, isNegated } from '../../base/statements/exact-difference.ts'
import { scaleOf } from '../../base/statements/scale-of.ts'
import { statementsOf, type Word, wordsOf } from '../../base/statements/words.ts'
import { namesFormer } from './former-value.ts'
import { isInPlaceOf, isSameSequence, isSameWord, isShort } from './same-words.ts'

/** ended: "no longer"; replaced: "instead of"; changed: "now", 改用. */
export type Correction = 'ended' | 'replaced' | 'changed'

/** The verbs whose place each cue of a change takes. */
const FORMER_VERBS: Record<string, RegExp> = {
  改用: /^(?:使用|采用|用|(?:已经?)?(?:改用|换成)了?)/u,
  换成: /^(?:使用|采用|用|是|(?:已经?)?(?:改用|换成)了?)/u,
  改为: /^(?:是|为|(?:已经?)?(?:改为|改成|换成)了?)/u,
  改成: /^(?:是|为|(?:已经?)?(?:改为|改成|换成)了?)/u,
  改到: /^(?:定在|在|(?:已经?)?改到了?)/u,
}
const COPULA = /^(?:is|是|为|叫)$/
/** There is one of these at a time. */
const ONE_AT_A_TIME = /\b(?:default|preferred|current|owner of)\b|默认|首选|当前/i
/** Who has many properties and uses many things. */
const WHO = /^(?:我|你|他|她|它|咱|大家|团队|公司|项目)/
/** Words before and after a number that names a thing instead of being its value: server 2, 二组. */
const NUMBERED = /^(?:version|release|server|room|team|group|line|floor|step|phase|sprint|ticket|issue|第)$/
const NUMBERED_BY = /^[组号版班楼线期章步队院]$/u
/** More than one statement in a sentence, a question without its mark, an order to leave something. */
const NOT_PLAIN = /[;,；，、]|\b(?:and|but|or|avoid|stop|skip)\b|[并而]且|以及|避免|停止|[吗呢么]$/iu
/** One of several things that are used at once, unless it is said what for. */
const USES = /^uses?$/
const BEFORE_A_VALUE = /^(?:is|are|on|at|in|to|by|of|for|from|after|before|until|every|per|than|port|周|期)$/

export function plainCorrection(older: string, newer: string): Correction | undefined {
  // The older may itself have been a correction.
  const [before, ...moreBefore] = statementsOf(without(older, NOW)[0])
  const [after, ...moreAfter] = statementsOf(newer)
  if (!before || !after || moreBefore.length + moreAfter.length > 0) return undefined
  if (isNegated(before) || [before, after].some((one) => /[?？]$/.test(one)) || NOT_PLAIN.test(before))
    return undefined
  if (namesFormer(before, after, (part) => !NOT_PLAIN.test(part))) return 'replaced'
  if (NOT_PLAIN.test(after)) return undefined
  if (isEnded(before, after)) return 'ended'
  if (isReplaced(before, after)) return 'replaced'
  return isChanged(before, after) ? 'changed' : undefined
}

/** Without the cue it is the older text. */
function isEnded(older: string, newer: string): boolean {
  const [rest, found] = without(newer, ENDED)
  return found !== undefined && !isNegated(rest) && isSameSequence(wordsOf(rest), wordsOf(older))
}

/** With what follows the cue in the place of one short thing before it, it is the older text. */
function isReplaced(older: string, newer: string): boolean {
  const cue = REPLACED.exec(newer)
  if (!cue) return false
  const [before, behind] = [newer.slice(0, cue.index), newer.slice(cue.index + cue[0].length)]
  if (isNegated(before) || isNegated(behind)) return false
  return isInPlaceOf({ older: wordsOf(older), newer: wordsOf(before), former: wordsOf(behind) })
}

/** One short span differs, behind the cue. */
function isChanged(older: string, newer: string): boolean {
  if (isNegated(newer)) return false
  const [plain, now] = without(newer, NOW)
  const verb = CHANGED_TO.exec(plain)
  if (verb) return isChangedTo(older, plain, verb)
  if (now === undefined) return false
  const found = replacedSpan(wordsOf(older), wordsOf(plain))
  if (!found) return false
  const { prefix, from, to, suffix } = found
  const lead = prefix.at(-1)?.text ?? ''
  const isLeading = now === 0
  if (wordsOf(plain.slice(0, now)).length > prefix.length) return false
  if (isSameScale(from, to))
    return !isNumbered(lead, suffix) && (!isLeading || (prefix.length > 1 && BEFORE_A_VALUE.test(lead)))
  const areNames = [...from, ...to].every((word) => isName(word) && scaleOf(word) === undefined)
  if (USES.test(lead)) return areNames && suffix.length > 0
  return COPULA.test(lead) && (areNames || ONE_AT_A_TIME.test(plain)) && isSameForm(from, to)
}

/** 改用: in the older text another verb and another thing are in its place. */
function isChangedTo(older: string, newer: string, cue: RegExpExecArray): boolean {
  const subject = newer.slice(0, cue.index).trim()
  const said = older.normalize('NFKC').trim()
  if (subject === '' || !said.startsWith(subject)) return false
  const rest = said.slice(subject.length).trim()
  const verb = FORMER_VERBS[cue[1] ?? '']?.exec(rest)
  if (!verb) return false
  const tail = newer.slice(cue.index + cue[0].length).replace(/了$/, '')
  const span = replacedSpan(wordsOf(rest.slice(verb[0].length)), wordsOf(tail))
  if (!span) return false
  if (isSameScale(span.from, span.to)) return !isNumbered(span.prefix.at(-1)?.text ?? '', span.suffix)
  return isSlot(subject) && !span.to.every(({ isHan }) => isHan)
}

function isNumbered(lead: string, [next]: readonly Word[]): boolean {
  return NUMBERED.test(lead) || (next !== undefined && NUMBERED_BY.test(next.text))
}

interface Span {
  /** What both say before it. */
  prefix: Word[]
  from: Word[]
  to: Word[]
  /** What both say behind it. */
  suffix: Word[]
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
  return { prefix: newer.slice(0, start), from, to, suffix: older.slice(older.length - end) }
}

function isSameScale(from: readonly Word[], to: readonly Word[]): boolean {
  const scales = [...from, ...to].map((word) => (scaleOf(word) ?? '') + unitOf(word))
  return scaleOf(from[0] ?? { text: '' }) !== undefined && scales.every((scale) => scale === scales[0])
}

/** 30s and 5gb are no values of one scale. */
function unitOf({ text }: Word): string {
  return /^[^\d]*\d[\d.,:/-]*([a-z%]*)$/.exec(text)?.[1] ?? ''
}

/** Names something that has one value at a time (消息队列), rather than somebody or a whole with many properties. */
function isSlot(subject: string): boolean {
  return !WHO.test(subject) && [...subject].length >= 3
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
