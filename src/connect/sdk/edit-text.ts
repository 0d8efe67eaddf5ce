// Small edits of a text by its words or lines, as memory and editor tools offer them.
import { type AgentText, joinLines, linesOf, own, startOf } from '../../base/text/agent-text.ts'

export type Replaced = { status: 'done'; text: string; line: number } | { status: 'refused'; reason: string }

/** Only where the text to replace occurs exactly once. */
export function replaceOnce(text: string, old: string, replacement: string): Replaced {
  const at = old === '' ? -1 : text.indexOf(old)
  if (at < 0)
    return {
      status: 'refused',
      reason: `No replacement was performed, old_str \`${old}\` did not appear verbatim`,
    }
  if (text.indexOf(old, at + 1) >= 0)
    return {
      status: 'refused',
      reason: `No replacement was performed. Multiple occurrences of old_str \`${old}\``,
    }
  const line = text.slice(0, at).split('\n').length
  return { status: 'done', text: text.slice(0, at) + replacement + text.slice(at + old.length), line }
}

/** After line `after` (0: at the beginning); undefined where there is no such line. */
export function insertLines(text: string, after: number, added: string): string | undefined {
  const lines = text.split('\n')
  if (!Number.isInteger(after) || after < 0 || after > lines.length) return undefined
  lines.splice(after, 0, added.replace(/\n$/, ''))
  return lines.join('\n')
}

/** With 1-based numbers; `range` is inclusive, -1 means to the end. */
export function numberedLines(text: AgentText, range?: readonly number[]): AgentText {
  const lines = linesOf(text)
  const from = Math.max(1, range?.[0] ?? 1)
  const to = range?.[1] === undefined || range[1] === -1 ? lines.length : Math.min(lines.length, range[1])
  return joinLines(lines.slice(from - 1, to).map((line, i) => own`${blanks(from + i)}${from + i}\t${line}`))
}

/** To the width of six. */
function blanks(number: number): AgentText {
  return startOf(own`      `, Math.max(0, 6 - String(number).length))
}
