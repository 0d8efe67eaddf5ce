import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AgentSetup, hasFiles, mcpCommand, type SetupPlaces } from './agent-setup.ts'

/** Its first message waits for its servers: half a minute if nothing is said. */
const SERVER_MS = 10_000

function directory({ env, userHome }: SetupPlaces): string {
  return join(env.XDG_CONFIG_HOME?.trim() || join(userHome, '.config'), 'opencode')
}

/** The one that the person has; opencode reads both, the one with comments last. */
function configFile(places: SetupPlaces): string {
  const commented = join(directory(places), 'opencode.jsonc')
  return existsSync(commented) ? commented : join(directory(places), 'opencode.json')
}

export const opencode: AgentSetup = {
  name: 'opencode',
  title: 'opencode',
  hooks: true,
  present: (places) => hasFiles(directory(places)),
  files(places) {
    const source = pathToFileURL(join(places.plugins, 'opencode', 'memdir.js')).href
    const { command, args } = mcpCommand(places)
    return [
      {
        format: 'text',
        path: join(directory(places), 'plugins', 'memdir.js'),
        text: `export { Memdir } from ${JSON.stringify(source)}\n`,
        isOurs: (text) => /^export \{ Memdir \} from "[^"]*\/memdir\.js"\s*$/.test(text),
      },
      {
        format: 'json',
        path: configFile(places),
        values: [
          {
            at: ['mcp', 'memdir'],
            value: { type: 'local', command: [command, ...args], enabled: true, timeout: SERVER_MS },
          },
        ],
      },
    ]
  },
}
