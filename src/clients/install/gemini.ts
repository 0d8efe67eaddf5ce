import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentSetup, hookCommand, mcpCommand } from './agent-setup.ts'

/** Time-outs are in milliseconds here. PreCompress comes before every call, so it is not used. */
export const gemini: AgentSetup = {
  name: 'gemini',
  title: 'Gemini CLI',
  hooks: true,
  present: ({ userHome }) => existsSync(join(userHome, '.gemini')),
  files(places) {
    const command = hookCommand(places, 'gemini')
    const hook = (event: string, timeout: number, matcher?: string) => ({
      event,
      matcher,
      hook: { type: 'command', timeout, command, name: 'memdir' },
    })
    return [
      {
        format: 'json',
        path: join(places.userHome, '.gemini', 'settings.json'),
        values: [
          { at: ['hooksConfig', 'enabled'], value: true, shared: true },
          { at: ['mcpServers', 'memdir'], value: mcpCommand(places) },
        ],
        hooks: {
          form: 'nested',
          list: [
            hook('SessionStart', 5_000),
            hook('BeforeAgent', 3_000),
            hook('AfterTool', 3_000, 'read_file'),
            hook('AfterAgent', 3_000),
            hook('SessionEnd', 3_000),
          ],
        },
      },
    ]
  },
}
