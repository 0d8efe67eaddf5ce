// How a log of Claude Code begins, without reading the whole of it: where the conversation was held, and the first words that
// the person typed.

import { parseObject } from './log-line.ts'
import { readClaudeCodeLog } from './transcript/claude-code.ts'
import { readLines } from './transcript/read-lines.ts'
import { judgeTyped } from './typed-messages.ts'
import { typedPassages } from './typed-passages.ts'

const TYPED_WITHIN = 128 << 10
/** A long first message stands before it. */
const DIRECTORY_WITHIN = 1 << 20
const LONGEST = 2_000

/**
 * Where it was held: the name of the log's directory does not tell, it is the same for `/home/ana/my-app` and
 * `/home/ana/my/app`. Undefined where the beginning does not say.
 */
export async function logDirectory(path: string): Promise<string | undefined> {
  try {
    for await (const lines of readLines(path, { to: DIRECTORY_WITHIN }))
      for (const { text } of lines) {
        const cwd = parseObject(text)?.cwd
        if (typeof cwd === 'string') return cwd
      }
  } catch {
    // A log that cannot be read is nobody's.
  }
  return undefined
}

/** What was typed first, on one line; empty where nobody typed anything near the beginning. */
export async function firstTyped(path: string): Promise<string> {
  let pasted = ''
  try {
    for await (const { items } of readClaudeCodeLog(path, { to: TYPED_WITHIN }))
      for (const item of items) {
        const judged = item.type === 'message' ? judgeTyped(item.message) : undefined
        if (!judged?.typed) continue
        const [typed] = typedPassages(judged.text)
        if (typed) return oneLine(typed.text)
        pasted ||= oneLine(judged.text)
      }
  } catch {
    // A log that cannot be read has no words.
  }
  return pasted
}

function oneLine(text: string): string {
  return text.slice(0, LONGEST).replace(/\s+/g, ' ').trim()
}
