// Markdown on a terminal while it is still coming: headings, lists, quotations, code and emphasis. A line is never redrawn;
// what may become a mark is held back until it is one or cannot be any more. Without colour it is left as it is.
import type { Paint } from '../output.ts'
import type { WordStream } from './redact-words.ts'

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/
/** The beginning of a line that more text may turn into a mark. */
const UNDECIDED = /^ {0,3}(?:#{0,6}|>|`{0,2}|~{0,2})$|^[ \t]*[-*+]? ?$/
const BLOCK = /^ {0,3}(?:(#{1,6}) |(> ?))|^([ \t]*)[-*+] (?=.)/

export function markdownStream(paint: Paint): WordStream {
  if (paint.bold('') === '') return { push: (words) => words, end: () => '' }
  let held = ''
  let lineStart = true
  let fenced = false
  let heading = false
  const take = (over: boolean): string => {
    let out = ''
    while (held !== '') {
      const piece = lineStart ? beginLine(over) : fenced ? verbatim() : inline(over)
      if (piece === undefined) break
      out += piece
    }
    return out
  }
  const cut = (length: number): string => {
    const text = held.slice(0, length)
    held = held.slice(length)
    return text
  }
  /** Undefined: more has to come first. */
  const beginLine = (over: boolean): string | undefined => {
    const end = held.indexOf('\n')
    if (end < 0 && !over && (UNDECIDED.test(held) || FENCE.test(held))) return undefined
    if (FENCE.test(held)) {
      fenced = !fenced
      const line = cut(end < 0 ? held.length : end)
      lineStart = false
      return paint.dim(line)
    }
    lineStart = false
    const block = fenced ? null : BLOCK.exec(held)
    if (!block) return ''
    cut(block[0].length)
    heading = block[1] !== undefined
    if (heading) return ''
    return block[2] === undefined ? `${block[3]}• ` : paint.dim('│ ')
  }
  const endLine = (): string => {
    lineStart = true
    heading = false
    return cut(1)
  }
  const verbatim = (): string => {
    if (held.startsWith('\n')) return endLine()
    const end = held.indexOf('\n')
    return paint.cyan(cut(end < 0 ? held.length : end))
  }
  const plain = (text: string): string => (heading && text !== '' ? paint.bold(text) : text)
  const inline = (over: boolean): string | undefined => {
    if (held.startsWith('\n')) return endLine()
    const mark = held.search(/[`*\n]/)
    if (mark !== 0) return plain(cut(mark < 0 ? held.length : mark))
    const whole = over || held.includes('\n')
    const code = /^(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/.exec(held)
    // The mark at the very end may still grow.
    if (code && (whole || code[0].length < held.length)) return paint.cyan(cut(code[0].length))
    const strong = /^\*\*(?=\S)([^\n*]*[^\s*])\*\*(?!\*)/.exec(held)
    if (strong && (whole || strong[0].length < held.length)) {
      cut(strong[0].length)
      return paint.bold(strong[1] ?? '')
    }
    if (!whole && (held.startsWith('`') || held === '*' || held.startsWith('**'))) return undefined
    return plain(cut(/^(?:`+|\*+)/.exec(held)?.[0].length ?? 1))
  }
  return {
    push(words) {
      held += words
      return take(false)
    },
    end() {
      const out = take(true)
      lineStart = true
      fenced = false
      heading = false
      return out
    },
  }
}
