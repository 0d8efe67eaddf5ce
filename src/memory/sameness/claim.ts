// What a statement claims: the words for what it is about, and the values that it gives to that. Two claims on one
// subject that differ in one value of a kind cannot both hold. Read by a few patterns, both languages alike; what they
// do not know as a value belongs to the subject, so that a doubt is no conflict.

import { isName, isNegated } from '../../base/statements/exact-difference.ts'
import { numbersIn } from '../../base/statements/numbers.ts'
import { scaleOf } from '../../base/statements/scale-of.ts'
import { type Word, wordsOf } from '../../base/statements/words.ts'
import { tokenize } from '../../base/terms/tokens.ts'
import { takeChoices } from './alternatives.ts'

export interface Value {
  /** Only values of one kind take each other's place. */
  readonly kind: string
  readonly text: string
}

export interface Claim {
  /** Words, sorted, each once. */
  readonly subject: readonly string[]
  /** In reading order. */
  readonly values: readonly Value[]
  readonly isNegated: boolean
  /** It says of itself that something was otherwise before. */
  readonly isChange: boolean
  /** What it says was before: "from X to Y". */
  readonly former?: string
  /** It holds in every place: "everywhere". */
  readonly isUniversal: boolean
}

const CHANGE =
  /\b(?:now|no longer|any ?more|instead|moved|rescheduled|postponed|shifted|changed|switched|updated|increased|raised|reduced|lowered|decreased|extended|shortened|renamed|replaced|improved|grown|grew|adjusted)\b|改[到为成用]|换成|不再|现在|推迟|提前|延长|调整|涨到|降到/iu
