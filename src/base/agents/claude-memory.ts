// Claude Code's own memory directory of a project: shared with it, there is one index and not two.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readAllBelow } from '../files/read-below.ts'
import { claudeConfigDirectory, expandHome } from '../settings/config-home.ts'
import { type Environment, findVariable, readSwitch, VARIABLES } from '../settings/environment.ts'
import { MAX_PROJECT_FILE_BYTES } from '../settings/settings-files.ts'
import { attempt } from '../values/attempt.ts'
import { isObject } from '../values/is-object.ts'

interface ClaudeMemory {
  /** By the settings of the person. */
  directory: string
  /**
   * Where a file of the checkout names another one: Claude follows it, also one that came with the repository; memdir reads
   * nothing there.
   */
  moved?: string
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

/** Of the person for this checkout, and of the repository; the first that names a directory counts. */
const CHECKOUT_SETTINGS = ['.claude/settings.local.json', '.claude/settings.json']

/** `config`: its directory of the person. */
export function claudeMemory(
  root: string,
  env: Environment,
  config = claudeConfigDirectory(env),
): ClaudeMemory {
  const settings = settingsIn(attempt(() => readFileSync(join(config, 'settings.json'), 'utf8')))
  const here = readAllBelow(root, CHECKOUT_SETTINGS, MAX_PROJECT_FILE_BYTES).map((read) =>
    settingsIn(read.status === 'read' ? read.bytes.toString('utf8') : undefined),
  )
  const off =
    readSwitch(findVariable(env, VARIABLES.disableAutoMemory)) ?? settings.autoMemoryEnabled === false
  const [moved] = here.flatMap((one) => directoryIn(one, env) ?? [])
  return {
    directory: directoryIn(settings, env) ?? join(config, 'projects', claudeSlug(root), 'memory'),
    on: !off && here[0]?.autoMemoryEnabled !== false,
    ...(moved !== undefined && { moved }),
  }
}

function settingsIn(text: string | undefined): Record<string, unknown> {
  const settings: unknown = attempt(() => JSON.parse(text ?? ''))
  return isObject(settings) ? settings : {}
}

function directoryIn({ autoMemoryDirectory }: Record<string, unknown>, env: Environment): string | undefined {
  return typeof autoMemoryDirectory === 'string' && autoMemoryDirectory !== ''
    ? resolve(expandHome(autoMemoryDirectory, env))
    : undefined
}
