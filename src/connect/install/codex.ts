import { join } from 'node:path'
import { agentSetupTexts } from '../../base/messages/agent-setup.ts'
import { type AgentSetup, hasFiles, mcpCommand, type SetupPlaces } from '../agent-setup.ts'
import { callHookCommand, hookCommand } from '../hook-starter.ts'
import { askCodexConfig } from './ask-codex-config.ts'

function directory({ env, userHome }: SetupPlaces): string {
  return env.CODEX_HOME?.trim() || join(userHome, '.codex')
}

const configFile = (places: SetupPlaces) => join(directory(places), 'config.toml')

/**
 * Trust is the person's to give: we never write the hashes by which Codex remembers it. Each event is a line to trust, so
 * that there is none whose answer it does not take: its log keeps what was said before a compaction.
 */
export const codex: AgentSetup = {
  name: 'codex',
  title: 'Codex CLI',
  hooks: true,
  present: (places) => hasFiles(directory(places)),
  files(places) {
    const command = hookCommand(places, 'codex')
    const calls = callHookCommand(places, 'codex')
    const hook = (event: string, timeout: number) => ({ event, hook: { type: 'command', timeout, command } })
    return [
      {
        format: 'json',
        path: join(directory(places), 'hooks.json'),
        values: [],
        dialect: { comments: false, commas: false, mark: false },
        hooks: {
          form: 'nested',
          list: [
            hook('SessionStart', 5),
            hook('UserPromptSubmit', 3),
            ...(calls ? [{ event: 'PreToolUse', hook: { ...hook('', 3).hook, command: calls } }] : []),
            hook('Stop', 3),
          ],
        },
      },
      {
        format: 'toml',
        path: configFile(places),
        table: ['mcp_servers', 'memdir'],
        values: mcpCommand(places),
      },
    ]
  },
  ask(places, edits) {
    const edit = edits.find(({ path }) => path === configFile(places))
    return edit ? askCodexConfig(places, edit) : { status: 'accepted' }
  },
  after: agentSetupTexts.codexAfter,
}
