// What comes before the conversation: instruction files, the index and the date, as one user message. Not in
// the system prompt, whose bytes are shared between projects; computed once per conversation and after a compaction.

import { text } from '../../models/content.ts'
import { createMessage, type TranscriptMessage } from '../../models/transcript-message.ts'
import { type InstructionSection, instructionsMessage } from '../instructions/instructions-message.ts'
import type { Instructions } from '../instructions/open-instructions.ts'

interface FirstMessageOptions {
  instructions?: Pick<Instructions, 'start'>
  /** The memory index, the team's. */
  sections?: readonly InstructionSection[]
  now: Date
}

/** The day is the user's, not UTC's. */
export function createFirstMessage({ instructions, sections, now }: FirstMessageOptions): TranscriptMessage {
  const files = instructions?.start().files ?? []
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return createMessage({
    id: 'context',
    role: 'user',
    content: [text(instructionsMessage({ files, sections, date }))],
    parent: null,
    time: now,
    meta: 'context',
  })
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
