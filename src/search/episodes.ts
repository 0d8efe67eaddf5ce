// Episodes: what the person typed in earlier conversations, a file per conversation in the cache. Made from the logs of
// the agents, and made again where it is gone.
import { readdirSync } from 'node:fs'
import { type LineKind, linesText, readLines, writeLines } from '../base/files/line-file.ts'
import { attempt } from '../base/values/attempt.ts'

export interface Episode {
  /** The message's key: the same one has the same key whenever it is read again. */
  readonly key: string
  /** ISO time. */
  readonly time: string
  /** Without secrets. */
  readonly text: string
}

const SUFFIX = '.jsonl'

export function episodeFile(key: string): string {
  return `${key}${SUFFIX}`
}

function isEpisodeFile(name: string): boolean {
  return /^[0-9a-f]{24}\.jsonl$/.test(name)
}

/** The files of a directory of episodes. */
export function listEpisodeFiles(directory: string): string[] {
  return (attempt(() => readdirSync(directory)) ?? []).filter(isEpisodeFile).sort()
}

const PREFIX = 'episode:'

/** What an episode is called where memories have their file; no memory is called so. */
export function episodeName(conversation: string, key: string): string {
  return `${PREFIX}${conversation}#${key}`
}

export function parseEpisodeName(name: string): { conversation: string; key: string } | undefined {
  const [, conversation, key] = /^episode:([0-9a-f]{24})#([0-9a-f]{16})$/.exec(name) ?? []
  return conversation === undefined || key === undefined ? undefined : { conversation, key }
}

const EPISODE: LineKind<Episode> = {
  read: ({ key, time, text }) => {
    const isWhole = typeof key === 'string' && typeof time === 'string' && typeof text === 'string'
    return isWhole && !Number.isNaN(Date.parse(time)) ? { key, time, text } : undefined
  },
  most: 50_000_000,
}

/** What cannot be read is left out: it is made again. */
export function readEpisodes(path: string): Episode[] {
  return readLines(path, EPISODE)
}

/** One that says the same stays as it is: the catalog takes in what has changed. */
export function writeEpisodes(path: string, episodes: readonly Episode[]): void {
  const text = linesText(episodes, EPISODE)
  if (text === '' || linesText(readEpisodes(path), EPISODE) !== text) writeLines(path, EPISODE, episodes)
}
