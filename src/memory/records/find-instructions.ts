// Text that tells its reader what to do, by a short list of wordings. A hint: it finds the plain ones.
import { stripHidden } from '../../base/text/invisible.ts'
import { INSTRUCTION_PATTERNS, type InstructionKind } from './instruction-patterns.ts'

export interface Instruction {
  /** What kind of instruction it looks like. */
  rule: InstructionKind
  /** 1-based. */
  line: number
  /** The words that matched, as they are read, in lower case, at most 160 characters: the evidence. */
  text: string
}

const MOST = 20
const EXCERPT = 160

/** Made at the first text that contains one of a pattern's words. */
const compiled = new Map<string, RegExp>()

function expressionOf(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(pattern, 'g')
  compiled.set(pattern, known)
  return known
}

/** Instructions in the text, in order; one of each kind a line. */
export function findInstructions(text: string): Instruction[] {
  const lower = asRead(text).toLowerCase()
  const joined = lower.replace(/\s/g, ' ')
  const found = new Map<string, Instruction>()
  for (const { kind, words, pattern } of INSTRUCTION_PATTERNS) {
    if (!words.some((word) => joined.includes(word))) continue
    const lineAt = countLines(lower)
    for (const { 0: matched, index } of joined.matchAll(expressionOf(pattern))) {
      const line = lineAt(index)
      const excerpt = matched.slice(0, EXCERPT).replace(/ +/g, ' ').trim()
      if (!found.has(`${line} ${kind}`)) found.set(`${line} ${kind}`, { rule: kind, line, text: excerpt })
      if (found.size >= MOST) return inOrder(found)
    }
  }
  return inOrder(found)
}

/** What reads like an instruction in a memory: in its text, and in the headline that represents it in an index. */
export function instructionsIn(memory: {
  content: string
  name?: string
  description?: string
}): Instruction[] {
  const headline = `${memory.name ?? ''} — ${memory.description ?? ''}`
  return [...findInstructions(memory.content), ...findInstructions(headline)]
}

/** Without what nobody sees, and in one spelling (full width, mathematical letters). */
function asRead(text: string): string {
  // The ordinary case, recognised by a check that costs nothing.
  if (!/[^\t\n -~]/.test(text)) return text
  return stripHidden(text)
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .normalize('NFKC')
}

/** Asked for places further and further on, so that the text is gone through once. */
function countLines(text: string): (index: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return (index) => {
    for (; next >= 0 && next < index; next = text.indexOf('\n', next + 1)) line++
    return line
  }
}

function inOrder(found: ReadonlyMap<string, Instruction>): Instruction[] {
  return [...found.values()].sort((a, b) => a.line - b.line)
}
