// A dated deadline, with its day made absolute.
import type { Proposal, SaidMessage } from '../extract/proposal.ts'
import { isChinese, type Sentence } from './clauses.ts'
import { findDate, withAbsoluteDate } from './dates.ts'
import { MEMORY_OF } from './rule.ts'
import { asContent, isWhole, quoteOf } from './statement.ts'

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

export function proposeDeadline(sentence: Sentence, message: SaidMessage): Proposal | undefined {
  if (sentence.text.length > LONGEST) return undefined
  for (const text of statementsOf(sentence)) {
    if ((!DEADLINE.test(text) && !EVENT.test(text)) || NO_DEADLINE.test(text)) continue
    const found = findDate(text, message.time)
    if (!found || Date.parse(found.date) < Date.parse(message.time) - 86_400_000) continue
    const content = withAbsoluteDate(
      asContent(
        text.replace(/^(?:and|but|so|also|because|since|considering|given|另外|还有|不过)[,，]?\s*/i, ''),
      ),
      found,
    )
    if (!isWhole(content)) continue
    const memory = MEMORY_OF.deadline
    return {
      content,
      tier: 'write',
      reason: 'deadline',
      quote: quoteOf(message.text, sentence.start, sentence.start + sentence.text.length),
      message: message.id,
      type: memory.type,
      kind: memory.kind,
      importance: memory.importance,
      confidence: 0.85,
      expires: new Date(Date.parse(found.date) + (KEPT_AFTER + 1) * 86_400_000 - 1000).toISOString(),
    }
  }
  return undefined
}

/** Runs of clauses that state something, as they stand. */
function statementsOf({ text, start, clauses }: Sentence): string[] {
  const runs: { from: number; to: number }[] = []
  let open = false
  for (const clause of clauses) {
    const from = clause.start - start
    const to = from + clause.text.length
    const last = runs.at(-1)
    if (clause.mood === 'request') open = false
    else if (open && last && (isChinese(text) || clause.goesOn)) last.to = to
    else {
      runs.push({ from, to })
      open = true
    }
  }
  return runs.map(({ from, to }) => text.slice(from, to))
}
