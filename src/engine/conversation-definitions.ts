// The agents and skills that are defined for a project, and the files that were to define one and do not.
import type { AgentDefinition } from '../agent/agents/agent-definition.ts'
import type { DefinitionProblem } from '../agent/definitions/definition-place.ts'
import type { SkillDefinition } from '../agent/skills/skill-definition.ts'
import type { Environment } from '../settings/environment.ts'
import type { ProjectAccess } from '../settings/project-access.ts'
import { agentsOf } from './agent-memories.ts'
import { conversationSkills } from './conversation-skills.ts'

export interface Definitions {
  agents: readonly AgentDefinition[]
  skills: readonly SkillDefinition[]
  problems: readonly DefinitionProblem[]
}

export function definitionsOf(home: string, env: Environment, project: ProjectAccess): Definitions {
  const { agents, problems } = agentsOf(home, env, project)
  const found = conversationSkills(home, env, project)
  return { agents, skills: found.skills, problems: [...problems, ...found.problems] }
}
