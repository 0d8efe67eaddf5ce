// Qwen Code's own memory directory of a project, as version 0.24.4 was seen to name it.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readBelow } from '../files/read-below.ts'
import { userHome } from '../settings/config-home.ts'
import type { Environment } from '../settings/environment.ts'
import { MAX_PROJECT_FILE_BYTES } from '../settings/settings-files.ts'
import { attempt } from '../values/attempt.ts'
import { isObject } from '../values/is-object.ts'

/**
 * A worktree has a directory of its own: the nearest directory with a `.git` counts. Its variables for another place
 * (`QWEN_CODE_MEMORY_LOCAL`, `QWEN_CODE_MEMORY_PROJECT_SCOPE`) are followed as well.
 */
export function qwenMemory(
  { checkout }: { checkout: string },
  env: Environment,
  base: string,
): { directory: string; on: boolean } {
  const named = env.QWEN_CODE_MEMORY_PROJECT_SCOPE?.trim().toLowerCase() === 'workspace'
  const root = named ? checkout : (gitRoot(checkout) ?? checkout)
  const directory =
    env.QWEN_CODE_MEMORY_LOCAL === '1'
      ? join(checkout, '.qwen', 'memory')
      : join(base, 'projects', root.replace(/[^A-Za-z0-9]/g, '-'), 'memory')
  const read = readBelow(checkout, '.qwen/settings.json', MAX_PROJECT_FILE_BYTES)
  const project = read.status === 'read' ? switchIn(read.bytes.toString('utf8')) : undefined
  const settings = join(userHome(env), '.qwen', 'settings.json')
  const value = project ?? switchIn(attempt(() => readFileSync(settings, 'utf8')) ?? '')
  return { directory, on: value !== false }
}

/** Undefined where the text says nothing of it, or has comments. */
function switchIn(text: string): unknown {
  const settings: unknown = attempt(() => JSON.parse(text))
  return isObject(settings) && isObject(settings.memory) ? settings.memory.enableManagedAutoMemory : undefined
}

function gitRoot(directory: string): string | undefined {
  if (existsSync(join(directory, '.git'))) return directory
  const parent = dirname(directory)
  return parent === directory ? undefined : gitRoot(parent)
}
