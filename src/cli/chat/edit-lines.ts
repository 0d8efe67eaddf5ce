// What an edit changes, as lines for a terminal: the common beginning and end are left out.

import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import { message } from '../../base/messages/message.ts'
import { type Output, printable, printableText } from '../output.ts'

const MOST_LINES = 16
const LINE_CHARACTERS = 160

export function editLines(
  { paint, say }: Pick<Output, 'paint' | 'say'>,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const [before, after] =
    tool === 'Edit' ? [input.old_string, input.new_string] : tool === 'Write' ? ['', input.content] : []
  if (typeof before !== 'string' || typeof after !== 'string') return []
  const { removed, added } = changedLines(linesOf(before), linesOf(after))
  const all = [
    ...removed.map((line) => paint.red(`- ${printable(line).slice(0, LINE_CHARACTERS)}`)),
    ...added.map((line) => paint.green(`+ ${printable(line).slice(0, LINE_CHARACTERS)}`)),
  ]
  const more = all.length - MOST_LINES
  if (more <= 0) return all
  return [...all.slice(0, MOST_LINES), paint.dim(say(message(chatCommandTexts.moreLines, { more })))]
}

function linesOf(text: string): string[] {
  return text === '' ? [] : printableText(text).replace(/\n$/, '').split('\n')
}

/** Pure. */
export function changedLines(
  before: readonly string[],
  after: readonly string[],
): { removed: readonly string[]; added: readonly string[] } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return {
    removed: before.slice(start, before.length - end),
    added: after.slice(start, after.length - end),
  }
}
