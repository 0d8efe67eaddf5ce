// Text that is put into the conversation: in the envelope, which its content cannot close, whoever wrote it.

import { asReminder } from '../../base/text/inert-text.ts'
import { type TextBlock, text } from '../../models/content.ts'

export function reminder(body: string): TextBlock {
  return text(asReminder(body))
}
