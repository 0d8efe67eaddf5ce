// Choosing among hits by what the search data says of them, so that only those files are read that are wanted.
import type { Memory } from '../../memory/memory.ts'
import type { SearchHit } from '../search.ts'

/** What is known of a hit before its file is read. */
export interface UnreadHit {
  memory: Pick<Memory, 'file' | 'expires' | 'source'>
  similarity: number
}

export type ChooseHits = (hits: readonly UnreadHit[]) => readonly UnreadHit[]

export function chosenHits(hits: readonly SearchHit[], choose: ChooseHits | undefined): readonly SearchHit[] {
  if (!choose) return hits
  const files = new Set(choose(hits.map(unread)).map(({ memory }) => memory.file))
  return hits.filter(({ document }) => files.has(document.id))
}

function unread({ document, similarity }: SearchHit): UnreadHit {
  const { id: file, expires, origin, conversation } = document
  const source = { ...(origin && { origin }), ...(conversation !== undefined && { conversation }) }
  const memory = { file, source, ...(expires !== undefined && { expires: new Date(expires).toISOString() }) }
  return { memory, similarity }
}
