// The memory directories that agents keep by themselves, which memdir shares with the first of them that it was put into:
// Claude Code's and Qwen Code's, both in the same form. Which agents memdir was put into, in which order, is in
// `agents.json` of the config home.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readState, type StateKind, updateState } from '../files/state-file.ts'
import { claudeConfigDirectory, expandHome, userHome } from '../settings/config-home.ts'
import type { Environment } from '../settings/environment.ts'
import { attempt } from '../values/attempt.ts'
import { isObject } from '../values/is-object.ts'
import { claudeMemory } from './claude-memory.ts'
import { qwenMemory } from './qwen-memory.ts'

export interface OwnMemory {
  agent: OwnMemoryAgent
  /** The agent's, for people. */
  title: string
  directory: string
  /** It loads this directory's index into every conversation. */
  on: boolean
  /** Where files of the checkout tell it to keep them instead. */
  moved?: string
}

/** Where a project is. */
interface ProjectPlace {
  /** The canonical root, the same for all worktrees. */
  root: string
  /** The checkout. */
  checkout: string
}

interface OwnMemoryKind {
  title: string
  /** The directory below which it keeps all of its memories. */
  base(env: Environment): string
  /** `{base}/…`: whether memdir is in it, by its settings. */
  settings(base: string, env: Environment): string
  names: RegExp
  memory(place: ProjectPlace, env: Environment, base: string): Omit<OwnMemory, 'agent' | 'title'>
}

const KINDS = {
  'claude-code': {
    title: 'Claude Code',
    base: claudeConfigDirectory,
    settings: (base) => join(base, 'settings.json'),
    names: /"memdir@memdir"\s*:\s*true|(?:hook\.js|memdir-hook)\\" claude-code/,
    memory: ({ root }, env, base): Omit<OwnMemory, 'agent' | 'title'> => claudeMemory(root, env, base),
  },
  qwen: {
    title: 'Qwen Code',
    base: (env) => {
      const given = env.QWEN_CODE_MEMORY_BASE_DIR || env.QWEN_RUNTIME_DIR || env.QWEN_HOME
      return given ? resolve(expandHome(given, env)) : join(userHome(env), '.qwen')
    },
    settings: (_base, env) => join(userHome(env), '.qwen', 'settings.json'),
    names: /(?:hook\.js|memdir-hook)\\" qwen/,
    memory: qwenMemory,
  },
} as const satisfies Record<string, OwnMemoryKind>

export type OwnMemoryAgent = keyof typeof KINDS

const AGENTS = Object.keys(KINDS) as OwnMemoryAgent[]

export function keepsMemory(agent: string): agent is OwnMemoryAgent {
  return Object.hasOwn(KINDS, agent)
}

/** As the agent has it where it runs: with its variables. */
export function ownMemory(
  agent: OwnMemoryAgent,
  place: ProjectPlace,
  env: Environment,
  base?: string,
): OwnMemory {
  const kind: OwnMemoryKind = KINDS[agent]
  return { agent, title: kind.title, ...kind.memory(place, env, base ?? kind.base(env)) }
}

/** The project's memory, and where the project is. */
interface SharedLocation {
  memory: string
  identity: { root: string; git?: { workTree: string } | undefined }
}

/** Whether the agent that reports an event shows this directory's index itself. */
export function showsIndex(agent: string, { memory, identity }: SharedLocation, env: Environment): boolean {
  if (!keepsMemory(agent)) return false
  const own = ownMemory(agent, placeOf(identity), env)
  return own.on && usedDirectory(own) === memory
}

/** Where it keeps memories of the project, whoever told it so. */
export function usedDirectory({ moved, directory }: OwnMemory): string {
  return moved ?? directory
}

/** What the agent keeps beside the project's memory, which is another directory; undefined where there is none. */
export function memoryApart(
  agent: string,
  { memory, identity }: SharedLocation,
  env: Environment,
): OwnMemory | undefined {
  if (!keepsMemory(agent)) return undefined
  const own = ownMemory(agent, placeOf(identity), env)
  return own.on && usedDirectory(own) !== memory ? own : undefined
}

export function placeOf({ root, git }: SharedLocation['identity']): ProjectPlace {
  return { root, checkout: git?.workTree ?? root }
}

/**
 * The directories of the agents that memdir is in, for this project, in the order in which it was put into them; by their
 * settings, whatever the variables of this shell say.
 */
export function sharedMemories(home: string, place: ProjectPlace, env: Environment): OwnMemory[] {
  const known = readState(agentsPath(home), KNOWN) ?? []
  const rest = AGENTS.filter((agent) => !known.some((one) => one.agent === agent))
  const all = [...known, ...rest.map((agent) => ({ agent, base: KINDS[agent].base(env) }))]
  const plain = { HOME: userHome(env) }
  return all
    .filter(({ agent, base }) => isIn(agent, base, env))
    .map(({ agent, base }) => ownMemory(agent, place, plain, base))
    .filter(({ on }) => on)
}

/** The directory that a project without memories of memdir's own uses. */
export function sharedDirectory(home: string, place: ProjectPlace, env: Environment): string | undefined {
  return sharedMemories(home, place, env)[0]?.directory
}

function isIn(agent: OwnMemoryAgent, base: string, env: Environment): boolean {
  const { settings, names }: OwnMemoryKind = KINDS[agent]
  return names.test(attempt(() => readFileSync(settings(base, env), 'utf8')) ?? '')
}

interface KnownAgent {
  agent: OwnMemoryAgent
  base: string
}

const KNOWN: StateKind<readonly KnownAgent[]> = {
  read: ({ agents }) =>
    Array.isArray(agents)
      ? agents.flatMap((one: unknown): KnownAgent[] =>
          isObject(one) &&
          typeof one.agent === 'string' &&
          typeof one.base === 'string' &&
          keepsMemory(one.agent)
            ? [{ agent: one.agent, base: one.base }]
            : [],
        )
      : undefined,
  plain: (agents) => ({ agents }),
  indent: true,
}

/** memdir was put into it; one that it is in already keeps its place in the order. */
export async function noteAgent(home: string, agent: OwnMemoryAgent, env: Environment): Promise<void> {
  const now = { agent, base: KINDS[agent].base(env) }
  await updateState(agentsPath(home), KNOWN, (known = []) => {
    const isKnown = known.some((one) => one.agent === agent)
    return isKnown ? known.map((one) => (one.agent === agent ? now : one)) : [...known, now]
  })
}

/** memdir was taken out of it. */
export async function forgetAgent(home: string, agent: OwnMemoryAgent): Promise<void> {
  await updateState(agentsPath(home), KNOWN, (known) => known?.filter((one) => one.agent !== agent))
}

function agentsPath(home: string): string {
  return join(home, 'agents.json')
}
