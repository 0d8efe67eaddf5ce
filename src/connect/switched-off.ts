// Where an agent has hooks or our server switched off: memdir is in its files, and nothing of it happens.
import { join, sep } from 'node:path'
import { agentChecksTexts } from '../base/messages/agent-checks.ts'
import { type Message, message } from '../base/messages/message.ts'
import { claudeConfigDirectory } from '../base/settings/config-home.ts'
import { attempt } from '../base/values/attempt.ts'
import { isObject } from '../base/values/is-object.ts'
import type { AgentSetup, SetupName, SetupPlaces } from './agent-setup.ts'
import { readTextFile } from './edited-file.ts'
import { valueAt } from './install/json-text.ts'
import { draftOf } from './install/text-draft.ts'
import { parseToml, tomlValueAt } from './install/toml-text.ts'
import type { WantedFile } from './install/wanted-file.ts'

interface Switch {
  file: string
  /** Where the value stands in the file. */
  at: readonly string[]
  isOff(value: unknown): boolean
  stops: 'hooks' | 'server'
}

const SERVER = 'memdir'
/** How Claude Code calls the server of the plugin. */
const OURS = [SERVER, 'plugin:memdir:memdir']

const isTrue = (value: unknown) => value === true
const isFalse = (value: unknown) => value === false
const names = (value: unknown) => Array.isArray(value) && value.some((name) => OURS.includes(String(name)))
/** A list of what is allowed; an empty one allows all. */
const leavesOut = (value: unknown) => Array.isArray(value) && value.length > 0 && !names(value)

/** Each as its agent reads it; what only an administrator sets is not looked at. */
const SWITCHES: Partial<Record<SetupName, (places: SetupPlaces) => Switch[]>> = {
  'claude-code': ({ env, project }) => {
    const user = claudeConfigDirectory(env)
    const inProject = ['settings.json', 'settings.local.json'].map((name) => join(project, '.claude', name))
    return [join(user, 'settings.json'), ...inProject].flatMap((file): Switch[] => [
      { file, at: ['disableAllHooks'], isOff: isTrue, stops: 'hooks' },
      { file, at: ['enabledPlugins', 'memdir@memdir'], isOff: isFalse, stops: 'hooks' },
    ])
  },
  gemini: ({ userHome, project }) => [
    ...settingsOf('.gemini', userHome, project).flatMap((file): Switch[] => [
      { file, at: ['hooksConfig', 'enabled'], isOff: isFalse, stops: 'hooks' },
      { file, at: ['hooksConfig', 'disabled'], isOff: names, stops: 'hooks' },
      ...mcpLists(file),
    ]),
    {
      file: join(userHome, '.gemini', 'mcp-server-enablement.json'),
      at: [SERVER, 'enabled'],
      isOff: isFalse,
      stops: 'server',
    },
  ],
  qwen: ({ userHome, project }) =>
    settingsOf('.qwen', userHome, project).flatMap((file): Switch[] => [
      { file, at: ['disableAllHooks'], isOff: isTrue, stops: 'hooks' },
      ...mcpLists(file),
    ]),
  opencode: ({ project }) =>
    ['opencode.json', 'opencode.jsonc'].map((name) => ({
      file: join(project, name),
      at: ['mcp', SERVER, 'enabled'],
      isOff: isFalse,
      stops: 'server',
    })),
}

function settingsOf(directory: string, ...roots: string[]): string[] {
  return roots.map((root) => join(root, directory, 'settings.json'))
}

function mcpLists(file: string): Switch[] {
  return [
    { file, at: ['mcp', 'excluded'], isOff: names, stops: 'server' },
    { file, at: ['mcp', 'allowed'], isOff: leavesOut, stops: 'server' },
  ]
}

/** For people, each with its place and what to do. */
export function switchedOff(setup: AgentSetup, places: SetupPlaces): Message[] {
  const own = setup.files(places).flatMap(switchesOfEntry)
  const all = [...(SWITCHES[setup.name]?.(places) ?? []), ...own]
  return all
    .filter(({ file, at, isOff }) => isOff(valueIn(file, at, places.project)))
    .map(({ file, at, stops }) =>
      message(stops === 'hooks' ? agentChecksTexts.hooksSwitchedOff : agentChecksTexts.serverSwitchedOff, {
        key: at.join('.'),
        file,
      }),
    )
}

/** In the entry of our server, as most agents have it. */
function switchesOfEntry(wanted: WantedFile): Switch[] {
  const at =
    wanted.format === 'toml'
      ? wanted.table
      : wanted.format === 'json'
        ? wanted.values.find(({ at, value }) => at.at(-1) === SERVER && isObject(value) && 'command' in value)
            ?.at
        : undefined
  if (!at) return []
  const { path: file } = wanted
  return [
    { file, at: [...at, 'disabled'], isOff: isTrue, stops: 'server' },
    { file, at: [...at, 'enabled'], isOff: isFalse, stops: 'server' },
  ]
}

/** What cannot be read says nothing: others say so. No link below the project is followed. */
function valueIn(file: string, at: readonly string[], root: string): unknown {
  return attempt(() => {
    const text = readTextFile({ path: file, project: file.startsWith(`${root}${sep}`) ? root : undefined })
    if (text === undefined) return undefined
    if (!file.endsWith('.toml')) return valueAt(draftOf(text), at)
    const parsed = parseToml(text)
    return 'why' in parsed ? undefined : tomlValueAt(parsed.data, at)
  })
}
