// Memories as one line each, for a model that decides which to open.
import { resolve } from 'node:path'
import { labelOf } from '../../base/messages/kinds.ts'
import { recallReason } from '../../base/messages/recall.ts'
import { type AgentText, joinTexts, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { inertFact, inertLine } from '../../base/text/inert-text.ts'
import { lastChanged, type Memory, type Origin } from '../../memory/memory.ts'
import { wordsOf } from '../../memory/places.ts'
import { formatSimilarity } from '../../search/find-answers.ts'
import type { RecallHit, RecallResult } from '../../search/recall.ts'

const ORIGINS: Record<Origin, string> = {
  user: 'from user',
  agent: 'from agent',
  reported: 'said by the user as reported by an agent',
  tool: 'from tool',
  web: 'from web',
  include: 'from include',
  import: 'from import',
  team: 'from team',
}

export function memoryLine(memory: Memory): AgentText {
  const origin = memory.source?.origin && ORIGINS[memory.source.origin]
  const kind = memory.kind && labelOf(memory.kind).en
  const facts = joinTexts([memory.type ?? '', kind ?? '', origin ?? '', dayOf(memory)].map(inertFact), ', ')
  const description = memory.description ? own` — ${inertLine(memory.description)}` : NO_TEXT
  return own`- ${inertFact(memory.id)} ${inertLine(memory.name)}${description} (${facts}; ${inertLine(memory.file)})`
}

function dayOf(memory: Memory): string {
  return new Date(lastChanged(memory)).toISOString().slice(0, 10)
}

/** What the person said in an earlier conversation has neither an id nor a file that anybody could change. */
export function episodeLine({ memory, similarity }: Pick<RecallHit, 'memory' | 'similarity'>): AgentText {
  return own`- not a memory, said by the user on ${inertFact(dayOf(memory))} in an earlier conversation: ${inertLine(memory.content)} (similarity ${shownSimilarity(similarity)})`
}

function shownSimilarity(similarity: number, needed?: number): AgentText {
  return inertFact(formatSimilarity(similarity, needed))
}

export function episodeData({ memory, similarity, why }: Pick<RecallHit, 'memory' | 'similarity' | 'why'>) {
  return { said: memory.content.trim(), time: lastChanged(memory), similarity, why }
}

export function hitLine({ memory, similarity, similar, place }: RecallHit, needed?: number): AgentText {
  const older = joinTexts((similar?.olderIds ?? []).map(inertFact), ', ')
  const newer = older === '' ? NO_TEXT : own`; newer than the similar ${older}`
  const { told } = wordsOf(place)
  const where = told === '' ? NO_TEXT : own`; ${told}`
  return own`${memoryLine(memory)} similarity ${shownSimilarity(similarity, needed)}${where}${newer}`
}

/** What a program gets of a memory: no hashes, no fields that we do not know. */
export function memoryData(memory: Memory, directory: string): Record<string, unknown> {
  const { id, file, name, description, type, kind, tags, importance, source, created, updated, expires } =
    memory
  const { when, on } = memory
  const fields = {
    id,
    file,
    path: resolve(directory, file),
    name,
    description,
    type,
    kind,
    tags,
    importance,
    source,
    when,
    on,
  }
  return JSON.parse(
    JSON.stringify({ ...fields, created, updated, expires, content: memory.content }),
  ) as Record<string, unknown>
}

export function recallReasonText({ reason, status }: RecallResult): AgentText {
  return inertLine(reason ? recallReason(reason).en : status)
}

export function leftOutData({ leftOut }: RecallResult): { file: string; reason: string }[] {
  return leftOut.map(({ file, reason }) => ({ file, reason: recallReason(reason).en }))
}
