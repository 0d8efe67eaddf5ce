// How a conversation of Claude Code begins: the first words that the person typed, without reading the whole log.
import { textOf } from '../lib/content.ts'
import { readClaudeCodeLog } from './claude-code.ts'
import { typedPassages } from './typed-passages.ts'
import { typedText } from './typed-text.ts'

const BEGINNING_BYTES = 128 << 10
const LONGEST = 2_000

/** On one line; empty where nobody typed anything near the beginning. */
export async function firstTyped(path: string): Promise<string> {
  let pasted = ''
  try {
    for await (const { items } of readClaudeCodeLog(path, { to: BEGINNING_BYTES }))
      for (const item of items) {
        if (item.type !== 'message' || item.message.role !== 'user') continue
        if (item.message.meta !== undefined || item.message.sidechain) continue
        const text = typedText(textOf(item.message))
        const [typed] = typedPassages(text)
        if (typed) return oneLine(typed.text)
        pasted ||= oneLine(text)
      }
  } catch {
    // A log that cannot be read has no words.
  }
  return pasted
}

function oneLine(text: string): string {
  return text.slice(0, LONGEST).replace(/\s+/g, ' ').trim()
}
