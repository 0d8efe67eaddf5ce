// Raises an event outside of conversations: a dream, a memory that any face writes, a setting that is changed. What
// hooks answer changes nothing, for it is done.

import { findProject } from '../base/projects/find-project.ts'
import { IN_HOOK_VARIABLE } from '../base/settings/environment.ts'
import type { HookEventName } from '../base/values/hook-event-name.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { settingsSource } from './conversation/changes-outside.ts'
import { findHooks } from './hooks/find-hooks.ts'
import { createHookRunner } from './hooks/run-hooks.ts'
import { shellEnvironment } from './hooks/shell-environment.ts'

type FireContext = Pick<ProjectContext, 'home' | 'settings' | 'bare' | 'env' | 'directory'>

/** Never throws, and waits for the hooks: a process must not end before them. */
export type FireEvent = (name: HookEventName, data: Readonly<Record<string, unknown>>) => Promise<void>

/** ConfigChange, where a command has changed this file. */
export async function raiseConfigChange(
  { env, directory }: Pick<FireContext, 'env' | 'directory'>,
  path: string,
): Promise<void> {
  const { home, settings, identity } = findProject({ env, directory, probeHistory: false })
  const fire = createFireEvent({ home, settings, bare: false, env, directory }, 'config')
  await fire('ConfigChange', { source: settingsSource(path, identity.root), file_path: path })
}

/** `what`: in whose name its commands run. */
export function createFireEvent(context: FireContext, what: string): FireEvent {
  const { env, directory } = context
  // A hook that does what it is a hook of would call itself for ever.
  const { hooks } = env[IN_HOOK_VARIABLE] === undefined ? findHooks(context) : { hooks: [] }
  const environment = { ...shellEnvironment(env, what), [IN_HOOK_VARIABLE]: '1' }
  const runner = createHookRunner({ hooks, cwd: directory, environment })
  return async (name, data) => {
    if (hooks.some(({ event }) => event === name))
      await runner.run({ name, data: { cwd: directory, ...data } })
  }
}
