// The statements in a sentence: each the clause that a rule reads, with the clauses that belong to it.
import { CHINESE_RULES, withoutChineseLeadIn } from './chinese.ts'
import { type Clause, isChinese, type Sentence } from './clauses.ts'
import { ENGLISH_RULES, withoutEnglishLeadIn } from './english.ts'
import type { Rule } from './rule.ts'

/** A statement as it stands in the message. */
export interface Found {
  readonly rule: Rule
  readonly start: number
  readonly end: number
  /** Empty where all of it was the opening: "remember that." */
  readonly text: string
}

/** Words after the sentence that still say why: "That'll make the tests easier to read." */
const LOOK_AHEAD = 80
/** In mixed text an English opening with Chinese behind it: "remember …", "from now on …", "always …". */
const ENGLISH_IN_CHINESE = ENGLISH_RULES.filter(({ tier, reason }) => tier === 'write' && reason !== 'person')
const RULES_OF_CHINESE = [...CHINESE_RULES, ...ENGLISH_IN_CHINESE]

export function readSentence(sentence: Sentence, next: Sentence | undefined): Found[] {
  const { clauses } = sentence
  const context = `${sentence.text} ${next?.text.slice(0, LOOK_AHEAD) ?? ''}`
  const readings = clauses.map((clause, at) =>
    clause.mood === 'request' || isQuoted(sentence, clause) ? undefined : readClause(at, sentence, context),
  )
  const found: Found[] = []
  for (let at = 0; at < clauses.length; at++) {
    const reading = readings[at]
    if (!reading) continue
    let last = at
    while (last + 1 < clauses.length && belongs(clauses[last + 1], readings[last + 1], reading.rule)) last++
    const { start: lastStart, text: lastText } = clauses[last] as Clause
    const end = lastStart + lastText.length
    const from = Math.min(end, beginningOf(clauses, at, reading))
    found.push({
      rule: reading.rule,
      start: reading.start,
      end,
      text: sentence.text.slice(from - sentence.start, end - sentence.start),
    })
    at = last
  }
  return found
}

interface Reading {
  readonly rule: Rule
  /** Where its statement begins, in the message. */
  readonly start: number
  /** Length of what the rule matched. */
  readonly opening: number
}

/** The rule that a clause is read by. */
function readClause(at: number, sentence: Sentence, context: string): Reading | undefined {
  const clause = sentence.clauses[at]
  if (!clause) return undefined
  const chinese = isChinese(clause.text)
  const opened = clause.text.replace(/^["“'(（：:]{1,4}\s{0,4}/u, '')
  const whole = chinese ? withoutChineseLeadIn(opened) : withoutEnglishLeadIn(opened)
  const start = clause.start + clause.text.length - whole.length
  const plain = withoutEnd(whole)
  const rest = sentence.text.slice(start - sentence.start)
  for (const rule of chinese ? RULES_OF_CHINESE : ENGLISH_RULES) {
    const match = rule.pattern.exec(rule.readsSentence ? rest : plain)
    if (!match || rule.unless?.test(plain)) continue
    if (rule.opensSentence && !isOpening(sentence, at)) continue
    if (rule.needs && !rule.needs.test(context)) continue
    return { rule, start, opening: match[0].length }
  }
  return undefined
}

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && /[\s。.!！?？…)）]/u.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Behind "remember that"; with what stands before it where that says when it holds. */
function beginningOf(clauses: readonly Clause[], at: number, { rule, start, opening }: Reading): number {
  if (rule.cutsOpening) return start + opening
  return rule.opensSentence && at > 0 && CONDITION.test(clauses[0]?.text ?? '')
    ? (clauses[0]?.start ?? start)
    : start
}

const CONDITION =
  /^(?:please|and|but|so|ok|okay|also|hey|hi|btw|by the way|fyi|when|whenever|if|for|in|on|at|before|after|with|during|unless|while)\b/i

function isOpening({ text, start, clauses }: Sentence, at: number): boolean {
  const before = text.slice(0, (clauses[at]?.start ?? start) - start)
  return before === '' || /[:—–-]\s?$/.test(before) || (CONDITION.test(text) && !/[?？]/.test(before))
}

/** What they say takes the rest of its sentence. */
const GOES_ON: ReadonlySet<string> = new Set(['remember', 'instruction', 'correction'])

function belongs(clause: Clause | undefined, reading: Reading | undefined, rule: Rule): boolean {
  if (!clause) return false
  // "From now on, can you …" asks for what is to be done from now on.
  if (clause.mood === 'request')
    return rule.reason === 'instruction' && /^(?:please|can you|could you|would you|you)\b/i.test(clause.text)
  if (clause.goesOn || GOES_ON.has(rule.reason)) return true
  if (isChinese(clause.text) && !/^(?:你|您|谢谢|好|我|咱|他|她|但|不过|所以)/u.test(clause.text)) return true
  return reading?.rule.reason === rule.reason
}

/** A text that something is to be done with. */
const TEXT_AT_HAND =
  /^\s*(?:translate|rewrite|rephrase|fix|correct|improve|proofread|paraphrase|summari[sz]e|say|write|reply|complete|continue|翻译|改写|润色|造句|扩写|续写|修改|回复)/i

/** Inside quotation marks, or behind a colon: somebody else's words. */
function isQuoted({ text, start }: Sentence, clause: Clause): boolean {
  const before = text.slice(0, clause.start - start)
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return true
  if ((before.match(/[“「『]/g)?.length ?? 0) > (before.match(/[”」』]/g)?.length ?? 0)) return true
  return /[:：]\s?$/.test(before) && (before.length > 25 || TEXT_AT_HAND.test(before))
}
