// Claude Code's own memory directory of a project: shared with it, there is one index and not two.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readBelow } from '../files/read-below.ts'
import { claudeConfigDirectory, expandHome } from '../settings/config-home.ts'
import { type Environment, findVariable, readSwitch, VARIABLES } from '../settings/environment.ts'
import { MAX_PROJECT_FILE_BYTES } from '../settings/settings-files.ts'
import { attempt } from '../values/attempt.ts'

export interface ClaudeMemory {
  directory: string
  /** Claude loads this directory's index into every conversation. */
  on: boolean
}

/** A longer name is cut, and a sum of the path follows. */
const SLUG_LENGTH = 200

/**
 * Every character of the git root that is not an ASCII letter or digit becomes `-`. As Claude Code 2.1.325 was seen to
 * name its directories.
 */
export function claudeSlug(root: string): string {
  const slug = root.replace(/[^A-Za-z0-9]/g, '-')
  return slug.length <= SLUG_LENGTH ? slug : `${slug.slice(0, SLUG_LENGTH)}-${pathSum(root)}`
}

/** What every directory below this root has a name that begins with. */
export function claudeSlugStart(root: string): string {
  return claudeSlug(root).slice(0, SLUG_LENGTH)
}

/** s[0]·31^(n-1) + … + s[n-1] in 32 bits, over UTF-16 code units, without its sign, in base 36. */
function pathSum(path: string): string {
  let sum = 0
  for (let i = 0; i < path.length; i++) sum = (Math.imul(sum, 31) + path.charCodeAt(i)) | 0
  return Math.abs(sum).toString(36)
}

/** `config`: its directory of the person. */
export function claudeMemory(
  root: string,
  env: Environment,
  config = claudeConfigDirectory(env),
): ClaudeMemory {
  const settings = attempt(() => JSON.parse(readFileSync(join(config, 'settings.json'), 'utf8')))
  const moved: unknown = settings?.autoMemoryDirectory
  const off =
    readSwitch(findVariable(env, VARIABLES.disableAutoMemory)) ?? settings?.autoMemoryEnabled === false
  const read = readBelow(root, '.claude/settings.local.json', MAX_PROJECT_FILE_BYTES)
  const local = read.status === 'read' ? attempt(() => JSON.parse(read.bytes.toString('utf8'))) : undefined
  return {
    directory:
      typeof moved === 'string' && moved !== ''
        ? resolve(expandHome(moved, env))
        : join(config, 'projects', claudeSlug(root), 'memory'),
    on: !off && local?.autoMemoryEnabled !== false,
  }
}
