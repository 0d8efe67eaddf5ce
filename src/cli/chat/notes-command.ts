// `/notes`: what is kept of this conversation, by which it can be compacted.

import { chatTexts } from '../../base/messages/chat.ts'
import { message } from '../../base/messages/message.ts'
import { notesTexts } from '../../base/messages/notes.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { usage } from '../arguments.ts'
import { printableText } from '../output.ts'
import type { Talk } from './talk-state.ts'

export async function runNotesCommand({ conversation, output, engine }: Talk, rest: string): Promise<void> {
  if (rest !== '' && rest !== 'update')
    throw usage(message(usageTexts.unknownAction, { action: `/notes ${rest}` }), message(chatTexts.helpLists))
  if (rest === 'update') {
    const before = conversation.notes()?.text
    if (!(await conversation.updateNotes())) throw new MemdirError('unavailable', message(notesTexts.off))
    if (conversation.notes()?.text === before)
      throw new MemdirError('unavailable', message(notesTexts.failedNow))
  }
  const notes = conversation.notes()
  if (notes) {
    output.print(printableText(notes.text.trimEnd()))
    output.print(output.paint.dim(notes.path))
    return
  }
  const { settings } = engine
  if (!settings.get('sessionMemory.enabled') || !settings.get('autoCompactEnabled'))
    throw new MemdirError('unavailable', message(notesTexts.off))
  const tokens = settings.get('sessionMemory.minimumMessageTokensToInit') ?? 0
  output.print(output.say(message(notesTexts.notMade, { tokens: tokens.toLocaleString('en-US') })))
}
