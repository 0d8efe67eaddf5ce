// Whether the history that Gemini CLI resumes still holds what memdir added to it. Loaded when it resumes one.
import { statSync } from 'node:fs'
import { textOf } from '../lib/content.ts'
import { readForeignTranscript } from '../transcript/foreign-transcript.ts'
import { START_WORDS } from './start-text.ts'

/** A longer log would take longer than a hook may. */
const MOST_BYTES = 32 << 20

/** False where that cannot be found out: a repetition is better than silence. */
export async function holdsHookText(transcript: string | undefined): Promise<boolean> {
  try {
    if (transcript === undefined || statSync(transcript).size > MOST_BYTES) return false
    const { messages } = await readForeignTranscript(transcript, 'gemini')
    return messages.some((message) => message.meta === 'hook' && textOf(message).includes(START_WORDS))
  } catch {
    return false
  }
}
