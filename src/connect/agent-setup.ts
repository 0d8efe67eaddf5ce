// How memdir gets into one agent: what is wanted in which of its files, how the agent is found, and where this installation is.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agentSetupTexts } from '../base/messages/agent-setup.ts'
import { message } from '../base/messages/message.ts'
import { configHome, userHome } from '../base/settings/config-home.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { FileEdit } from './file-edit.ts'
import type { WantedFile } from './install/wanted-file.ts'

/** Below the config home: what agents start. */
export const HOOK_STARTER = 'memdir-hook'

export const SETUP_NAMES = [
  'claude-code',
  'codex',
  'gemini',
  'opencode',
  'qwen',
  'copilot',
  'cline',
  'cursor',
  'vscode',
  'zed',
  'kiro',
  'devin',
] as const
export type SetupName = (typeof SETUP_NAMES)[number]

export interface SetupPlaces {
  env: Readonly<Record<string, string | undefined>>
  /** memdir's own directory. */
  home: string
  /** The user's home. */
  userHome: string
  /** The checkout. */
  project: string
  /** The Node that runs memdir now: agents may have another PATH. */
  node: string
  /** `dist/bin/` of this installation. */
  bin: string
  /** `plugins/` of this installation. */
  plugins: string
}

export interface AgentSetup {
  name: SetupName
  /** For people. */
  title: string
  /** Events reach memdir without the model's doing; false: MCP tools and an instruction only. */
  hooks: boolean
  /** Is the agent on this machine? */
  present(places: SetupPlaces): boolean
  files(places: SetupPlaces): WantedFile[]
  /** How it starts the MCP server; `mcpCommand` where it is not said. */
  server?: (places: SetupPlaces) => ServerCommand
  /** Asks the agent itself whether it can read what is planned, before anything is written. */
  ask?(places: SetupPlaces, edits: readonly FileEdit[]): AgentAnswer
  /** Its files are as its makers document them; nobody tried them with the agent. */
  documentedOnly?: boolean
  /** Prompts are answered by the MCP server instead of a program per prompt. */
  mcp?: true
  /** The same agent, set up in the other way; never both at once. */
  other?: AgentSetup
  /** What the person still has to do, in both languages. */
  after?: { en: string; zh: string }
  /** What the diff does not say by itself. */
  pathNotice?: ((places: SetupPlaces) => { en: string; zh: string } | undefined) | undefined
}

/** `unasked`: the agent is not there to be asked, says nothing, or could not read its file before either. */
export type AgentAnswer =
  | { status: 'accepted' }
  | { status: 'refused'; reason: string }
  | { status: 'unasked'; why: 'not-found' | 'no-answer' | 'broken-before' }

export type ServerCommand = { command: string; args: string[] }

/** By the script that hooks start as well: what stands in an agent's file stays when Node or memdir moves. */
export function mcpCommand(places: SetupPlaces): ServerCommand {
  if (process.platform === 'win32') return directMcpCommand(places)
  return { command: 'sh', args: [join(places.home, HOOK_STARTER), 'mcp'] }
}

/** Where nobody has run `memdir init`. */
export function directMcpCommand({ node, bin }: Pick<SetupPlaces, 'node' | 'bin'>): ServerCommand {
  return { command: node, args: [`${bin}/memdir.js`, 'mcp'] }
}

/** For files that a team commits: the name of the program where it can be found by it. */
export function portableMcpCommand(places: SetupPlaces): ServerCommand {
  return isOnPath(places) ? { command: 'memdir', args: ['mcp'] } : mcpCommand(places)
}

export function isOnPath({ env }: SetupPlaces, program = 'memdir'): boolean {
  const names = process.platform === 'win32' ? [`${program}.cmd`, `${program}.exe`] : [program]
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => directory !== '')
  return directories.some((directory) => names.some((name) => existsSync(join(directory, name))))
}

/** A directory in which there is nothing, or only such directories, says nothing of an agent: some program left it. */
export function hasFiles(path: string, depth = 4): boolean {
  if (!existsSync(path)) return false
  // What cannot be listed, or is a file, is something.
  const entries = attempt(() => readdirSync(path, { withFileTypes: true }))
  if (!entries || entries.some((entry) => !entry.isDirectory())) return true
  return entries.some(({ name }) => depth === 0 || hasFiles(join(path, name), depth - 1))
}

export function setupPlaces(env: SetupPlaces['env'], project: string): SetupPlaces {
  const root = packageRoot()
  return {
    env,
    home: configHome(env),
    userHome: userHome(env),
    project,
    node: process.execPath,
    bin: join(root, 'dist', 'bin'),
    plugins: join(root, 'plugins'),
  }
}

function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url))
  for (let up = 0; up < 5; up++, directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json')) && existsSync(join(directory, 'plugins')))
      return directory
  }
  throw new MemdirError('internal', message(agentSetupTexts.pluginsMissing), {
    fix: message(agentSetupTexts.installAgain),
  })
}
