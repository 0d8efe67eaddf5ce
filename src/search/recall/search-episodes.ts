// Episodes in recall and search. They stand below the memories: they fill places that are left, and take none.
import { existsSync } from 'node:fs'
import { message } from '../../base/messages/message.ts'
import { searchTexts } from '../../base/messages/search.ts'
import { tokenize } from '../../base/terms/tokens.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { conversationKey } from '../../base/values/hash.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MemoryHit } from '../catalog/catalog.ts'
import { episodesDirectory, parseEpisodeName } from '../episodes.ts'
import type { MemoryQuery } from '../memory-search.ts'
import type { ProjectContext } from '../project-context.ts'
import type { UnreadHit } from '../ranking/choose-hits.ts'
import type { EpisodesAsked, RecalledEpisode } from '../recall.ts'
import { attachEpisode } from './attach-episode.ts'
import { attachingPoint } from './attaching-point.ts'

/** More than are attached: some say nothing new. */
const CANDIDATES = 10
/** Terms that the prompt does not have: fewer, and it is the prompt once more. */
const LEAST_NEW = 2

export function hasEpisodes({ location }: ProjectContext): boolean {
  return existsSync(episodesDirectory(location.state))
}

export async function recallEpisodes(
  context: ProjectContext,
  { prompt, places, memories, shown, now, signal }: EpisodesAsked,
  conversation: string | undefined,
): Promise<RecalledEpisode[]> {
  const current = conversation === undefined ? undefined : conversationKey(conversation)
  const isOpen = ({ memory: { file } }: UnreadHit) =>
    !shown.has(file) && parseEpisodeName(file)?.conversation !== current
  const found = await findEpisodes(context, {
    ...{ text: prompt, limit: CANDIDATES, bySentence: true, now },
    minSimilarity: attachingPoint(context.settings),
    ...(signal && { signal, hurry: true, most: PROMPT_EPISODES }),
    choose: (hits) => hits.filter(isOpen),
  })
  const said = [prompt, ...memories.map(textOf)].map((text) => new Set(tokenize(text)))
  const chosen: MemoryHit[] = []
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

/** For who asks for them by name. */
export async function searchEpisodes(
  context: ProjectContext,
  query: Omit<MemoryQuery, 'words' | 'mode'>,
): Promise<(MemoryHit & { episode: true })[]> {
  if (!context.settings.get('episodes.enabled'))
    throw new MemdirError('usage', message(searchTexts.episodesOff), {
      fix: message(searchTexts.episodesOffFix),
    })
  if (!context.switch.on || !hasEpisodes(context)) return []
  return (await findEpisodes(context, query)).map((hit) => ({ ...hit, episode: true }))
}

/** By words and, as far as the worker has embedded them, by meaning. */
async function findEpisodes(context: ProjectContext, query: MemoryQuery): Promise<MemoryHit[]> {
  return (await (await context.searchEpisodes()).search(query)).hits
}
