// One question at the terminal.

import type { Message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Output } from './output.ts'

const CTRL_C = '\u0003'

/** undefined when the input ends (Ctrl-D). Ctrl-C ends the command, which says `stopped`. */
export async function askLine(
  output: Output,
  question: string,
  stopped: Message,
): Promise<string | undefined> {
  const { createInterface } = await import('node:readline')
  await output.written()
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await new Promise<string | undefined>((answered) => {
    reader.on('close', () => answered(undefined))
    reader.on('SIGINT', () => answered(CTRL_C))
    reader.question(question, (line) => answered(line.trim()))
  })
  reader.close()
  // Enter ends the line that the question is on; neither key does.
  if (answer === undefined || answer === CTRL_C) process.stderr.write('\n')
  if (answer === CTRL_C) throw new MemdirError('interrupted', stopped)
  return answer
}

export function isYes(answer: string): boolean {
  return /^(?:y|yes|是|好)$/i.test(answer)
}
