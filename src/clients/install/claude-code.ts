import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { claudeConfigDirectory } from '../claude-memory.ts'
import type { AgentSetup } from './agent-setup.ts'
import { editJson, groupAt, removeAt } from './file-edit.ts'

const PLUGIN = 'memdir@memdir'

/** The plugin is enabled in the user's settings and stays where npm put it: an update of memdir updates it. */
export const claudeCode: AgentSetup = {
  name: 'claude-code',
  title: 'Claude Code',
  hooks: true,
  present: ({ env }) => existsSync(claudeConfigDirectory(env)),
  planInstall: ({ env, plugins }) => [
    editJson(join(claudeConfigDirectory(env), 'settings.json'), (data) => {
      groupAt(data, ['extraKnownMarketplaces']).memdir = { source: { source: 'directory', path: plugins } }
      groupAt(data, ['enabledPlugins'])[PLUGIN] = true
    }),
  ],
  planRemove: ({ env }) => [
    editJson(join(claudeConfigDirectory(env), 'settings.json'), (data) => {
      removeAt(data, ['extraKnownMarketplaces', 'memdir'])
      removeAt(data, ['enabledPlugins', PLUGIN])
    }),
  ],
}
