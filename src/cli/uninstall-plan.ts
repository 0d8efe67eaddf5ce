// What an uninstall removes and what stays. It removes only what is named here and can be made again: whatever else is in
// the config home stays, also a kind of file that nobody has thought of yet.
import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { joinMessages, type Message, message } from '../base/messages/message.ts'
import { KEPT_MANY, KEPT_ONE } from '../base/messages/uninstall.ts'
import { readRegistry } from '../base/projects/project-registry.ts'
import { attempt } from '../base/values/attempt.ts'
import { HOOK_STARTER } from '../connect/agent-setup.ts'
import { LAUNCHER } from '../connect/hook-starter.ts'
import { countChanges } from '../memory/history.ts'
import { episodesPlace } from '../memory/places.ts'
import { listLogFiles, listMemoryFiles } from '../memory/scan-files.ts'
import { listEpisodeFiles } from '../search/episodes.ts'
import { isAside } from './move-aside.ts'

/** Below the config home. */
const REMOVABLE = ['models', 'code', 'run', 'calls', 'cache', 'mcp-http.json']
/** What agents' files that still name memdir start, and what undoing them needs. */
const SETUP = ['setup', 'install.json', 'agents.json', LAUNCHER, HOOK_STARTER]
/** Below each state; `cache` but for the episodes, whose logs may be gone. */
const REMOVABLE_IN_STATE = ['jobs']
const KEPT_IN_CACHE = 'episodes'
const KEPT_OF_EPISODES = ['turns', 'marks.json']

/** `isOut`: no agent's file names memdir any more. */
export function removablePaths(home: string, { isOut }: { isOut: boolean }): string[] {
  const top = namesIn(home).filter(
    (name) => REMOVABLE.includes(name) || (isOut && SETUP.includes(name)) || isAside(name),
  )
  return [...top.map((name) => join(home, name)), ...statesIn(home).flatMap(removableInState)]
}

function removableInState(state: string): string[] {
  const cache = join(state, 'cache')
  const episodes = join(cache, KEPT_IN_CACHE)
  return [
    ...below(state, (name) => REMOVABLE_IN_STATE.includes(name)),
    ...below(cache, (name) => name !== KEPT_IN_CACHE),
    ...below(episodes, (name) => !KEPT_OF_EPISODES.includes(name)),
  ]
}

/** Everything, for `--memories`. */
export function allPaths(home: string): string[] {
  return below(home, () => true)
}

/** `state/` of every project, of every directory elsewhere, and of what holds in all projects. */
export function statesIn(home: string): string[] {
  return placesIn(home)
    .map((place) => join(place, 'state'))
    .filter((path) => existsSync(path))
}

type Kind = keyof typeof KEPT_MANY

/** A place that stays, and how much of what is in it; what there is none of is not said. */
export interface KeptPlace {
  path: string
  counts: Partial<Record<Kind, number>>
}

export function keptPlaces(home: string): KeptPlace[] {
  const agents = below(join(home, 'agent-memory'), () => true)
  return [
    ...placesIn(home).flatMap((place) => [
      memoriesIn(join(place, 'memory')),
      { path: join(place, 'state'), counts: countsOfState(join(place, 'state')) },
      {
        path: join(place, 'sessions'),
        counts: { conversations: countIn(join(place, 'sessions'), /\.jsonl$/) },
      },
    ]),
    ...agents.map(memoriesIn),
  ]
    .map(withoutNone)
    .filter(({ path, counts }) => Object.keys(counts).length > 0 && existsSync(path))
}

/** Directories that memdir shares with an agent or that the person chose: never removed with the config home. */
export function keptElsewhere(home: string, current: string): KeptPlace[] {
  const shared = Object.values(readRegistry(home).projects).flatMap(({ memory }) => memory ?? [])
  return [...new Set([...shared, current])]
    .filter((path) => !path.startsWith(`${home}${sep}`) && existsSync(path))
    .map(memoriesIn)
    .map((place) => ({ ...place, counts: { memories: 0, ...withoutNone(place).counts } }))
}

export function describeCounts({ counts }: KeptPlace): Message {
  const kinds = Object.entries(counts) as [Kind, number][]
  return joinMessages(
    kinds.map(([kind, count]) => message(count === 1 ? KEPT_ONE[kind] : KEPT_MANY[kind], { count })),
  )
}

function memoriesIn(path: string): KeptPlace {
  const [memories, logs] = [listMemoryFiles(path), listLogFiles(path).files]
  return { path, counts: { memories: memories.length, logs: logs.length } }
}

function countsOfState(state: string): KeptPlace['counts'] {
  const entry = /^[0-9a-z]+\.json$/
  return {
    changes: attempt(() => countChanges(state)) ?? 0,
    inbox: countIn(join(state, 'candidates'), entry) + countIn(join(state, 'quarantine'), entry),
    episodes: listEpisodeFiles(episodesPlace(state).directory).length,
  }
}

function withoutNone({ path, counts }: KeptPlace): KeptPlace {
  return { path, counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) }
}

function placesIn(home: string): string[] {
  return [...below(join(home, 'projects'), () => true), join(home, 'everywhere')]
}

function countIn(directory: string, name: RegExp): number {
  return namesIn(directory).filter((one) => name.test(one)).length
}

function below(directory: string, isMeant: (name: string) => boolean): string[] {
  return namesIn(directory)
    .filter(isMeant)
    .map((name) => join(directory, name))
}

function namesIn(directory: string): string[] {
  return (attempt(() => readdirSync(directory)) ?? []).sort()
}
