// Finds skills in directories of directories, and reads one when it is called. A name that a model gives is looked up
// among what was found; it is never a path.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../../lib/attempt.ts'
import { readBelow } from '../../lib/read-below.ts'
import { readRegularText } from '../../lib/read-regular.ts'
import { parseDocument } from '../../memory/frontmatter.ts'
import type { Message } from '../../messages/message.ts'
import { listProject, type ProjectAccess, readProjectText } from '../../settings/project-access.ts'
import { approvedSkill } from '../approved-definition.ts'
import { readSkill, type SkillDefinition, type SkillSource } from './skill-definition.ts'

/** Holds a directory per skill: of the person's or a plugin's, or below a working tree. */
export type SkillDirectory =
  | { directory: string; source: SkillSource; plugin?: string }
  | { project: ProjectAccess; path: string; source: 'project' }

export interface FoundSkills {
  /** All of them: `resolveSkills` picks the one that counts for each name. */
  skills: SkillDefinition[]
  /** Files that are not skills, for people. */
  problems: { path: string; problem: Message }[]
}

const MAX_SKILLS = 500
const MAX_CHARACTERS = 200_000
/** A larger file is no skill. */
const MAX_BYTES = 1_000_000

/** Later places of the same source weigh more. */
export function findSkills(places: readonly SkillDirectory[]): FoundSkills {
  const found: FoundSkills = { skills: [], problems: [] }
  for (const place of places) for (const skill of skillsAt(place)) addSkill(found, place, skill)
  return found
}

interface FoundText {
  directoryName: string
  path: string
  text: string
}

function skillsAt(place: SkillDirectory): FoundText[] {
  const names = 'project' in place ? listProject(place.project, place.path) : namesIn(place.directory)
  return names.slice(0, MAX_SKILLS).flatMap((directoryName) => {
    const inside = `${directoryName}/SKILL.md`
    const at = 'project' in place ? join(place.project.checkout, place.path) : place.directory
    const text =
      'project' in place
        ? readProjectText(place.project, `${place.path}/${inside}`, MAX_BYTES)
        : readText(join(at, inside))
    return text === undefined ? [] : [{ directoryName, path: join(at, inside), text }]
  })
}

function addSkill(found: FoundSkills, place: SkillDirectory, { directoryName, path, text }: FoundText): void {
  const { source } = place
  const plugin = 'project' in place ? undefined : place.plugin
  const read = readSkill(text, { source, path, directoryName, ...(plugin !== undefined && { plugin }) })
  if (!read.ok) found.problems.push({ path, problem: read.problem })
  else if ('project' in place) {
    const name = `${place.path}/${directoryName}/SKILL.md`
    const skill = { ...read.skill, below: { root: place.project.checkout, path: name } }
    found.skills.push(approvedSkill(skill, name, place.project))
  } else found.skills.push(read.skill)
}

function namesIn(directory: string): string[] {
  return (attempt(() => readdirSync(directory)) ?? []).sort()
}

/** `plugins/NAME/skills/` of a directory of plugins. */
export function pluginSkills(directory: string): SkillDirectory[] {
  return namesIn(directory).map((plugin) => ({
    directory: join(directory, plugin, 'skills'),
    source: 'plugin',
    plugin,
  }))
}

/**
 * What the model reads when the skill is called: where it lies, and its body as it is. Nothing in it is run, included
 * or looked up; only `$ARGUMENTS` is put in, literally.
 */
export function skillText(skill: SkillDefinition, given = ''): string | undefined {
  const text = skill.below ? readAgain(skill.below) : readText(skill.path)
  if (text === undefined) return undefined
  const body = parseDocument(text).body.trim()
  const asked = given.trim()
  const filled = body.replaceAll('$ARGUMENTS', () => asked)
  const rest = asked === '' || filled !== body ? '' : `\n\nARGUMENTS: ${asked}`
  return `Skill ${skill.name}. Files that it names lie below ${dirname(skill.path)}.\n\n${filled}${rest}`
}

function readText(path: string): string | undefined {
  return readRegularText(path, MAX_BYTES)?.slice(0, MAX_CHARACTERS)
}

/** A project's file may have become something else since it was found. */
function readAgain({ root, path }: { root: string; path: string }): string | undefined {
  const read = readBelow(root, path, MAX_BYTES)
  return read.status === 'read' ? read.bytes.toString('utf8').slice(0, MAX_CHARACTERS) : undefined
}
