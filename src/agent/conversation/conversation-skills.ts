// The skills of a conversation: where they come from, and when their text is given.
import { join } from 'node:path'
import { claudeConfigDirectory } from '../../base/settings/config-home.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { type AgentText, own } from '../../base/text/agent-text.ts'
import { inertFact, unmarkedText } from '../../base/text/inert-text.ts'
import type { ProjectAccess } from '../../base/trust/project-access.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { type FoundSkills, findSkills, pluginSkills } from '../skills/find-skills.ts'
import type { InvokedSkill } from '../skills/invoked-skills.ts'
import { resolveSkills, type SkillDefinition } from '../skills/skill-definition.ts'
import { skillText } from '../skills/skill-text.ts'

/** Skills of the plugins in memdir's home, of the user, and of the project; its own files only. */
export function conversationSkills(home: string, env: Environment, project: ProjectAccess): FoundSkills {
  const { skills, problems } = findSkills([
    ...pluginSkills(join(home, 'plugins')),
    { directory: join(claudeConfigDirectory(env), 'skills'), source: 'user' },
    { directory: join(home, 'skills'), source: 'user' },
    { project, path: '.claude/skills', source: 'project' },
    { project, path: '.memdir/skills', source: 'project' },
  ])
  return { skills: resolveSkills(skills), problems }
}

/** The skill that a line such as `/deploy to staging` asks for, its text, and what the model is told. */
export function askedSkill(
  skills: readonly SkillDefinition[],
  line: string,
): { skill: SkillDefinition; invoked: InvokedSkill; told: AgentText } | undefined {
  const [, name, rest = ''] = /^\/([^\s/]+)(?:\s+(.*))?$/s.exec(line.trim()) ?? []
  const skill = skills.find((each) => each.forUser && each.name === name)
  const text = skill && skillText(skill, rest)
  if (!skill || text === undefined) return undefined
  const given = rest.trim()
  return {
    skill,
    invoked: { name: skill.name, content: text, ...(given !== '' && { arguments: given }) },
    told: own`The user has called the skill ${inertFact(skill.name)} by its name.\n\n${unmarkedText(text)}`,
  }
}

/** The texts of the skills that a sub-agent's definition names: it has them from the start. */
export function skillsOf(agent: AgentDefinition, skills: readonly SkillDefinition[]): string {
  const named = (agent.skills ?? []).flatMap((name) => skills.filter((skill) => skill.name === name))
  return named
    .map((skill) => skillText(skill))
    .filter((text) => text !== undefined)
    .join('\n\n')
}
