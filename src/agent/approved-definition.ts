// What a project's agents and skills may say only once the person has approved it: what runs or connects something,
// loosens permission, chooses a model that costs more, or reads memories of the person's own. Without approval the
// definition loads without these fields.
import type { ProjectAccess } from '../settings/project-access.ts'
import type { TrustPart } from '../settings/trust-store.ts'
import type { AgentDefinition } from './agents/agent-definition.ts'
import type { SkillDefinition } from './skills/skill-definition.ts'

/** Names that mean a model of the person's own settings. */
const OWN_MODELS = new Set(['inherit', 'main', 'small', 'sonnet', 'opus', 'haiku'])
/** Stricter than any parent: a project may ask for these. */
const STRICT_MODES = new Set(['plan', 'deny'])

type Guarded = Partial<Pick<AgentDefinition, 'hooks' | 'mcpServers' | 'permissionMode' | 'model' | 'memory'>>

export function approvedAgent(agent: AgentDefinition, name: string, project: ProjectAccess): AgentDefinition {
  const content = guardedFields(agent)
  const part: TrustPart = { kind: 'agent', name, content }
  return Object.keys(content).length === 0 || project.isApproved(part) ? agent : without(agent, content)
}

function guardedFields({ hooks, mcpServers, permissionMode, model, memory }: AgentDefinition): Guarded {
  return {
    ...(hooks !== undefined && { hooks }),
    ...(mcpServers !== undefined && { mcpServers }),
    ...(permissionMode !== undefined && !STRICT_MODES.has(permissionMode) && { permissionMode }),
    ...(model !== undefined && !OWN_MODELS.has(model) && { model }),
    // An agent of the same name may have memories there from other projects.
    ...(memory === 'user' && { memory }),
  }
}

export function approvedSkill(skill: SkillDefinition, name: string, project: ProjectAccess): SkillDefinition {
  const { allowedTools } = skill
  if (allowedTools === undefined) return skill
  const part: TrustPart = { kind: 'skill', name, content: { 'allowed-tools': allowedTools } }
  return project.isApproved(part) ? skill : without(skill, { allowedTools })
}

function without<T extends object>(definition: T, fields: object): T {
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !Object.hasOwn(fields, name))) as T
}
