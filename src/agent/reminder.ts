// Text that memdir puts into the conversation: in a tag that its content cannot close.
import { type TextBlock, text } from '../lib/content.ts'

const TAG = 'system-reminder'

export function reminderText(body: string): string {
  return `<${TAG}>\n${escapeTag(body)}\n</${TAG}>`
}

export function reminder(body: string): TextBlock {
  return text(reminderText(body))
}

/** `<system-reminder>` inside, in any spelling that a model would read as the tag, becomes inert. */
export function escapeTag(body: string): string {
  return body.replace(/<(\s*\/?\s*system-reminder)/gi, '&lt;$1')
}
