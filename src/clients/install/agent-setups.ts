// All agents that `memdir init` knows, and where this installation is.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MemdirError } from '../../lib/errors.ts'
import { INSTALL_AGAIN, PLUGINS_MISSING } from '../../messages/agent-setup.ts'
import { message } from '../../messages/message.ts'
import { userHome } from '../../settings/config-home.ts'
import type { AgentSetup, SetupPlaces } from './agent-setup.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { changes, type FileEdit } from './file-edit.ts'
import { gemini } from './gemini.ts'
import { cursor, vscode } from './mcp-only.ts'
import { opencode } from './opencode.ts'

export const AGENT_SETUPS: readonly AgentSetup[] = [claudeCode, codex, gemini, opencode, cursor, vscode]

export function setupPlaces(env: SetupPlaces['env'], project: string): SetupPlaces {
  const root = packageRoot()
  return {
    env,
    userHome: userHome(env),
    project,
    node: process.execPath,
    bin: join(root, 'dist', 'bin'),
    plugins: join(root, 'plugins'),
  }
}

/** In when installing it again, in one way or the other, would change nothing. */
export function isSetUp(setup: AgentSetup, places: SetupPlaces): boolean {
  return setUpAs(setup, places) !== undefined
}

/** The way in which it is in. */
export function setUpAs(setup: AgentSetup, places: SetupPlaces): AgentSetup | undefined {
  return [setup, ...(setup.other ? [setup.other] : [])].find((way) => {
    const edits = way.planInstall(places)
    return edits.length > 0 && edits.every((edit) => !changes(edit))
  })
}

/** Something of ours is there, perhaps of another installation. */
export function isTouched(setup: AgentSetup, places: SetupPlaces): boolean {
  return plannedChanges(setup.planRemove(places)).length > 0
}

export function plannedChanges(edits: readonly FileEdit[]): FileEdit[] {
  return edits.filter(changes)
}

function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url))
  for (let up = 0; up < 5; up++, directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json')) && existsSync(join(directory, 'plugins')))
      return directory
  }
  throw new MemdirError('internal', message(PLUGINS_MISSING), {
    fix: message(INSTALL_AGAIN),
  })
}
