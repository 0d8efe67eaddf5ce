// Episodes as search follows them: each is a document of its own. The file of a conversation is a directory here, whose
// episodes are the files: its time changes with every turn.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { cutToCharacters } from '../../base/text/unicode.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Memory } from '../../memory/memory.ts'
import { parseMemory } from '../../memory/memory-file.ts'
import {
  type Episode,
  episodeFile,
  episodeName,
  listEpisodeFiles,
  parseEpisodeName,
  readEpisodes,
} from '../episodes.ts'
import type { MemoryFiles } from './memory-files.ts'

const NAME_CHARACTERS = 80

/** `directory`: where the files of conversations are. */
export function episodeFiles(directory: string): MemoryFiles {
  const timeOf = (path: string) => attempt(() => lstatSync(join(directory, path)).mtimeMs)
  const known = new Map<string, { time: number | undefined; episodes: Map<string, Episode> }>()
  const episodesOf = (file: string): Map<string, Episode> => {
    const time = timeOf(file)
    const before = known.get(file)
    if (before && before.time === time) return before.episodes
    const episodes = new Map(readEpisodes(join(directory, file)).map((one) => [one.key, one]))
    known.set(file, { time, episodes })
    return episodes
  }
  const find = (name: string) => {
    const parsed = parseEpisodeName(name)
    const episode = parsed && episodesOf(episodeFile(parsed.conversation)).get(parsed.key)
    return episode && { ...parsed, episode }
  }
  const read = (name: string): Memory | undefined => {
    const found = find(name)
    return found && memoryOf(name, found.conversation, found.episode)
  }
  return {
    tree() {
      const conversations = listEpisodeFiles(directory)
      const files = conversations.flatMap((file) =>
        [...episodesOf(file).keys()].map((key) => episodeName(file.slice(0, 24), key)),
      )
      return { files, directories: ['', ...conversations] }
    },
    state(name) {
      const { episode } = find(name) ?? {}
      return episode && { size: Buffer.byteLength(episode.text), stamp: Date.parse(episode.time) }
    },
    read,
    readSome: (names) => names.flatMap((name) => read(name) ?? []),
    directoryTime: timeOf,
  }
}

function memoryOf(file: string, conversation: string, { key, time, text }: Episode): Memory {
  // Behind an empty line: what was typed is no frontmatter, however it begins.
  const memory = parseMemory(Buffer.from(`\n${text}\n`, 'utf8'), { file, modified: new Date(time) })
  return {
    ...memory,
    name: cutToCharacters(text.replace(/\s+/g, ' '), NAME_CHARACTERS),
    source: { origin: 'user', conversation, message: key },
    created: time,
    updated: time,
  }
}
