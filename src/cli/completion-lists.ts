// Words that a completion script asks for while somebody types: what there is in this project at the moment.

import type { Engine } from '../connect/engine.ts'
import { readLog } from '../memory/history.ts'
import type { CompletionList } from './command.ts'

const MOST_CHANGES = 50

/** A shell takes each of these as it is. Other names, which anybody may have given, are not offered. */
const PLAIN_WORD = /^[\p{L}\p{N}+._/][\p{L}\p{N}+._/@-]*$/u

const LISTS: Record<CompletionList, (engine: Engine) => Promise<string[]> | string[]> = {
  memories: ({ store }) => store.list().flatMap(({ id, file }) => [id, file]),
  tags: ({ store }) => store.list().flatMap(({ tags }) => tags.map((tag) => `+${tag}`)),
  changes: ({ store }) =>
    readLog(store.writer)
      .slice(0, MOST_CHANGES)
      .flatMap(({ id, group }) => [id, group]),
  inbox: async (engine) =>
    Object.values(await (await engine.inbox()).list()).flatMap((items) => items.map(({ id }) => id)),
  projects: async (engine) => {
    const { listProjects } = await import('./known-projects.ts')
    return listProjects(engine).flatMap(({ paths }) => paths)
  },
}

export function isCompletionList(name: string): name is CompletionList {
  return Object.hasOwn(LISTS, name)
}

export async function completionWords(list: CompletionList, engine: Engine): Promise<string[]> {
  const words = await LISTS[list](engine)
  return [...new Set(words)].filter((word) => PLAIN_WORD.test(word))
}
