// Text from elsewhere that tells its reader what to do: it waits in quarantine until a person has looked at it.
import { MemdirError } from '../lib/errors.ts'
import { INSTRUCTION_RULES, type InstructionKind } from './instruction-rules.ts'
import { type ReadableText, readableText } from './readable-text.ts'

export interface Instruction {
  /** What kind of instruction it looks like. */
  rule: InstructionKind
  /** 1-based. */
  line: number
  /** The words as they are read, at most 160 characters: the evidence. */
  text: string
}

const MOST = 20
const EXCERPT = 160

/** Instructions in the text, in order; one of each kind a line. */
export function findInstructions(text: string): Instruction[] {
  const readable = readableText(text)
  const starts = lineStarts(readable.lines)
  const found = new Map<string, Instruction>()
  for (const [rule, pattern] of INSTRUCTION_RULES) {
    for (const at of matches(pattern, readable)) {
      const line = lineAt(starts, at)
      const words = readable.joined.slice(at, at + EXCERPT).split('\n')[0]!
      if (!found.has(`${line} ${rule}`)) found.set(`${line} ${rule}`, { rule, line, text: words.trim() })
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line).slice(0, MOST)
}

/** Of a memory: in its text, and in the headline that stands for it in an index. */
export function instructionsIn(memory: {
  content: string
  name?: string
  description?: string
}): Instruction[] {
  const headline = `${memory.name ?? ''} — ${memory.description ?? ''}`
  return [...findInstructions(memory.content), ...findInstructions(headline)]
}

/** Where the words of matches start. Sentences are looked at as a whole, and line by line: a line may start one. */
function* matches(pattern: RegExp, { lines, joined }: ReadableText): Generator<number> {
  for (const text of lines === joined ? [lines] : [joined, lines])
    for (const { 0: matched, index } of text.matchAll(pattern)) yield index + matched.search(/[^\s.!?:;,)]|$/)
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Binary search for the last line that starts at or before `at`. */
function lineAt(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** For changes: what would be held back when it is added cannot come in by changing what is there. */
export function refuseInstructions(texts: readonly string[]): void {
  if (texts.some((text) => findInstructions(text).length > 0))
    throw new MemdirError('refused_content', 'the new text holds instructions; nothing was changed', {
      fix: 'The person can change it with `memdir edit`.',
    })
}
