// The agents and skills that are defined for a project, and the files that were to define one and do not.

import { type AgentPlaces, agentsOf } from '../agent-memories.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { DefinitionProblem } from '../definitions/definition-place.ts'
import type { SkillDefinition } from '../skills/skill-definition.ts'
import { conversationSkills } from './conversation-skills.ts'

interface Definitions {
  agents: readonly AgentDefinition[]
  skills: readonly SkillDefinition[]
  problems: readonly DefinitionProblem[]
}

export function definitionsOf(places: AgentPlaces): Definitions {
  const { agents, problems } = agentsOf(places)
  const { home, env, project } = places
  const found = places.bare ? { skills: [], problems: [] } : conversationSkills(home, env, project)
  return { agents, skills: found.skills, problems: [...problems, ...found.problems] }
}
