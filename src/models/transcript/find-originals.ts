// Messages of a log as they were first written: a compaction writes again what it keeps, and may have changed it.
import { decodeEntry } from '../log-line.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import { readLines } from './read-lines.ts'

export async function findOriginals(path: string, ids: readonly string[]): Promise<TranscriptMessage[]> {
  const wanted = new Set(ids)
  const found = new Map<string, TranscriptMessage>()
  for await (const lines of readLines(path))
    for (const { text } of lines) {
      if (!text.startsWith('{"type":"message"')) continue
      const entry = decodeEntry(text)
      if (entry?.type !== 'message' || !wanted.has(entry.message.id) || found.has(entry.message.id)) continue
      found.set(entry.message.id, entry.message)
    }
  return ids.flatMap((id) => found.get(id) ?? [])
}
