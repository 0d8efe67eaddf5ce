import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { agentSetupTexts } from '../../base/messages/agent-setup.ts'
import { type AgentSetup, hasFiles, mcpCommand, type SetupPlaces } from '../agent-setup.ts'

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

/** opencode says nothing of a plugin that cannot be loaded: this one says so, once per start. */
function pluginText(source: string): string {
  const { en, zh } = agentSetupTexts.opencodeWithoutMemdir
  return `// Loads memdir's plugin for opencode; made by \`memdir init opencode\`.
const source = ${JSON.stringify(source)}
const said = ${JSON.stringify({ en, zh })}

export const Memdir = async (input) => {
  try {
    return await (await import(source)).Memdir(input)
  } catch {
    const { LC_ALL, LC_MESSAGES, LANG = '' } = process.env
    const text = (LC_ALL || LC_MESSAGES || LANG).startsWith('zh') ? said.zh : said.en
    const inWindow = !process.argv.includes('run')
    const tell = () => input?.client?.tui?.showToast({ body: { message: text, variant: 'warning' } })
    if (!inWindow) process.stderr.write(text + '\\n')
    // The window is there a little after its plugins.
    else setTimeout(() => void Promise.resolve(tell()).catch(() => {}), 2_000).unref?.()
    return {}
  }
}
`
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
        text: pluginText(source),
        isOurs: (text) =>
          /^(?:\/\/ Loads memdir's plugin|export \{ Memdir \} from "[^"]*\/memdir\.js"\s*$)/.test(text),
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
