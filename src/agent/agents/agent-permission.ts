// What a sub-agent may do without asking: its definition's mode, as far as its parent's allows it.
import { createPermissionGate, type PermissionGate, type PermissionMode } from '../permission.ts'
import type { AgentDefinition } from './agent-definition.ts'

/** Ours, and what other agents call them. There is no mode here in which nothing is asked: the loosest is acceptEdits. */
const MODES: Readonly<Record<string, PermissionMode>> = {
  ask: 'ask',
  default: 'ask',
  acceptEdits: 'acceptEdits',
  bypassPermissions: 'acceptEdits',
  plan: 'plan',
  deny: 'deny',
  dontAsk: 'deny',
}

/** Where the parent only plans, or nobody can be asked, no definition changes that. */
export function modeFor(wanted: string | undefined, parent: PermissionMode): PermissionMode {
  const mode = wanted === undefined ? undefined : MODES[wanted]
  if (mode === undefined || parent === 'plan') return parent
  if (parent === 'deny') return mode === 'plan' ? 'plan' : 'deny'
  return mode
}

export function permissionFor(agent: AgentDefinition, parent: PermissionGate): PermissionGate {
  const mode = modeFor(agent.permissionMode, parent.mode)
  // Nobody waits for a background agent, so nobody is there to be asked.
  if (agent.background) return createPermissionGate(mode === 'ask' ? 'deny' : mode)
  if (mode === parent.mode) return parent
  if (mode === 'plan' || mode === 'deny') return createPermissionGate(mode)
  // The same person is asked, and what was always allowed counts.
  return { mode, decide: (call, signal) => parent.decide({ ...call, mode }, signal) }
}
