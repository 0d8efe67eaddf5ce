// From the unit that was heard to a statement that can be read alone next year: no "by the way", no half of a contrast,
// no pronoun without what it stands for, no cut address.
import type { Passage } from '../../models/typed-messages.ts'
import { isChinese } from './sentences.ts'
import type { ReadMessage, Unit } from './units.ts'

const LONGEST_QUOTE = 500
const LONGEST_CONTENT = 400
/** A larger piece that says nearly as surely that it is to be kept is taken whole. */
const NEARLY = 0.8

const LEAD_IN =
  /^(?:(?:(?:and|but|also|plus|ok(?:ay)?|oh|hey|hi|hello|btw|by the way|fyi|ps|well|hmm+|ah|ugh|anyway|actually|honestly|just so you know|one more thing|for context|please note(?: that)?|note that|to be clear|because|cause|cos)\b[,:!.]{0,3}|(?:so|yes|yeah|yep|no|nope|nah|no no|cool|great|nice|perfect|right|sure|good|fine|alright|thanks|sorry)[,:!.]{1,3})\s+)+/i
const CHINESE_LEAD_IN =
  /^(?:(?:另外|还有|对了|顺便(?:说(?:一下|一句)?|提一下)?|哦对?|噢|其实|补充一下|说一下|注意(?:一下)?哈?|而且|但是?|不过|因为|btw)[，,：:！!\s]*|(?:嗯+|好的?|行|是的|对|不对|不是|哈+|您好|你好|谢谢|不好意思|那|所以)[，,！!。\s]+)+/iu

function withoutLeadIn(text: string): string {
  return text.replace(isChinese(text) ? CHINESE_LEAD_IN : LEAD_IN, '')
}

/** Half of a contrast: what is taken instead stands before it. */
const CONTRAST =
  /^(?:not|rather|instead|never mind|than|only|except|unless|or else|otherwise)\b|^(?:而不是|不是|而是|否则|不然|除了|除非|免得)/iu
const POINTS =
  /^(?:it|its|they|them|their|theirs|he|she|him|her|his|that(?! \w+ (?:is|are|was)\b)|this(?! (?:project|repo|repository|codebase|monorepo|package|app|service|team|company)\b)|these|those|there|such|the (?:above|following|former|latter|other)|(?:i|we)(?:['’]\w{1,2})? \w+ (?:it|them|this|these)\b)(?:['’]\w+)?(?:\b|$)|^(?:它|他|她|这[个些样种]?(?!项目|仓库|周)|那[个些边]?|此|该)/iu
const POINTS_AT_TEXT =
  /\b(?:the above|the following|as above|see below|like this|like that|this one|that one|as (?:shown|mentioned) (?:above|below))\b|以上|以下|如下|上面(?:的|说)|下面(?:的|这)/i

interface Standing extends Passage {
  readonly content: string
  /** Nothing in it points to what it does not say. */
  readonly isWhole: boolean
}

/** `pointsOf`: how surely each unit of the message is to be kept. */
export function standAlone(best: Unit, pointsOf: (unit: Unit) => number, message: ReadMessage): Standing {
  const { sentence } = best
  const whole = wholeOf(best, pointsOf, message)
  const content = asContent(whole.text)
  if (isWhole(content)) return { ...whole, content, isWhole: true }
  const own = asContent(sentence.text)
  if (isWhole(own)) return { ...sentence, content: own, isWhole: true }
  const before = message.sentences[best.at - 1]
  if (before && POINTS.test(withoutLeadIn(sentence.text)) && isBeside(before, sentence, message)) {
    const start = before.start
    const text = message.text.slice(start, sentence.start + sentence.text.length)
    const both = asContent(text)
    if (isWhole(both) && !/[?？]/.test(before.text)) return { text, start, content: both, isWhole: true }
  }
  return { ...sentence, content: own.slice(0, LONGEST_CONTENT), isWhole: false }
}

/** The largest piece around it that is as sure; of a contrast or a pronoun the whole sentence. */
function wholeOf(best: Unit, pointsOf: (unit: Unit) => number, { units }: ReadMessage): Passage {
  const text = withoutLeadIn(best.text)
  if (CONTRAST.test(text) || POINTS.test(text) || !isBalanced(best.text)) return best.sentence
  const around = units.filter(
    (unit) =>
      unit.at === best.at &&
      unit.start <= best.start &&
      unit.start + unit.text.length >= best.start + best.text.length &&
      pointsOf(unit) >= pointsOf(best) - NEARLY,
  )
  return around.reduce((largest, unit) => (unit.text.length > largest.text.length ? unit : largest), best)
}

function isBeside(before: Passage, sentence: Passage, { text }: ReadMessage): boolean {
  return !/\n[ \t]*\n/.test(text.slice(before.start + before.text.length, sentence.start))
}

export function isWhole(text: string): boolean {
  const length = [...text].length
  if (length > LONGEST_CONTENT || !isBalanced(text)) return false
  if (isChinese(text)) {
    if (length < 4 || (text.match(/\p{Script=Han}/gu)?.length ?? 0) < 2) return false
  } else if ((text.match(/[\p{L}\p{N}][\p{L}\p{N}'’/.@:-]*/gu)?.length ?? 0) < 3) return false
  if (/[:：,，(（]$/.test(text) || /^[)\]},.;]/.test(text)) return false
  return !POINTS_AT_TEXT.test(text) && !POINTS.test(text)
}

function isBalanced(text: string): boolean {
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0
  return (
    count(/"/g) % 2 === 0 &&
    count(/`/g) % 2 === 0 &&
    count(/[(（]/g) === count(/[)）]/g) &&
    count(/“/g) === count(/”/g)
  )
}

/** As it is kept: one line, a capital at its beginning, nothing that leads in, no mark of a sentence that went on. */
export function asContent(text: string): string {
  const plain = withoutLeadIn(text.replace(/\s+/g, ' ').trim())
    .replace(/^["“'‘]([^"“”]*)["”'’]$/, '$1')
    .replace(/[\s,;:，；：、。.!！?？…-]+$/u, '')
    .replace(/\bi(?=['’ ])/g, 'I')
    .trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The words as they stand in the message, at most as many as a memory keeps. */
export function quoteOf(message: string, start: number, end: number): string {
  const whole = message.slice(start, end).trim()
  return whole.length <= LONGEST_QUOTE ? whole : whole.slice(0, LONGEST_QUOTE).trimEnd()
}
