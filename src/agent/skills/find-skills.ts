// Finds skills in directories of directories. A name that a model gives is looked up among what was found; it is never
// a path.
import { dirname, join } from 'node:path'
import { withApproved } from '../definitions/approved-fields.ts'
import {
  type DefinitionPlace,
  type DefinitionProblem,
  listNames,
  openPlace,
  readDefinitions,
} from '../definitions/definition-place.ts'
import { readSkill, type SkillDefinition, type SkillSource } from './skill-definition.ts'

/** Holds a directory per skill. */
type SkillPlace = DefinitionPlace<SkillSource>

export interface FoundSkills {
  /** All of them: `resolveSkills` picks the one that counts for each name. */
  skills: SkillDefinition[]
  problems: DefinitionProblem[]
}

const MAX_SKILLS = 500

/** Later places of the same source weigh more. */
export function findSkills(places: readonly SkillPlace[]): FoundSkills {
  const found: FoundSkills = { skills: [], problems: [] }
  for (const place of places) {
    const open = openPlace(place)
    const names = open.list().slice(0, MAX_SKILLS)
    const files = names.map((name) => `${name}/SKILL.md`)
    for (const { file, path, text } of readDefinitions(open, files, found.problems)) {
      const read = readSkill(text, { place, path, directoryName: dirname(file) })
      if (read.ok) found.skills.push(approvedSkill(read.skill, place, file))
      else found.problems.push({ path, problem: read.problem })
    }
  }
  return found
}

/** A project's skill needs approval for tools that nobody is asked about. */
function approvedSkill(skill: SkillDefinition, place: SkillPlace, file: string): SkillDefinition {
  if (!('project' in place)) return skill
  const { allowedTools } = skill
  const path = `${place.path}/${file}`
  return withApproved(
    { ...skill, below: { root: place.project.checkout, path } },
    allowedTools === undefined ? {} : { allowedTools },
    { kind: 'skill', name: path, content: { 'allowed-tools': allowedTools } },
    place.project,
  )
}

/** `plugins/NAME/skills/` of a directory of plugins. */
export function pluginSkills(directory: string): SkillPlace[] {
  return listNames(directory).map((plugin) => ({
    directory: join(directory, plugin, 'skills'),
    source: 'plugin',
    plugin,
  }))
}
