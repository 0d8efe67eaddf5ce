// Finds skills in directories of directories, and reads one when it is called. A name that a model gives is looked up
// among what was found; it is never a path.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { parseDocument } from '../memory/frontmatter.ts'
import { readSkill, type SkillDefinition, type SkillSource } from './skill-definition.ts'

export interface SkillDirectory {
  /** Holds a directory per skill. */
  directory: string
  source: SkillSource
  plugin?: string
  /** A SKILL.md that really lies outside of this is not read: a repository must not show files of its user. */
  within?: string
}

export interface FoundSkills {
  /** All of them: `resolveSkills` picks the one that counts for each name. */
  skills: SkillDefinition[]
  /** Files that are not skills, for people. */
  problems: { path: string; problem: string }[]
}

const MAX_SKILLS = 500
const MAX_CHARACTERS = 200_000

/** Later places of the same source weigh more. */
export function findSkills(places: readonly SkillDirectory[]): FoundSkills {
  const found: FoundSkills = { skills: [], problems: [] }
  for (const { directory, source, plugin, within } of places) {
    const names = (attempt(() => readdirSync(directory)) ?? []).sort().slice(0, MAX_SKILLS)
    for (const directoryName of names) {
      const path = join(directory, directoryName, 'SKILL.md')
      const text = readText(path)
      if (text === undefined) continue
      if (within !== undefined && !isReallyWithin(path, within)) {
        found.problems.push({ path, problem: 'it leads out of the project' })
        continue
      }
      const read = readSkill(text, { source, path, directoryName, ...(plugin !== undefined && { plugin }) })
      if (read.ok) found.skills.push(read.skill)
      else found.problems.push({ path, problem: read.problem })
    }
  }
  return found
}

/** `plugins/NAME/skills/` of a directory of plugins. */
export function pluginSkills(directory: string): SkillDirectory[] {
  const names = (attempt(() => readdirSync(directory)) ?? []).sort()
  return names.map((plugin) => ({ directory: join(directory, plugin, 'skills'), source: 'plugin', plugin }))
}

/**
 * What the model reads when the skill is called: where it lies, and its body as it is. Nothing in it is run, included
 * or looked up; only `$ARGUMENTS` is put in, literally.
 */
export function skillText(skill: SkillDefinition, given = ''): string | undefined {
  const text = readText(skill.path)
  if (text === undefined) return undefined
  const body = parseDocument(text).body.trim()
  const asked = given.trim()
  const filled = body.replaceAll('$ARGUMENTS', () => asked)
  const rest = asked === '' || filled !== body ? '' : `\n\nARGUMENTS: ${asked}`
  return `Skill ${skill.name}. Files that it names lie below ${dirname(skill.path)}.\n\n${filled}${rest}`
}

function readText(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8').slice(0, MAX_CHARACTERS))
}

function isReallyWithin(path: string, directory: string): boolean {
  const [real, root] = [path, directory].map((each) => attempt(() => realpathSync.native(each)))
  return real !== undefined && root !== undefined && real.startsWith(root + sep)
}
