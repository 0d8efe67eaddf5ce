// The hooks of a conversation and of what memdir does by itself: of plugins, of the settings, and of one conversation.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '../../base/files/read-regular.ts'
import { hooksTexts } from '../../base/messages/hooks.ts'
import { message } from '../../base/messages/message.ts'
import type { Settings } from '../../base/settings/settings.ts'
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { listNames } from '../definitions/definition-place.ts'
import { type HookSource, type ReadHooks, readHooks } from './read-hooks.ts'

const SOURCES: Record<string, HookSource> = {
  project: 'project',
  local: 'local',
  own: 'local',
  policy: 'policy',
}

interface HookPlaces {
  home: string
  settings: Pick<Settings, 'findAll'>
  /** Those of the policy alone. */
  bare?: boolean
  /** Hooks of this conversation alone: the value of a `hooks` key. */
  session?: unknown
}

/** The hooks of every place that counts, each with its source. */
export function findHooks({ home, settings, bare = false, session }: HookPlaces): ReadHooks {
  const written = settings
    .findAll('hooks')
    .filter(({ origin }) => !bare || origin === 'policy')
    .map(({ value, origin }) => readHooks(value, SOURCES[origin] ?? 'user'))
  return joined([
    ...(bare ? [] : pluginHooks(join(home, 'plugins'))),
    ...written,
    readHooks(session, 'session'),
  ])
}

const MAX_BYTES = 1_000_000

/** `plugins/NAME/hooks/hooks.json` of a directory of plugins. */
function pluginHooks(directory: string): ReadHooks[] {
  return listNames(directory).flatMap((plugin) => {
    const root = join(directory, plugin)
    const path = join(root, 'hooks', 'hooks.json')
    if (!existsSync(path)) return []
    const data: unknown = attempt(() => JSON.parse(readRegularText(path, MAX_BYTES) ?? ''))
    if (!isObject(data)) return [{ hooks: [], problems: [message(hooksTexts.unreadable, { path })] }]
    const { hooks, problems } = readHooks(data.hooks ?? data, 'plugin')
    const environment = { MEMDIR_PLUGIN_ROOT: root, CLAUDE_PLUGIN_ROOT: root }
    return [{ hooks: hooks.map((hook) => ({ ...hook, environment })), problems }]
  })
}

/** What an agent's definition asks for, while it runs. Its end is the end of a sub-agent. */
export function agentHooks({ hooks }: Pick<AgentDefinition, 'hooks'>): ReadHooks {
  const read = readHooks(hooks, 'session')
  return {
    ...read,
    hooks: read.hooks.map((hook) => (hook.event === 'Stop' ? { ...hook, event: 'SubagentStop' } : hook)),
  }
}

function joined(read: readonly ReadHooks[]): ReadHooks {
  return { hooks: read.flatMap(({ hooks }) => hooks), problems: read.flatMap(({ problems }) => problems) }
}
