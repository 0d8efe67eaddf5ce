import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import type { SetupName } from './agent-setup.ts'
import { AGENT_SETUPS, planInstall } from './agent-setups.ts'
import { applyEdit } from './file-edit.ts'
import { switchedOff } from './switched-off.ts'

/** Agent, file below the person's home or (./) the project, what is in it, and the key that is named. */
const OFF: readonly (readonly [SetupName, string, object | string, string])[] = [
  ['claude-code', '.claude/settings.json', { disableAllHooks: true }, 'disableAllHooks'],
  ['claude-code', './.claude/settings.local.json', { disableAllHooks: true }, 'disableAllHooks'],
  [
    'claude-code',
    './.claude/settings.json',
    { enabledPlugins: { 'memdir@memdir': false } },
    'enabledPlugins.memdir@memdir',
  ],
  ['codex', '.codex/config.toml', '[mcp_servers.memdir]\nenabled = false\n', 'mcp_servers.memdir.enabled'],
  ['gemini', '.gemini/settings.json', { mcp: { excluded: ['memdir'] } }, 'mcp.excluded'],
  ['gemini', './.gemini/settings.json', { mcp: { allowed: ['other'] } }, 'mcp.allowed'],
  ['gemini', './.gemini/settings.json', { hooksConfig: { enabled: false } }, 'hooksConfig.enabled'],
  ['gemini', '.gemini/settings.json', { hooksConfig: { disabled: ['memdir'] } }, 'hooksConfig.disabled'],
  ['gemini', '.gemini/mcp-server-enablement.json', { memdir: { enabled: false } }, 'memdir.enabled'],
  ['qwen', '.qwen/settings.json', { disableAllHooks: true }, 'disableAllHooks'],
  ['qwen', '.qwen/settings.json', { mcp: { excluded: ['memdir'] } }, 'mcp.excluded'],
  ['opencode', './opencode.json', { mcp: { memdir: { enabled: false } } }, 'mcp.memdir.enabled'],
  [
    'kiro',
    './.kiro/settings/mcp.json',
    { mcpServers: { memdir: { disabled: true } } },
    'mcpServers.memdir.disabled',
  ],
  [
    'zed',
    '.config/zed/settings.json',
    { context_servers: { memdir: { enabled: false } } },
    'context_servers.memdir.enabled',
  ],
]

it.each(OFF)('%s: %s says that it is switched off, after init too', (name, path, content, key) => {
  const root = temporaryDirectory()
  const [userHome, project] = [join(root, 'home'), join(root, 'project')]
  const env = { PATH: '', CLAUDE_CONFIG_DIR: join(userHome, '.claude') }
  const places = {
    env,
    home: join(root, 'memdir'),
    userHome,
    project,
    node: '/n/node',
    bin: '/m/dist/bin',
    plugins: '/m/plugins',
  }
  const setup = AGENT_SETUPS.find((one) => one.name === name)
  if (!setup) throw new Error(name)
  for (const directory of [userHome, project]) mkdirSync(directory)
  expect(switchedOff(setup, places)).toEqual([])
  const file = path.startsWith('./') ? join(project, path) : join(userHome, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  for (const edit of planInstall(setup, places)) applyEdit(edit)
  const [said, ...others] = switchedOff(setup, places)
  expect(others).toEqual([])
  expect(said?.en).toContain(`${key} in ${file}`)
  expect(said?.zh).toContain(file)
})
