// `/inbox`: what waits for the person, and their answers, without leaving the conversation.

import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { usage } from '../arguments.ts'
import { printable } from '../output.ts'
import { noteWarnings } from '../saved.ts'
import { printRefused, showInbox } from '../show-inbox.ts'
import { printTaken } from '../take-import.ts'
import type { Talk } from './talk-state.ts'

export async function runInboxCommand(
  { engine, output, by, conversation }: Talk,
  rest: string,
): Promise<void> {
  const inbox = await engine.inbox()
  const [action = '', ...words] = rest.split(/\s+/).filter((word) => word !== '')
  if (action === '') return showInbox(output, { groups: await inbox.list(), counts: await inbox.counts() })
  const [id, ...text] = words
  if (id === undefined) throw usage(message(inboxTexts.idRequired), message(inboxTexts.seeInbox))
  const accepted = output.say(chatCommandTexts.accepted)
  switch (action) {
    case 'accept':
      for (const answer of await inbox.accept(words, by(conversation.id))) {
        const { id: one, memory, taken, warnings = [] } = answer
        if (taken) printTaken(output, answer)
        else {
          noteWarnings(output, warnings)
          output.print(`${output.paint.green('✓')} ${accepted}${printable(memory?.file ?? one)}`)
        }
      }
      return
    case 'edit': {
      if (text.length === 0) throw usage(message(inboxTexts.textRequired), message(inboxTexts.seeInbox))
      const { memory, warnings = [] } = await inbox.edit(id, text.join(' '), by(conversation.id))
      noteWarnings(output, warnings)
      output.print(`${output.paint.green('✓')} ${accepted}${printable(memory?.file ?? id)}`)
      return
    }
    case 'refuse': {
      printRefused(output, await inbox.refuse(words, by(conversation.id)))
      return
    }
    default:
      throw usage(
        message(usageTexts.unknownAction, { action: `/inbox ${action}` }),
        message(inboxTexts.chooseAction),
      )
  }
}
