// How a conversation of Claude Code begins: the first words that the person typed, without reading the whole log.

import { typedPassages } from '../typed-passages.ts'
import { judgeTyped } from '../typed-text.ts'
import { readClaudeCodeLog } from './claude-code.ts'

const BEGINNING_BYTES = 128 << 10
const LONGEST = 2_000

/** On one line; empty where nobody typed anything near the beginning. */
export async function firstTyped(path: string): Promise<string> {
  let pasted = ''
  try {
    for await (const { items } of readClaudeCodeLog(path, { to: BEGINNING_BYTES }))
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
