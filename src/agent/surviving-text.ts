// What of a conversation must survive a compaction, as a text for whoever makes or reads the summary: by rules alone.

import { redactValues } from '../base/secrets/redact-for.ts'
import { type AgentText, joinLines, joinTexts, linesOf, NO_TEXT } from '../base/text/agent-text.ts'
import { textOf } from '../models/content.ts'
import type { TranscriptMessage } from '../models/transcript-message.ts'
import { KEPT_WORDS } from './compact/context-settings.ts'
import { isPersons } from './compact/exchanges.ts'
import { attachFacts, extractFacts, missingFacts } from './compact/must-survive.ts'
import { restoredText } from './compact/restoration.ts'
import { budgetBytes, messageBytes } from './compact/sizes.ts'
import { recordWork } from './compact/work-record.ts'

interface SurvivingOptions {
  /** What stands for the messages now; empty where it is still to be written. */
  readonly summary: string
  /** The person's newest messages stay beside the summary, word for word. */
  readonly keepsNewest: boolean
  readonly characters: number
}

/** Of the messages that are dropped, what their summary does not say. Empty: there is nothing to say. */
export async function survivingText(
  dropped: readonly TranscriptMessage[],
  { summary, keepsNewest, characters }: SurvivingOptions,
): Promise<AgentText> {
  // Secrets first: what is inert may not be known as one any more.
  const done = await redactValues(recordWork(dropped), 'agent')
  const work = restoredText({ ...done, skills: [], agents: [] }, { files: [], skills: [] })
  const files = summary === '' ? work : missingLines(work, summary)
  const inSight = [summary, files, ...(keepsNewest ? newestWords(dropped) : [])]
  const missing = await redactValues(missingFacts(extractFacts(dropped), inSight.join('\n')), 'agent')
  // An estimate of tokens is never more than a third of the bytes, and those are never fewer than the characters.
  const room = Math.floor((characters - Math.min(files.length, characters / 3)) / 3)
  return joinTexts([files, attachFacts(missing, room).text], '\n\n')
}

function newestWords(messages: readonly TranscriptMessage[]): string[] {
  const kept: string[] = []
  let left = budgetBytes(KEPT_WORDS)
  for (const message of messages.filter(isPersons).reverse()) {
    left -= messageBytes(message)
    if (left < 0) break
    kept.push(textOf(message))
  }
  return kept
}

function missingLines(text: AgentText, summary: string): AgentText {
  const lines = linesOf(text).filter((line) => !line.startsWith('> ') || !summary.includes(line.slice(2)))
  return lines.every((line) => !line.startsWith('> ')) ? NO_TEXT : joinLines(lines)
}
