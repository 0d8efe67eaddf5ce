// A dated deadline, with its day made absolute.
import type { Passage } from '../../models/typed-messages.ts'
import type { SaidMessage } from '../extract/proposal.ts'
import { findDate, withAbsoluteDate } from './dates.ts'
import { asContent, isWhole, quoteOf } from './standing-alone.ts'
import { unitsOf } from './units.ts'

const DEADLINE =
  /\b(?:deadline|due(?! to)|code freeze|freeze|cut-?off|(?:must|has to|have to|needs? to) be (?:done|ready|finished|submitted|delivered|merged|shipped))\b|截止|到期|封版|冻结|截稿|提测|(?:必须|务必|一定要)(?:在[^，。；]{1,16}前)?(?:全部)?(?:完成|做完|弄完|写完|改完|交付|提交|合并)/i
/** Said of a thing, not of how somebody feels about it. */
const EVENT =
  /^(?:(?:and|but|so|also|because|since)[,]?\s)?(?:the|our|we|version|v\d|release|launch)\b.{0,120}\b(?:go(?:es|ing)? live|launch(?:es)?|ships?|releases?)\b|^[^，。我你]{0,30}(?:上线|发布(?!会)|交付|验收|发版)(?!了|过)/iu
/** What somebody asks for, plans or wonders about is no deadline yet. */
const NO_DEADLINE =
  /\b(?:ship|finish|do|get|submit|complete|deliver|have) (?:this|it|that)\b|\b(?:let['’]s|i['’]ll|i will|could|would|should we|maybe|might|can (?:you|we|i)|if)\b|[?？]|吗|要不|能不能|是否|如果/i
const LONGEST = 600
/** Days after it in which people still ask about it. */
const KEPT_AFTER = 7

/** What comes again ends on no day: "every Friday", 每周五, "on Mondays", "we deploy on Fridays". */
const RECURRING =
  /\b(?:every|each|weekly|daily|monthly|nightly|quarterly|always|usually|normally|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|\b(?:we|i|they|it) (?:deploy|release|ship|meet|publish)\w* on\b|每|逢|通常|一般|总是|固定|都是?(?:周|星期)/iu

interface Deadline {
  readonly reason: 'deadline'
  readonly content: string
  readonly quote: string
  readonly expires: string
}

/** With its day made absolute. */
export function deadlineIn(sentence: Passage, message: SaidMessage): Deadline | undefined {
  if (sentence.text.length > LONGEST || RECURRING.test(sentence.text)) return undefined
  for (const { text } of unitsOf(sentence, 0)) {
    if ((!DEADLINE.test(text) && !EVENT.test(text)) || NO_DEADLINE.test(text)) continue
    const found = findDate(text, message.time)
    if (!found || Date.parse(found.date) < Date.parse(message.time) - 86_400_000) continue
    const content = withAbsoluteDate(asContent(text), found)
    if (!isWhole(content)) continue
    return {
      reason: 'deadline',
      content,
      quote: quoteOf(message.text, sentence.start, sentence.start + sentence.text.length),
      expires: new Date(Date.parse(found.date) + (KEPT_AFTER + 1) * 86_400_000 - 1000).toISOString(),
    }
  }
  return undefined
}
