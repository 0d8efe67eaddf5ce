// What a sub-agent may do without asking: its definition's mode, as far as its parent's allows it.
import type { PermissionGate, PermissionMode } from '../permission.ts'
import type { AgentDefinition } from './agent-definition.ts'

/** Ours, and what other agents call them. There is no mode here in which nothing is asked: the loosest is acceptEdits. */
const MODES: Readonly<Record<string, PermissionMode>> = {
  ask: 'ask',
  default: 'ask',
  manual: 'ask',
  auto: 'ask',
  acceptEdits: 'acceptEdits',
  bypassPermissions: 'acceptEdits',
  plan: 'plan',
  deny: 'deny',
  dontAsk: 'deny',
}

/** Where the parent only plans, or nobody can be asked, no definition changes that. */
export function modeFor(wanted: string | undefined, parent: PermissionMode): PermissionMode {
  const mode = wanted !== undefined && Object.hasOwn(MODES, wanted) ? MODES[wanted] : undefined
  if (mode === undefined || parent === 'plan') return parent
  if (parent === 'deny') return mode === 'plan' ? 'plan' : 'deny'
  return mode
}

/** Whether it lets nothing through, under any parent, that the parent would not. */
export function neverLooser(wanted: string): boolean {
  const parents: readonly PermissionMode[] = ['ask', 'acceptEdits', 'plan', 'deny']
  return parents.every((parent) => {
    const mode = modeFor(wanted, parent)
    return mode === parent || mode !== 'acceptEdits'
  })
}

/** The same person is asked, and what they have allowed counts. A change of the parent's mode counts at once. */
export function permissionFor(
  { permissionMode, background }: Pick<AgentDefinition, 'permissionMode' | 'background'>,
  parent: PermissionGate,
): PermissionGate {
  const mode = () => {
    const own = modeFor(permissionMode, parent.mode)
    // Nobody waits for a background agent, so nobody is there to be asked.
    return background && own === 'ask' ? 'deny' : own
  }
  return {
    get mode() {
      return mode()
    },
    decide: (call, signal) =>
      parent.decide({ ...call, mode: call.mode ?? mode(), ...(background && { unattended: true }) }, signal),
  }
}
