// A resumed conversation says what its log does not have.
import type { Conversation } from '../../agent/conversation.ts'
import { message } from '../../base/messages/message.ts'
import { secretsTexts } from '../../base/messages/secrets.ts'
import type { Output } from '../output.ts'

export function noteMissing({ missing }: Pick<Conversation, 'missing'>, output: Output): void {
  if (missing.length === 0) return
  const said = message(secretsTexts.secretsNotResumed, { rules: missing.join(', ') })
  output.note(output.paint.dim(`· ${output.say(said)}`))
}
