// What of a conversation must survive a compaction, as a text for whoever makes or reads the summary: by rules alone.

import { type EventAgent, eventsOf } from '../base/agents/agents.ts'
import { redactValues } from '../base/secrets/redact-for.ts'
import { type AgentText, joinLines, joinTexts, linesOf, NO_TEXT } from '../base/text/agent-text.ts'
import { textOf } from '../models/content.ts'
import type { TranscriptMessage } from '../models/transcript-message.ts'
import { readCompacted } from '../models/turn-log.ts'
import { KEPT_WORDS } from './compact/context-settings.ts'
import { isPersons } from './compact/exchanges.ts'
import { attachFacts, extractFacts, missingFacts } from './compact/must-survive.ts'
import { restoredText } from './compact/restoration.ts'
import { budgetBytes, messageBytes } from './compact/sizes.ts'
import { recordWork } from './compact/work-record.ts'

/** Longer logs would take longer than a hook may: their end counts. */
const MOST_MESSAGES = 4_000

interface Compaction {
  readonly state: string
  readonly agent: EventAgent
  /** The agent's own log of the conversation. */
  readonly transcript: string | undefined
  /** The event as it came: some clients send what they compact. */
  readonly raw: string
  /** The summary is there. */
  readonly isOver: boolean
}

interface SurvivingOptions {
  /** What stands for the messages now; empty where it is still to be written. */
  readonly summary: string
  /** The person's newest messages stay beside the summary, word for word. */
  readonly keepsNewest: boolean
  readonly characters: number
}

/** For what another agent compacts: what its summary must keep, or what the one that is there does not say. */
export async function survivingCompaction(
  { state, agent, isOver, ...log }: Compaction,
  characters: number,
): Promise<AgentText> {
  const all = await readCompacted(state, { ...log, agent })
  const said = all.filter(({ sidechain }) => !sidechain).slice(-MOST_MESSAGES)
  const { dropped, summary } = isOver ? droppedPart(said, agent) : lastPart(said)
  const keepsNewest = isOver && eventsOf(agent).keepsNewest === true
  return survivingText(dropped, { summary, keepsNewest, characters })
}

function lastPart(messages: readonly TranscriptMessage[]) {
  const at = messages.findLastIndex(({ meta }) => meta === 'summary')
  return { dropped: messages.slice(at + 1), summary: '' }
}

/** What the newest summary replaced. Where the client has not written it down yet, everything counts as lost. */
function droppedPart(messages: readonly TranscriptMessage[], agent: EventAgent) {
  const at = messages.findLastIndex(({ meta }) => meta === 'summary')
  const tail = messages.slice(at + 1).filter(({ meta }) => meta === undefined)
  // An older summary with work behind it is not the one of this compaction, unless the agent goes on before we are asked.
  const goesOn = eventsOf(agent).goesOnAfter === true
  if (at < 0 || (!goesOn && tail.some(({ role }) => role === 'assistant'))) return lastPart(messages)
  const earlier = messages.slice(0, at).findLastIndex(({ meta }) => meta === 'summary')
  const summary = messages[at]
  return { dropped: messages.slice(earlier + 1, at), summary: summary ? textOf(summary) : '' }
}

/** What the summary does not say of the messages that are dropped. Empty: there is nothing to say. */
async function survivingText(
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