const FROM_TO =
  /\bfrom ["'“‘]?(.{1,40}?)["'”’]? to\b|[从由]\s?["“‘]?([^，。]{1,20}?)["”’]?\s?(?:改|换|变|调整|涨|降|升)/iu
const UNIVERSAL =
  /\b(?:everywhere|throughout|in all (?:files|places|code|texts))\b|所有地方|到处|处处|一律|全部都/giu
/** What happened on a day happens on other days too. */
const EVENT =
  /^(?:\d{4}-\d{2}-\d{2}|on [\p{L}\d]+ \d)|\b(?:met|had|did|went|took|saw|made|came|held|(?!scheduled|planned|expected|fixed for|moved|based|needed|postponed|extended|rescheduled|shifted|changed)\p{L}{2,}ed)\b|[^改推提延]了/iu

/** One word behind which a number names a thing instead of being its value; and characters behind such a number. */
const NUMBERED =
  /^(?:weeks?|sprint|version|release|room|ticket|issue|bug|pr|step|phase|part|chapter|episode|day|line|team|group|server|node|floor|task|iteration|round|level|season|v|no|第)$/
const NUMBERED_BY = /^[号组版班楼期章步队周季轮集届]$/u
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
const CLOCK = /^\d{1,2}:\d{2}(?:am|pm)?$|^\d{1,2}(?:am|pm)$/

/** There is one of these at a time, whatever it is called. */
const ATTRIBUTE =
  /\b(?:default|preferred|current|primary|main|favou?rite|status|title|role|name|owner|lead|maintainer|manager|contact|region|time ?zone|address|nickname|editor|format|branch)\b|默认|首选|当前|负责人|经理|组长|联系人|主分支|状态|职位|名字|名称|地址|时区|角色/iu
const IS = /^(.{2,80}?)(?:'s)?(?: (?:is|are)(?: now)? |\s?[:：]\s?|(?:现在)?[是为叫])\s?(.{1,40})$/iu
/** Who lives, works or lies somewhere does so in one place; what runs, is written or stored does so in one way. */
const PLACED =
  /(?:\b(?:is|are|lives? (?:in|at)|works? (?:at|for)|runs? on|written in|stored (?:in|on)|hosted (?:on|at|in|by)|deployed (?:to|on)|based (?:in|on)|located in|built with|called|named|moved to|switched to|belongs to|reports? to|(?:managed|owned|maintained|led) by|uses?|using)(?: now)?(?: the)?|(?:使用|改用|换成|[用是为叫]|部署[在到]|运行在|存放?在|位于))\s?$/iu
const PLACED_IN_CHINESE = /(?<=住在|位于|搬到|就职于)(\p{Script=Han}{2,8})$/u
/** Somebody who answers for something: the other way round there is one, too. */
const ANSWERS =
  /^(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?) (?=(?:owns|leads|maintains|manages|heads|handles|is (?:responsible|in charge|the (?:owner|lead|maintainer)))\b)/u

/** Words that say nothing about what a claim is about. */
const LIGHT = new Set(
  'use uses using used keep keeps give make makes sure please want always every everywhere must set get put now new currently longer anymore instead each from planned scheduled moved rescheduled postponed shifted changed switched updated increased raised reduced lowered decreased extended shortened renamed replaced improved grown adjusted we our project team never do does don doesn pm am'.split(
    ' ',
  ),
)
const LIGHT_CHINESE =
  /我们|咱们|团队|项目|以后|从现在起|今后|现在|已经?|改到|改为|改成|改用|换成|定在|安排在|推迟到|提前到|使用|一些|[先的了是在用要都请把也每将到为叫不没别勿未]/gu

export function claimOf(statement: string): Claim {
  const plain = statement.normalize('NFKC').replace(/[‘’]/g, "'").trim()
  const isChange = CHANGE.test(plain)
  const former = FROM_TO.exec(plain)
  const { chosen, rest: unchosen } = takeChoices(plain)
  const values: Value[] = chosen.map(({ of, option }) => ({ kind: of, text: option }))
  let rest = unchosen.replace(UNIVERSAL, ' ')
  const take = (pattern: RegExp, kind: string) => {
    const found = pattern.exec(rest)?.[1]
    if (found === undefined) return
    values.push({ kind, text: found.toLowerCase() })
    rest = rest.replace(found, ' ')
  }
  take(ANSWERS, 'person')
  take(PLACED_IN_CHINESE, 'place')
  takeAttribute(rest, (value, without) => {
    values.push(value)
    rest = without
  })
  const subject = readWords(rest, values, EVENT.test(plain))
  return {
    subject: [...new Set(subject)].sort(),
    values,
    isNegated: isNegated(rest),
    isChange,
    ...(isChange && former && { former: (former[1] ?? former[2] ?? '').toLowerCase().trim() }),
    isUniversal: plain.search(UNIVERSAL) >= 0,
  }
}

/** "The default branch is trunk": what stands behind the verb, where it is no number that is read as one. */
function takeAttribute(text: string, found: (value: Value, rest: string) => void): void {
  const [, of = '', value = ''] = IS.exec(text.replace(/\s?[(（].*$|[.。!！]$/u, '')) ?? []
  const words = wordsOf(value)
  const length = words.reduce((sum, { isHan }) => sum + (isHan ? 0.5 : 1), 0)
  if (!ATTRIBUTE.test(of) || length === 0 || length > 3 || words.some((word) => isQuantity(word))) return
  found({ kind: 'attribute', text: words.map((word) => word.text).join(' ') }, of)
}

/** What is left of the words; the values that stand in them are added. */
function readWords(text: string, values: Value[], isEvent: boolean): string[] {
  const words = wordsOf(text)
  const isChinese = words.some(({ isHan }) => isHan)
  const subject: string[] = []
  let han = ''
  let done = 0
  for (let at = 0; at < words.length; at = done) {
    const word = words[at]
    if (!word) break
    const read = readDate(words, at) ?? readNumber(words, at) ?? readNamed(words, at, text, isChinese)
    done = at + (read?.length ?? 1)
    if (read) values.push({ kind: isEvent && read.kind === 'time' ? 'event' : read.kind, text: read.text })
    else if (word.isHan) han += word.text
    else if (!LIGHT.has(word.text)) subject.push(...tokenize(word.raw))
  }
  return [...subject, ...han.replace(LIGHT_CHINESE, '')]
}

interface Read extends Value {
  /** In words. */
  readonly length: number
}

const CHINESE_TIME =
  /^(?:(?:周|星期|礼拜)[一二三四五六日天末]|[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}[日号]|[\d一二三四五六七八九十]{1,3}点半?)/u

/** Weekdays, days of a month, hours. */
function readDate(words: readonly Word[], at: number): Read | undefined {
  const [word, next] = [words[at], words[at + 1]]
  if (!word) return undefined
  if (scaleOf(word) === 'weekday') return { kind: 'time', text: word.text.replace(/s$/, ''), length: 1 }
  if (/^\d{4}-\d{2}-\d{2}$/.test(word.text)) return { kind: 'time', text: word.text, length: 1 }
  if (CLOCK.test(word.text))
    return { kind: 'time', text: word.text, length: /^[ap]m$/.test(next?.text ?? '') ? 2 : 1 }
  if (/^\d{1,2}$/.test(word.text) && /^[ap]m$/.test(next?.text ?? ''))
    return { kind: 'time', text: `${word.text}${next?.text}`, length: 2 }
  if (MONTH.test(word.text) && /^\d{1,2}$/.test(next?.text ?? ''))
    return { kind: 'time', text: `${word.text.slice(0, 3)} ${next?.text}`, length: 2 }
  if (!word.isHan && !/^\d/.test(word.text)) return undefined
  const found = CHINESE_TIME.exec(ahead(words, at))?.[0]
  if (found === undefined) return undefined
  let length = 0
  for (let read = 0; read < found.length; length++) read += words[at + length]?.text.length ?? 1
  return { kind: 'time', text: found, length }
}

/** Fifteen minutes and one hour are values of one kind. */
const SPAN = /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|[秒天年])$/u

/** A number, unless it names a thing: week 12, 第三周. */
function readNumber(words: readonly Word[], at: number): Read | undefined {
  const isNumeral = (word: Word | undefined) => word !== undefined && scaleOf(word) === 'number'
  const word = words[at]
  if (!word || !isNumeral(word)) return undefined
  // 一些, 一定, 一般 count nothing.
  if (word.text === '一' && /^[些定般样起直切律下]$/u.test(words[at + 1]?.text ?? '')) return undefined
  let length = 1
  if (word.isHan) while (words[at + length]?.isHan && isNumeral(words[at + length])) length++
  const text = numbersIn(words.slice(at, at + length)).join(' ')
  const [before, behind] = [words[at - 1]?.text ?? '', words[at + length]?.text ?? '']
  const isIdentifier = NUMBERED.test(before) || (before === '第' && NUMBERED_BY.test(behind))
  if (isIdentifier) return undefined
  const unit = SPAN.test(behind)
    ? behind
    : (/^(?:分钟|小时|个月)/u.exec(ahead(words, at + length))?.[0] ?? '')
  return {
    kind: 'number',
    text: unit === '' ? text : `${text} ${unit}`,
    length: length + (/^\p{Script=Han}/u.test(unit) ? unit.length : unit === '' ? 0 : 1),
  }
}

/** A name in a place where there is one at a time: "runs on Kafka". */
function readNamed(words: readonly Word[], at: number, text: string, isChinese: boolean): Read | undefined {
  const isNamed = (word: Word | undefined) =>
    word !== undefined && !isQuantity(word) && (isName(word) || (isChinese && !word.isHan))
  const word = words[at]
  if (!word || at === 0 || !isNamed(word)) return undefined
  let length = 1
  while (!isChinese && isNamed(words[at + length])) length++
  const place = text.indexOf(word.raw)
  if (place < 0 || !PLACED.test(text.slice(0, place))) return undefined
  const name = words.slice(at, at + length).map((one) => one.text)
  return { kind: 'name', text: name.join(' '), length }
}

function ahead(words: readonly Word[], at: number): string {
  return words
    .slice(at, at + 8)
    .map(({ text }) => text)
    .join('')
}

function isQuantity(word: Word): boolean {
  return scaleOf(word) !== undefined || CLOCK.test(word.text)
}
