// What the skills that were called allow: calls that nobody is asked about while they are followed, which is until the
// person says something new or the agent that called them is done.
import { type AllowedTool, allowTools, understoodTools } from '../allowed-tools.ts'
import type { PermissionGate } from '../permission.ts'
import type { SkillDefinition } from './skill-definition.ts'

export interface SkillGrants {
  /** A project's skill has `allowedTools` only once the person has approved them. */
  add(skill: Pick<SkillDefinition, 'allowedTools'>): void
  clear(): void
  /** Not while planning, and no credentials. */
  freed(gate: PermissionGate): PermissionGate
}

export function createSkillGrants(): SkillGrants {
  const granted: AllowedTool[] = []
  return {
    add: ({ allowedTools = [] }) => void granted.push(...understoodTools(allowedTools)),
    clear: () => void granted.splice(0),
    freed: (gate) => allowTools(gate, () => granted),
  }
}
