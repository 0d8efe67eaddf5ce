// `test` and `[`: comparisons and questions about files.

import { type Message, message } from '../../../base/messages/message.ts'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import type { ShellWord } from './lex-command.ts'

const UNARY = /^-[bcdefghkLnOGprsStuwxz]$/
const BINARY = /^(?:=|==|!=|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/

/** Why the test is refused, or undefined. */
export function checkTest(name: 'test' | '[', args: readonly ShellWord[]): Message | undefined {
  const words = args.map((word) => word.value)
  if (name === '[' && words.pop() !== ']') return message(shellCommandTexts.closingBracket)
  if (args.some((word) => word.glob)) return message(shellCommandTexts.patternAsName)
  // Some shells evaluate `a[…]` in numbers and names; we run none, and still do not accept it.
  if (words.some((word) => /[$`]|\w\[/.test(word))) return message(shellCommandTexts.evaluated)
  const terms = splitTerms(words)
  return terms.every(isTerm) ? undefined : message(shellCommandTexts.unknownComparison)
}

function splitTerms(words: readonly string[]): string[][] {
  let term: string[] = []
  const terms = [term]
  for (const word of words) {
    if (word === '-a' || word === '-o') {
      term = []
      terms.push(term)
    } else term.push(word)
  }
  return terms
}

function isTerm(words: readonly string[]): boolean {
  const rest = words[0] === '!' ? words.slice(1) : words
  if (rest.length === 1) return true
  const [first = '', second = ''] = rest
  if (rest.length === 2) return UNARY.test(first)
  return rest.length === 3 && BINARY.test(second)
}
