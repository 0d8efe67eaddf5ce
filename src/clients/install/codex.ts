import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentSetup, hookCommand, mcpCommand, type SetupPlaces } from './agent-setup.ts'
import { editBlock, editJson } from './file-edit.ts'
import { addHooks, removeHooks } from './hook-groups.ts'

const MARKS: [string, string] = ['# memdir: begin', '# memdir: end']

function directory({ env, userHome }: SetupPlaces): string {
  return env.CODEX_HOME?.trim() || join(userHome, '.codex')
}

/** Trust is the person's to give: we never write the hashes by which Codex remembers it. */
export const codex: AgentSetup = {
  name: 'codex',
  title: 'Codex CLI',
  hooks: true,
  present: (places) => existsSync(directory(places)),
  planInstall(places) {
    const command = hookCommand(places, 'codex')
    const hook = (event: string, timeout: number, matcher?: string) => ({ event, timeout, matcher, command })
    const mcp = mcpCommand(places)
    return [
      editJson(join(directory(places), 'hooks.json'), (data) =>
        addHooks(data, [
          hook('SessionStart', 5),
          hook('UserPromptSubmit', 3),
          hook('PreCompact', 3),
          hook('Stop', 3),
        ]),
      ),
      editBlock(
        join(directory(places), 'config.toml'),
        MARKS,
        `[mcp_servers.memdir]\ncommand = ${JSON.stringify(mcp.command)}\nargs = ${JSON.stringify(mcp.args)}`,
      ),
    ]
  },
  planRemove: (places) => [
    editJson(join(directory(places), 'hooks.json'), removeHooks),
    editBlock(join(directory(places), 'config.toml'), MARKS, undefined),
  ],
  after: {
    en: 'Codex skips hooks that you have not trusted: start `codex`, type /hooks and trust the four of memdir.',
    zh: 'Codex 会跳过未受信任的钩子：请启动 `codex`，输入 /hooks 并信任 memdir 的四个钩子。',
  },
}
