// The episodic layer kept up to date: the logs that have changed are read, what the person typed in them goes into the
// cache, the oldest goes where there is too much. With the setting off, all of it goes.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readState, type StateKind, writeState } from '../../base/files/state-file.ts'
import { loadRedactor } from '../../base/secrets/redact-for.ts'
import { isOver, type TimeLimit } from '../../base/time/time-limit.ts'
import { isObject } from '../../base/values/is-object.ts'
import { cacheOf, episodesPlace } from '../../memory/places.ts'
import { readTranscript } from '../../models/read-transcript.ts'
import { readLog } from '../../models/turn-log.ts'
import { readPrompts } from '../../models/typed-prompts.ts'
import { episodeFile, listEpisodeFiles, readEpisodes, writeEpisodes } from '../../search/episodes.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { forgetHeard, type HeardConversation, markOf, readHeard } from '../extract/heard-conversations.ts'
import type { SaidMessage } from '../extract/proposal.ts'
import { readSaid } from '../extract/read-said.ts'
import { episodesOf } from './episodes-of.ts'

/** Turns, of all conversations. */
const MOST_EPISODES = 20_000

interface Gathered {
  conversations: number
  episodes: number
  complete: boolean
}

export function areEpisodesDue({ settings, location: { state } }: ProjectContext): boolean {
  if (!settings.get('episodes.enabled')) return existsSync(cacheOf(episodesPlace(state)))
  return pendingIn(state).length > 0
}

export async function gatherEpisodes(
  context: ProjectContext,
  limit: TimeLimit & { most?: number } = {},
): Promise<Gathered> {
  const { state } = context.location
  const place = episodesPlace(state)
  if (!context.settings.get('episodes.enabled')) {
    await context.searchOf.close(place)
    rmSync(cacheOf(place), { recursive: true, force: true })
    await forgetHeard(state)
    return { conversations: 0, episodes: 0, complete: true }
  }
  const { directory } = place
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const { after } = readHeard(state)
  const redact = await loadRedactor('agent')
  const marks = readState(marksPath(state), MARKS) ?? {}
  const gathered: Gathered = { conversations: 0, episodes: 0, complete: true }
  for (const { key, mark, heard } of pendingIn(state)) {
    if (isOver(limit)) {
      gathered.complete = false
      break
    }
    // Our own files were cleaned by the purge itself.
    const isForeign = heard.client !== 'memdir' && heard.client !== 'prompts'
    const said = await saidIn(heard, state)
    // What was said with a secret is not kept, not even without it.
    const clean = said.filter(({ text, secrets }) => (secrets ?? redact(text).rules).length === 0)
    const episodes = episodesOf(clean, isForeign ? after : undefined)
    writeEpisodes(join(directory, episodeFile(key)), episodes)
    marks[key] = mark
    gathered.conversations++
    gathered.episodes += episodes.length
    // One by one: a run that is ended keeps what it has done.
    writeState(marksPath(state), MARKS, marks)
  }
  dropOldest(directory, limit.most ?? MOST_EPISODES)
  // So that no prompt has to read them.
  await (await context.searchOf(place)).repair()
  return gathered
}

/** Newest first: what is said now is wanted before what was said long ago. */
function pendingIn(state: string): { key: string; mark: string; heard: HeardConversation }[] {
  const marks = readState(marksPath(state), MARKS) ?? {}
  return Object.entries(readHeard(state).conversations)
    .flatMap(([key, heard]) => {
      const mark = markOf(heard)
      return mark === undefined || mark === marks[key] ? [] : [{ key, mark, heard }]
    })
    .reverse()
}

async function saidIn(
  { client, path, conversation }: HeardConversation,
  state: string,
): Promise<readonly SaidMessage[]> {
  if (client === 'prompts')
    return readPrompts(state, conversation).map((prompt) => ({ ...prompt, role: 'user' }))
  const { all } = await (client === 'memdir' ? readTranscript(path) : readLog(state, { path, client }))
  return readSaid(all).said
}

function dropOldest(directory: string, most: number): void {
  const files = listEpisodeFiles(directory).map((name) => ({
    path: join(directory, name),
    episodes: readEpisodes(join(directory, name)),
  }))
  const times = files.flatMap(({ episodes }) => episodes.map(({ time }) => time)).sort()
  const oldest = times[times.length - most]
  if (times.length <= most || oldest === undefined) return
  for (const { path, episodes } of files)
    writeEpisodes(
      path,
      episodes.filter(({ time }) => time >= oldest),
    )
}

function marksPath(state: string): string {
  return join(cacheOf(episodesPlace(state)), 'marks.json')
}

/** What each conversation's log was like when it was read. */
const MARKS: StateKind<Record<string, string>> = {
  read: ({ marks }) =>
    isObject(marks)
      ? Object.fromEntries(
          Object.entries(marks).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
      : undefined,
  plain: (marks) => ({ marks }),
  most: 10_000_000,
  durable: false,
  rebuilt: true,
}
