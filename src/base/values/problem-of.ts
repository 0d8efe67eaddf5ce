// What went wrong, for a sentence that says it: in every language where the fault knows them.
import { type Message, verbatim } from '../messages/message.ts'
import { MemdirError } from './errors.ts'

export function problemOf(fault: unknown): Message {
  if (MemdirError.is(fault)) return fault.messages.message
  return verbatim(fault instanceof Error ? fault.message : String(fault))
}
