// Whether the history that Gemini CLI resumes still holds what memdir added to it. Loaded when it resumes one.
import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { textOf } from '../models/content.ts'
import { readForeignTranscript } from '../models/foreign-transcript.ts'

/** A longer log would take longer than a hook may. */
const MOST_BYTES = 32 << 20

/** `words`: by which what was added begins. False where that cannot be found out: a repetition is better than silence. */
export async function holdsHookText(transcript: string | undefined, words: string): Promise<boolean> {
  try {
    let left = MOST_BYTES
    for (const log of transcript === undefined ? [] : logsBeside(transcript)) {
      const stat = lstatSync(log)
      left -= stat.size
      if (left < 0) return false
      if (stat.isFile() && (await holds(log, words))) return true
    }
    return false
  } catch {
    return false
  }
}

async function holds(log: string, words: string): Promise<boolean> {
  const { messages } = await readForeignTranscript(log, 'gemini')
  return messages.some((message) => message.meta === 'hook' && textOf(message).includes(words))
}

/**
 * A log is named after the minute of the start and the conversation. At that moment the client names the log of this
 * start, in which nothing is yet; it will go on with the conversation's first.
 */
function logsBeside(transcript: string): string[] {
  const directory = dirname(transcript)
  const end = /-[^-]+\.jsonl$/.exec(basename(transcript))?.[0]
  if (end === undefined) return [transcript]
  const names = readdirSync(directory).filter((name) => name.startsWith('session-') && name.endsWith(end))
  return names.sort().map((name) => join(directory, name))
}
