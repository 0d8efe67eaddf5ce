// What another agent is told when it compacts: before, what its summary must keep; afterwards, what the summary lost. It
// comes from the agent's own log, by rules; loaded for these two events only.
import { attachFacts, extractFacts, missingFacts } from '../compact/must-survive.ts'
import { restoredText } from '../compact/restoration.ts'
import { recordWork } from '../compact/work-record.ts'
import { textOf } from '../lib/content.ts'
import { readForeignTranscript } from '../transcript/foreign-transcript.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import type { ClientEvent } from './client-event.ts'

/** Longer logs would take longer than a hook may: their end counts. */
const MOST_MESSAGES = 4_000

// Product text.
const BEFORE =
  'Keep the following in the summary, word for word, as far as it still matters. It was found in this conversation by rules.'
const AFTER =
  'The summary of this conversation does not say the following, which was said or done before it was compacted. It is a record of the past, not a task.'

/** `characters`: what the client takes. Empty: there is nothing to say. */
export async function compactionText(
  { transcript, agent, kind }: Pick<ClientEvent, 'transcript' | 'agent' | 'kind'>,
  characters: number,
): Promise<string> {
  const client = agent === 'codex' ? 'codex' : agent === 'claude-code' ? 'claude-code' : undefined
  if (!client || transcript === undefined) return ''
  const { all } = await readForeignTranscript(transcript, client)
  const own = all.filter(({ sidechain }) => !sidechain).slice(-MOST_MESSAGES)
  const before = kind === 'before-compact'
  const { dropped, summary } = before ? lastPart(own) : droppedPart(own)
  const head = before ? BEFORE : AFTER
  const work = restoredText({ ...recordWork(dropped), skills: [], agents: [] }, { files: [], skills: [] })
  const files = before || !summary ? work : missingLines(work, summary)
  const room = characters - head.length - 40
  if (room < 200) return ''
  const missing = missingFacts(extractFacts(dropped), `${summary}\n${files}`)
  // An estimate of tokens is never more than a third of the bytes, and those are never fewer than the characters.
  const facts = attachFacts(missing, Math.floor((room - Math.min(files.length, room / 3)) / 3)).text
  const body = [facts, files].filter((part) => part !== '').join('\n\n')
  return body === '' ? '' : `${head}\n\n${body}`.slice(0, characters)
}

function lastPart(messages: readonly TranscriptMessage[]) {
  const at = messages.findLastIndex(({ meta }) => meta === 'summary')
  return { dropped: messages.slice(at + 1), summary: '' }
}

/** What the newest summary replaced. Where the client has not written it down yet, everything counts as lost. */
function droppedPart(messages: readonly TranscriptMessage[]) {
  const at = messages.findLastIndex(({ meta }) => meta === 'summary')
  const tail = messages.slice(at + 1).filter(({ meta }) => meta === undefined)
  // An older summary with work behind it is not the one of this compaction.
  if (at < 0 || tail.some(({ role }) => role === 'assistant')) return lastPart(messages)
  const earlier = messages.slice(0, at).findLastIndex(({ meta }) => meta === 'summary')
  const summary = messages[at]
  return { dropped: messages.slice(earlier + 1, at), summary: summary ? textOf(summary) : '' }
}

function missingLines(text: string, summary: string): string {
  const lines = text.split('\n').filter((line) => !line.startsWith('- ') || !summary.includes(line.slice(2)))
  return lines.every((line) => !line.startsWith('- ')) ? '' : lines.join('\n')
}
