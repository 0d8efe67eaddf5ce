// Text that is put into the conversation: in the envelope, which its content cannot close, whoever wrote it.
import { type TextBlock, text } from '../lib/content.ts'
import { asReminder } from '../lib/inert-text.ts'

export function reminder(body: string): TextBlock {
  return text(asReminder(body))
}
