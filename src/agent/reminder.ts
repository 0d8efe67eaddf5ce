// Text that memdir puts into the conversation: in a tag that its content cannot close.
import { type TextBlock, text } from '../lib/content.ts'

const OPEN = '<system-reminder>\n'
const CLOSE = '\n</system-reminder>'
const TAG = /<(?=\s*(?:\/\s*)?system-reminder)/gi

export function reminderText(body: string): string {
  return isReminder(body) ? body : `${OPEN}${body.replace(TAG, '&lt;')}${CLOSE}`
}

export function reminder(body: string): TextBlock {
  return text(reminderText(body))
}

/** Wrapped already, once and soundly. */
function isReminder(body: string): boolean {
  if (!body.startsWith(OPEN) || !body.endsWith(CLOSE)) return false
  return !body.slice(OPEN.length, -CLOSE.length).match(TAG)
}
