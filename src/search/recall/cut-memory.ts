// A recalled file is cut at 200 lines or 4,096 bytes; the note names the file to read in full.
import { type AgentText, own } from '../../base/text/agent-text.ts'
import { cutToBytes } from '../../base/text/unicode.ts'

const FILE_LINES = 200
export const FILE_BYTES = 4_096

interface CutText {
  text: string
  cut: boolean
}

export function cutMemory(content: string): CutText {
  const whole = content.trim()
  const lines = whole.split('\n')
  const head = lines.length > FILE_LINES ? lines.slice(0, FILE_LINES).join('\n') : whole
  const bytes = cutToBytes(head, FILE_BYTES)
  if (bytes === head) return { text: head, cut: head !== whole }
  // At the last whole line, unless that would lose most of it.
  const line = bytes.lastIndexOf('\n')
  return { text: line > FILE_BYTES / 2 ? bytes.slice(0, line) : bytes, cut: true }
}

export function cutNote(path: AgentText): AgentText {
  return own`[cut here: read ${path} for the rest]`
}
