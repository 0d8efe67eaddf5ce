import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentSetup, hookCommand, mcpCommand, type SetupPlaces } from './agent-setup.ts'
import { editJson, groupAt, removeAt } from './file-edit.ts'
import { addHooks, removeHooks } from './hook-groups.ts'

function settings({ userHome }: SetupPlaces): string {
  return join(userHome, '.gemini', 'settings.json')
}

/** Time-outs are in milliseconds here. PreCompress comes before every call, so it is not used. */
export const gemini: AgentSetup = {
  name: 'gemini',
  title: 'Gemini CLI',
  hooks: true,
  present: ({ userHome }) => existsSync(join(userHome, '.gemini')),
  planInstall(places) {
    const command = hookCommand(places, 'gemini')
    const hook = (event: string, timeout: number, matcher?: string) => ({
      event,
      timeout,
      matcher,
      command,
      name: 'memdir',
    })
    return [
      editJson(settings(places), (data) => {
        groupAt(data, ['hooksConfig']).enabled = true
        addHooks(data, [
          hook('SessionStart', 5_000),
          hook('BeforeAgent', 3_000),
          hook('AfterTool', 3_000, 'read_file'),
          hook('AfterAgent', 3_000),
          hook('SessionEnd', 3_000),
        ])
        groupAt(data, ['mcpServers']).memdir = mcpCommand(places)
      }),
    ]
  },
  planRemove: (places) => [
    editJson(settings(places), (data) => {
      removeHooks(data)
      removeAt(data, ['mcpServers', 'memdir'])
      // Left alone, this line is ours and says what Gemini CLI does anyway.
      if (JSON.stringify(data) === '{"hooksConfig":{"enabled":true}}') delete data.hooksConfig
    }),
  ],
}
