// All agents that `memdir init` knows, and how memdir is put into them and taken out.
import type { AgentSetup, SetupPlaces } from './agent-setup.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { changes, type FileEdit } from './file-edit.ts'
import { gemini, qwen } from './gemini.ts'
import { MCP_SETUPS } from './mcp-clients.ts'
import { opencode } from './opencode.ts'
import { planIn, planOut } from './plan-file.ts'

export const AGENT_SETUPS: readonly AgentSetup[] = [claudeCode, codex, gemini, opencode, qwen, ...MCP_SETUPS]

/** Edits that put memdir in; those that change nothing are left out. */
export function planInstall(setup: AgentSetup, places: SetupPlaces): FileEdit[] {
  return setup
    .files(places)
    .map((wanted) => planIn(wanted, places.home))
    .filter(changes)
}

export function planRemove(setup: AgentSetup, places: SetupPlaces): FileEdit[] {
  return setup
    .files(places)
    .map((wanted) => planOut(wanted, places.home))
    .filter(changes)
}

/** In when installing it again, in one way or the other, would change nothing. */
export function isSetUp(setup: AgentSetup, places: SetupPlaces): boolean {
  return setUpAs(setup, places) !== undefined
}

/** The way in which it is in. */
export function setUpAs(setup: AgentSetup, places: SetupPlaces): AgentSetup | undefined {
  return [setup, ...(setup.other ? [setup.other] : [])].find((way) => planInstall(way, places).length === 0)
}

/** Something of ours is there, perhaps of another installation. */
export function isTouched(setup: AgentSetup, places: SetupPlaces): boolean {
  return planRemove(setup, places).length > 0
}
