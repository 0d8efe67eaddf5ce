// Where a project's memory, state and transcripts are.
import { existsSync, readdirSync } from 'node:fs'
import { isAbsolute, join, normalize, parse, resolve } from 'node:path'
import { locationsTexts } from '../messages/locations.ts'
import { type Message, message } from '../messages/message.ts'
import { attempt } from '../values/attempt.ts'
import { MemdirError } from '../values/errors.ts'
import type { ProjectEntry } from './project-entry.ts'
import type { Identity } from './project-identity.ts'
import type { Registry } from './project-registry.ts'
import { projectName } from './slug.ts'

interface LocationInput {
  identity: Identity
  registry: Registry
  home: string
  userHome: string
  /** An environment override that names the full directory. */
  override?: { path: string; from: string }
  /** The `autoMemoryDirectory` setting, home already expanded. */
  setting?: { path: string; from: string }
  /** Storage root for remote runs, in place of the config home. */
  remoteRoot?: string
  /** What an agent that memdir is in keeps for the project at this root. */
  agentMemory?(root: string): string | undefined
}

/** What `decidedBy` says where an agent's own directory is used because memdir is in that agent. */
export const BY_AGENT = 'agent'

/** A variable or a setting of the person names the directory: nothing else does. */
export function isFixed({ decidedBy }: Pick<Location, 'decidedBy'>): boolean {
  return !['default', 'projects.json', BY_AGENT].includes(decidedBy)
}

export interface Location {
  identity: Identity
  /** The project's entry in the registry, if it has one. */
  entry: ProjectEntry | undefined
  memory: string
  state: string
  sessions: string
  /** Where all projects are: `<base>/projects`. */
  projects: string
  /** What decided on the memory directory. */
  decidedBy: string
  /** projects.json could not be read whole; the next write makes it again. */
  registryDamaged: boolean
}

export function locateMemory(input: LocationInput): Location {
  const { identity, registry } = input
  if (input.remoteRoot !== undefined && (!isAbsolute(input.remoteRoot) || input.remoteRoot.includes('\0')))
    throw refused(message(locationsTexts.remoteStorageRoot), message(locationsTexts.isRelative))
  const projects = join(input.remoteRoot ?? input.home, 'projects')
  const entry = registry.projects[identity.name]
  const own = join(projects, identity.name)
  const chosen = choose(input, entry) ?? chooseAgents(input, entry, own)
  const memory = chosen?.path ?? join(own, 'memory')
  // State goes with the memory directory, wherever that is: two projects that share one share its lock and history.
  const place = chosen ? join(projects, projectName(memory)) : own
  return {
    identity,
    entry,
    memory,
    state: join(place, 'state'),
    sessions: join(own, 'sessions'),
    projects,
    decidedBy: chosen?.from ?? 'default',
    registryDamaged: registry.damaged,
  }
}

function choose(
  input: LocationInput,
  entry: ProjectEntry | undefined,
): { path: string; from: string } | undefined {
  for (const given of [input.override, input.setting]) {
    if (!given) continue
    const problem = directoryProblem(given.path, input.userHome)
    if (problem) throw refused(given.from, problem)
    return { path: resolve(given.path), from: given.from }
  }
  return entry?.memory ? { path: entry.memory, from: 'projects.json' } : undefined
}

/** What keeps memories that were removed and can come back, and those that wait for the person. */
const KEPT_IN_STATE = ['journal', 'candidates', 'quarantine', 'imports']

/**
 * What memdir has for the project is never left behind: then it stays in its own directory until the person shares it.
 */
function chooseAgents(
  { agentMemory, identity, remoteRoot }: LocationInput,
  entry: ProjectEntry | undefined,
  own: string,
): { path: string; from: string } | undefined {
  if (!agentMemory || remoteRoot !== undefined || entry?.own) return undefined
  const isUsed = KEPT_IN_STATE.some((name) => existsSync(join(own, 'state', name)))
  if (isUsed || holdsFiles(join(own, 'memory'))) return undefined
  // A checkout that was joined to it uses the same one.
  const path = agentMemory(entry?.paths[0] ?? identity.root)
  return path === undefined ? undefined : { path, from: BY_AGENT }
}

function holdsFiles(directory: string): boolean {
  return (attempt(() => readdirSync(directory)) ?? []).some((name) => !name.startsWith('.'))
}

function refused(from: string | Message, problem: Message): MemdirError {
  return new MemdirError('refused_path', message(locationsTexts.locationRefused, { from, problem }), {
    fix: message(locationsTexts.giveFullPath, { from }),
  })
}

/** Why a directory may not hold memories, or undefined. */
export function directoryProblem(path: string, userHome: string): Message | undefined {
  if (path.includes('\0')) return message(locationsTexts.hasNul)
  if (/^[\\/]{2}/.test(path)) return message(locationsTexts.isUnc)
  if (/^[A-Za-z]:[\\/]?$/.test(path)) return message(locationsTexts.isDriveRoot)
  if (!isAbsolute(path)) return message(locationsTexts.isRelative)
  const plain = normalize(path).replace(/[\\/]+$/, '')
  const { root } = parse(path)
  if (plain === '' || `${plain}/` === root || plain === root) return message(locationsTexts.isRoot)
  const depth = plain.slice(root.length).split(/[\\/]/).filter(Boolean).length
  if (depth < 2) return message(locationsTexts.isBelowRoot)
  if (plain === normalize(userHome).replace(/[\\/]+$/, '')) return message(locationsTexts.isHome)
  return undefined
}
