// From clauses to a statement that can stand alone, or nothing: a whole sentence, not code, not about what only this
// conversation shows.
import { isChinese } from './clauses.ts'

const LONGEST_QUOTE = 500
const LONGEST_CONTENT = 400

/** Refers to what is not named in it: nobody can read it next week. */
const DANGLING_START =
  /^(?:it|this(?! (?:project|repo|repository|codebase|monorepo|package|app|service|team|company)\b)|that|these|those|they|he|she|them|there|here|such|the (?:above|following|former|latter))(?:['’]\w+)?\b/i
/** "I usually run them with …": what is run? */
const DANGLING_OBJECT = /^(?:I|we)(?:['’]\w{1,2})? (?:[\w'’]+ ){1,2}(?:it|them|this|these)\b/i
const DANGLING =
  /\b(?:the above|the following|as above|see below|like this|like that|this one|that one|these ones|those ones|as (?:shown|mentioned) (?:above|below))\b|以上|以下|如下|上面(?:的|说)|下面(?:的|这)/i

export function isWhole(text: string): boolean {
  const length = [...text].length
  if (isChinese(text)) {
    const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
    if (length < 4 || length > LONGEST_CONTENT || han < (/[A-Za-z]{2}/.test(text) ? 2 : 3)) return false
  } else {
    const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’/.@:-]*/gu)?.length ?? 0
    if (words < 3 || words > 80 || length > LONGEST_CONTENT) return false
    if (!/\b[a-z]{2,}\b/i.test(text)) return false
  }
  if (/[:：,，(（]$/.test(text) || /^[)\]},.;]/.test(text)) return false
  if (!hasBalancedQuotes(text)) return false
  return !DANGLING.test(text) && !DANGLING_START.test(text) && !DANGLING_OBJECT.test(text)
}

function hasBalancedQuotes(text: string): boolean {
  const count = (mark: RegExp) => text.match(mark)?.length ?? 0
  return (
    count(/"/g) % 2 === 0 &&
    count(/`/g) % 2 === 0 &&
    count(/\(/g) === count(/\)/g) &&
    count(/“/g) === count(/”/g)
  )
}

/** As it is kept: one line, a capital at its beginning, no mark of a sentence that went on. */
export function asContent(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^["“'‘]([^"“”]*)["”'’]$/, '$1')
    .replace(/[\s,;:，；：、。.!！?？…-]+$/u, '')
    .replace(/\bi(?=['’ ])/g, 'I')
    .replace(/^([^(]*)\)$/, '$1')
    .trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The words as they stand in the message, at most as many as a memory keeps. */
export function quoteOf(message: string, start: number, end: number): string {
  const whole = message.slice(start, end).trim()
  return whole.length <= LONGEST_QUOTE ? whole : whole.slice(0, LONGEST_QUOTE).trimEnd()
}
