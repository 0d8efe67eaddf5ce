// What others change while a conversation goes on, as its hooks learn of it: settings files (ConfigChange), and files
// that the agent has read or written, or that a hook names (FileChanged).
import { basename, isAbsolute, join, relative } from 'node:path'
import type { Hook } from '../hooks/read-hooks.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import type { ConversationPlan } from './plan-conversation.ts'
import { watchFiles } from './watched-files.ts'

interface ChangesOutside {
  /** Notes which files the agent's calls reach. */
  noting(hooks: FireHooks): FireHooks
  /** Raises what has changed since the last call. */
  raise(fire: (event: string, data: Record<string, unknown>) => Promise<void>): Promise<void>
}

export function changesOutside(
  { cwd, root, hooks: { hooks } }: Pick<ConversationPlan, 'cwd' | 'root' | 'hooks'>,
  settingsPaths: readonly string[],
): ChangesOutside {
  const wants = (event: Hook['event']) => hooks.some((hook) => hook.event === event)
  const settings = watchFiles(wants('ConfigChange') ? settingsPaths : [])
  const files = watchFiles(namedFiles(hooks, cwd))
  const wantsFiles = wants('FileChanged')
  return {
    noting: (fire) => async (event, data, signal, facts) => {
      const isOfFile = typeof (data.tool_input as { file_path?: unknown } | undefined)?.file_path === 'string'
      // As the tool has read the path: `~/` is the person's home.
      if (wantsFiles && event === 'PostToolUse' && isOfFile)
        for (const path of facts?.reached ?? []) files.watch(path)
      return fire(event, data, signal, facts)
    },
    async raise(fire) {
      for (const { file_path } of settings.takeChanges())
        await fire('ConfigChange', { source: settingsSource(file_path, root), file_path })
      for (const change of files.takeChanges()) await fire('FileChanged', { ...change })
    },
  }
}

/** The files of matchers that are plain names: `.env|config/app.json`, below the working directory. */
function namedFiles(hooks: readonly Hook[], cwd: string): string[] {
  return hooks
    .filter(({ event, matcher }) => event === 'FileChanged' && /^[\w./|-]+$/.test(matcher ?? ''))
    .flatMap(({ matcher = '' }) => matcher.split('|').filter(Boolean))
    .map((name) => (isAbsolute(name) ? name : join(cwd, name)))
}

/** As other agents call them. */
export function settingsSource(path: string, root: string): string {
  if (path.startsWith('/etc/')) return 'policy_settings'
  const inside = relative(root, path)
  if (inside.startsWith('..') || isAbsolute(inside)) return 'user_settings'
  return basename(path) === 'settings.local.json' ? 'local_settings' : 'project_settings'
}
