// Episodes in recall. They stand below the memories: they fill places that are left, and take none.
import { tokenize } from '../../base/terms/tokens.ts'
import { conversationKey } from '../../base/values/hash.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Place } from '../../memory/places.ts'
import { parseEpisodeName } from '../episodes.ts'
import type { ProjectContext } from '../project-context.ts'
import type { EpisodesAsked, RecalledEpisode } from '../recall.ts'
import { type PlaceHit, searchPlaces } from '../search-places.ts'
import { attachEpisode } from './attach-episode.ts'
import { recallPoints } from './recall-points.ts'
import type { Ranked } from './select-memories.ts'

/** More than are attached: some say nothing new. */
const CANDIDATES = 10
/** Terms that the prompt does not have: fewer, and it is the prompt once more. */
const LEAST_NEW = 2

export async function recallEpisodes(
  context: ProjectContext,
  place: Place,
  { prompt, places, memories, shown, now, signal }: EpisodesAsked,
  conversation: string | undefined,
): Promise<RecalledEpisode[]> {
  const current = conversation === undefined ? undefined : conversationKey(conversation)
  const isOpen = ({ memory: { file } }: Ranked) =>
    !shown.has(file) && parseEpisodeName(file)?.conversation !== current
  const { hits: found } = await searchPlaces(context, [[place]], {
    ...{ text: prompt, limit: CANDIDATES, bySentence: true, now },
    minSimilarity: recallPoints(context.settings).attach,
    ...(signal && { signal, hurry: true, most: PROMPT_EPISODES }),
    choose: (hits) => ({ chosen: hits.filter(isOpen), dropped: [] }),
  })
  const said = [prompt, ...memories.map(textOf)].map((text) => new Set(tokenize(text)))
  const chosen: PlaceHit[] = []
  for (const hit of found) {
    if (chosen.length >= places) break
    const terms = new Set(tokenize(hit.memory.content))
    if (said.some((known) => [...terms].filter((term) => !known.has(term)).length < LEAST_NEW)) continue
    said.push(terms)
    chosen.push(hit)
  }
  return chosen.map((hit) => ({ hit, attachment: attachEpisode(hit.memory) }))
}

/** What is not in the search data yet is the worker's. */
const PROMPT_EPISODES = 200

function textOf({ name, content, evidence = '' }: Memory): string {
  return `${name}\n${content}\n${evidence}`
}
