// `test` and `[`: comparisons and questions about files.
import type { Word } from './lex-command.ts'

const UNARY = /^-[bcdefghkLnOGprsStuwxz]$/
const BINARY = /^(?:=|==|!=|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/

/** Why the test is refused, or undefined. */
export function checkTest(name: 'test' | '[', args: readonly Word[]): string | undefined {
  const words = args.map((word) => word.value)
  if (name === '[' && words.pop() !== ']') return 'the closing "]" is missing'
  if (args.some((word) => word.glob)) return 'a pattern stands where a name is needed'
  // Some shells evaluate `a[…]` in numbers and names; we run none, and still do not accept it.
  if (words.some((word) => /[$`]|\w\[/.test(word))) return 'it could be evaluated as an expression'
  const terms = splitTerms(words)
  return terms.every(isTerm) ? undefined : 'it is not a comparison that is known'
}

function splitTerms(words: readonly string[]): string[][] {
  const terms: string[][] = [[]]
  for (const word of words) {
    if (word === '-a' || word === '-o') terms.push([])
    else terms.at(-1)!.push(word)
  }
  return terms
}

function isTerm(words: readonly string[]): boolean {
  const rest = words[0] === '!' ? words.slice(1) : words
  if (rest.length === 1) return true
  if (rest.length === 2) return UNARY.test(rest[0]!)
  return rest.length === 3 && BINARY.test(rest[1]!)
}
