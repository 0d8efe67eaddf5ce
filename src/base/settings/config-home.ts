// Where memdir keeps what belongs to the user: always MEMDIR_HOME, else ~/.memdir; never another program's place.
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { attempt } from '../values/attempt.ts'
import type { Environment } from './environment.ts'

/** For each project a file of words, by the project's path: what a shell can find at a call without a program. */
export function callsDirectory(home: string): string {
  return join(home, 'calls')
}

export function configHome(env: Environment): string {
  const given = env.MEMDIR_HOME?.trim()
  if (!given) return join(userHome(env), '.memdir')
  return isAbsolute(given) ? resolve(given) : resolve(userHome(env), given)
}

export function userHome(env: Environment): string {
  return env.HOME?.trim() || homedir()
}

/** Claude Code's own directory of the person: its instructions, agents, skills and conversations. */
export function claudeConfigDirectory(env: Environment): string {
  return env.CLAUDE_CONFIG_DIR?.trim() || join(userHome(env), '.claude')
}

/** What is there is the person's own, not a project's. */
export function isPersonsHome(directory: string, env: Environment): boolean {
  return isSamePlace(directory, userHome(env))
}

export function isSamePlace(one: string, other: string): boolean {
  const real = attempt(() => realpathSync.native(one))
  return real !== undefined && real === attempt(() => realpathSync.native(other))
}

/** `~/x` becomes a path below the user's home; everything else stays. */
export function expandHome(path: string, env: Environment): string {
  return path === '~' || path.startsWith('~/') ? join(userHome(env), path.slice(2)) : path
}
