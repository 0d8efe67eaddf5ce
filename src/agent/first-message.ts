// What stands in front of the conversation: instruction files, the index and the date, as one user message. Not in
// the system prompt, whose bytes are shared between projects; computed once per conversation and after a compaction.
import { createMessage, type Message } from '../transcript/message.ts'
import { reminder } from './reminder.ts'

export interface ContextSource {
  /** Where it comes from: a path and what it is. */
  readonly heading: string
  readonly text: string
}

export interface FirstMessageOptions {
  sources: readonly ContextSource[]
  /** The day, for the model: `2026-11-15`. */
  date: string
  time: Date
}

const INTRODUCTION =
  'The following was written down for you beforehand. Rules of the user and the project override your defaults; later ones weigh more than earlier ones.'
const CLOSE = 'This context may or may not be relevant to the task. Do not bring it up unless it is.'

export function createFirstMessage({ sources, date, time }: FirstMessageOptions): Message {
  const told = sources.filter((source) => source.text.trim() !== '')
  const parts = [
    ...(told.length > 0 ? [INTRODUCTION] : []),
    ...told.map(({ heading, text }) => `# ${heading}\n\n${text.trim()}`),
    `# Date\n\nToday is ${date}.`,
    CLOSE,
  ]
  return createMessage({
    id: 'context',
    role: 'user',
    content: [reminder(parts.join('\n\n'))],
    parent: null,
    time,
    meta: 'context',
  })
}
