// All agents that `memdir init` knows, and how memdir is put into them and taken out.
import { dirname } from 'node:path'
import type { AgentSetup, SetupPlaces } from './agent-setup.ts'
import { changes, type FileEdit } from './file-edit.ts'
import { claudeCode } from './install/claude-code.ts'
import { codex } from './install/codex.ts'
import { gemini, qwen } from './install/gemini.ts'
import { MCP_SETUPS } from './install/mcp-clients.ts'
import { opencode } from './install/opencode.ts'
import { recordedPaths } from './install/setup-record.ts'
import type { WantedFile } from './install/wanted-file.ts'
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

/** Files of other checkouts that have something of ours: by the records of what was changed. */
export function filesElsewhere(places: SetupPlaces): WantedFile[] {
  const here = new Set(wantedIn(places).map(({ path }) => path))
  return recordedPaths(places.home)
    .filter((path) => !here.has(path))
    .flatMap((path) => {
      const roots = [1, 2, 3, 4].map((up) => ancestor(path, up))
      const found = roots
        .flatMap((project) => wantedIn({ ...places, project }))
        .find((one) => one.path === path)
      return found ? [found] : []
    })
}

function wantedIn(places: SetupPlaces): WantedFile[] {
  return AGENT_SETUPS.flatMap((setup) => [setup, ...(setup.other ? [setup.other] : [])]).flatMap((setup) =>
    setup.files(places),
  )
}

function ancestor(path: string, up: number): string {
  return up === 0 ? path : ancestor(dirname(path), up - 1)
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
