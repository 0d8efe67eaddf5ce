import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AgentSetup, mcpCommand, type SetupPlaces } from './agent-setup.ts'
import { editJson, groupAt, readTextFile, removeAt } from './file-edit.ts'

function directory({ env, userHome }: SetupPlaces): string {
  return join(env.XDG_CONFIG_HOME?.trim() || join(userHome, '.config'), 'opencode')
}

const pluginFile = (places: SetupPlaces) => join(directory(places), 'plugins', 'memdir.js')

export const opencode: AgentSetup = {
  name: 'opencode',
  title: 'opencode',
  hooks: true,
  present: (places) => existsSync(directory(places)),
  planInstall(places) {
    const source = pathToFileURL(join(places.plugins, 'opencode', 'memdir.js')).href
    const path = pluginFile(places)
    const { command, args } = mcpCommand(places)
    return [
      { path, before: readTextFile(path), after: `export { Memdir } from ${JSON.stringify(source)}\n` },
      editJson(join(directory(places), 'opencode.json'), (data) => {
        groupAt(data, ['mcp']).memdir = { type: 'local', command: [command, ...args], enabled: true }
      }),
    ]
  },
  planRemove: (places) => [
    { path: pluginFile(places), before: readTextFile(pluginFile(places)), after: undefined },
    editJson(join(directory(places), 'opencode.json'), (data) => removeAt(data, ['mcp', 'memdir'])),
  ],
}
