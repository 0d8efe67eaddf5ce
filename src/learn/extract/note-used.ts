// At the end of a turn: which of the memories that the conversation was shown the agent quoted or acted on.

import { relative } from 'node:path'
import { isInside } from '../../base/paths/is-inside.ts'
import { changeFeedback, planUsed, readFeedback } from '../../memory/feedback.ts'
import { type Around, type Place, storesOf } from '../../memory/places.ts'
import { readMemory } from '../../memory/scan-files.ts'
import { type ModelMessage, textOf, toolUsesOf } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { TurnLog } from '../../models/turn-log.ts'
import { typedTexts } from '../../models/typed-messages.ts'
import { findUsed } from '../../search/find-used.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { readShown } from '../../search/shown-record.ts'
import type { SpooledTurn } from '../worker/spool-files.ts'

type Context = Pick<ProjectContext, keyof Around | 'clock'>

/** A long turn's tool inputs are whole files: names and phrases are found in the first of them. */
const MOST_SAID = 400_000

/** `turn`: the messages since the person's last words, these included. How many were used. */
export async function noteUsed(
  context: Context,
  conversation: string,
  turn: readonly TranscriptMessage[],
): Promise<number> {
  const asked = typedTexts(turn).join('\n')
  const said = turn
    .filter(({ role }) => role === 'assistant')
    .map(wordsOf)
    .join('\n')
    .slice(0, MOST_SAID)
  if (said === '') return 0
  let count = 0
  for (const place of storesOf(context)) {
    const shown = shownIn(place, context.location.state, conversation)
    const memories = shown.length === 0 ? [] : findUsed(shown, { said, asked })
    if (memories.length === 0) continue
    const used = { memories, conversation, now: context.clock.now() }
    await changeFeedback(place.state, (known) => planUsed(known, used))
    count += memories.length
  }
  return count
}

/** The same for another agent's turn, from its log; nothing is read where nothing was shown. */
export async function noteUsedIn(
  context: Context,
  { conversation }: SpooledTurn,
  log: TurnLog,
): Promise<number> {
  const { location } = context
  if (conversation === undefined || !log.found) return 0
  if (storesOf(context).every((place) => shownIn(place, location.state, conversation).length === 0)) return 0
  const { messages } = await log.read()
  return noteUsed(context, conversation, lastTurn(messages))
}

function lastTurn(messages: readonly TranscriptMessage[]): readonly TranscriptMessage[] {
  const at = messages.findLastIndex((message) => typedTexts([message]).length > 0)
  return at < 0 ? [] : messages.slice(at)
}

function wordsOf(message: ModelMessage): string {
  return [textOf(message), ...toolUsesOf(message).map(({ inputJson }) => inputJson)].join('\n')
}

/** Those that this conversation has not been counted for yet. */
function shownIn({ directory, state, isBeside }: Place, records: string, conversation: string) {
  const { shown } = readShown(records, conversation)
  const files = isBeside
    ? shown.filter((file) => isInside(directory, file)).map((file) => relative(directory, file))
    : shown.filter((file) => !file.startsWith('/'))
  if (files.length === 0) return []
  const feedback = readFeedback(state)
  return files.flatMap((file) => {
    const memory = readMemory(directory, file)
    if (!memory || feedback.get(memory.id)?.conversation === conversation) return []
    return [{ id: memory.id, file, text: `${memory.name}\n${memory.content}` }]
  })
}
