// Memories as one line each, for a model that decides which to open.
import { resolve } from 'node:path'
import { lastChanged, type Memory, type Origin } from '../../memory/memory.ts'
import { recallReason } from '../../messages/recall.ts'
import { formatSimilarity } from '../../recall/answer-similarity.ts'
import { inertLine } from '../../recall/inert-text.ts'
import type { RecallResult } from '../../recall/recall.ts'
import type { RecallHit } from '../client-host.ts'

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

export function memoryLine(memory: Memory): string {
  const facts = [
    memory.type,
    memory.source?.origin && ORIGINS[memory.source.origin],
    new Date(lastChanged(memory)).toISOString().slice(0, 10),
  ]
  const description = memory.description ? ` — ${inertLine(memory.description)}` : ''
  return `- ${memory.id} ${inertLine(memory.name)}${description} (${facts.filter(Boolean).join(', ')}; ${inertLine(memory.file)})`
}

/** What the person said in an earlier conversation has neither an id nor a file that anybody could change. */
export function episodeLine({ memory, similarity }: Pick<RecallHit, 'memory' | 'similarity'>): string {
  const day = new Date(lastChanged(memory)).toISOString().slice(0, 10)
  return `- not a memory, said by the user on ${day} in an earlier conversation: ${inertLine(memory.content)} (similarity ${formatSimilarity(similarity)})`
}

export function episodeData({ memory, similarity, why }: Pick<RecallHit, 'memory' | 'similarity' | 'why'>) {
  return { said: memory.content.trim(), time: lastChanged(memory), similarity, why }
}

export function hitLine({ memory, similarity, similar, everywhere }: RecallHit): string {
  const newer = similar?.olderIds.length ? `; newer than the similar ${similar.olderIds.join(', ')}` : ''
  const where = everywhere ? '; holds in all projects of the user' : ''
  return `${memoryLine(memory)} similarity ${formatSimilarity(similarity)}${where}${newer}`
}

/** What a program gets of a memory: no hashes, no fields that we do not know. */
export function memoryData(memory: Memory, directory: string): Record<string, unknown> {
  const { id, file, name, description, type, kind, tags, importance, source, created, updated, expires } =
    memory
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
  }
  return JSON.parse(
    JSON.stringify({ ...fields, created, updated, expires, content: memory.content }),
  ) as Record<string, unknown>
}

export function recallReasonText({ reason, status }: RecallResult): string {
  return reason ? recallReason(reason).en : status
}

export function leftOutData({ leftOut }: RecallResult): { file: string; reason: string }[] {
  return leftOut.map(({ file, reason }) => ({ file, reason: recallReason(reason).en }))
}
