// A project's agent needs approval for what runs or connects something, loosens permission, chooses a model that costs
// more, or reads memories of the person's own.
import type { ProjectAccess } from '../../base/trust/project-access.ts'
import { withApproved } from '../definitions/approved-fields.ts'
import type { AgentDefinition } from './agent-definition.ts'
import { neverLooser } from './agent-permission.ts'

/** Names that mean a model of the person's own settings. */
const OWN_MODELS = new Set(['inherit', 'main', 'small', 'sonnet', 'opus', 'haiku'])

/** `name`: the file, below the project. */
export function approvedAgent(agent: AgentDefinition, name: string, project: ProjectAccess): AgentDefinition {
  const guarded = guardedFields(agent)
  return withApproved(agent, guarded, { kind: 'agent', name, content: guarded }, project)
}

function guardedFields({ hooks, mcpServers, permissionMode, model, memory }: AgentDefinition) {
  return {
    ...(hooks !== undefined && { hooks }),
    ...(mcpServers !== undefined && { mcpServers }),
    ...(permissionMode !== undefined && !neverLooser(permissionMode) && { permissionMode }),
    ...(model !== undefined && !OWN_MODELS.has(model) && { model }),
    // An agent of the same name may have memories there from other projects.
    ...(memory === 'user' && { memory }),
  }
}
