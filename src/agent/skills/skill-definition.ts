// A skill: a directory with a SKILL.md whose frontmatter says when it is of use and whose body says how the work is
// done. The model is told the first; the second is read when the skill is called.
import { parseDocument } from '../../memory/frontmatter.ts'
import { BROKEN_FRONTMATTER, NO_DESCRIPTION, NO_NAME } from '../../messages/definitions.ts'
import { type Message, message } from '../../messages/message.ts'

/** Lowest precedence first. */
export const SKILL_SOURCES = ['plugin', 'user', 'project'] as const
export type SkillSource = (typeof SKILL_SOURCES)[number]

export interface SkillDefinition {
  /** A plugin's skills are called `plugin:skill`. */
  readonly name: string
  /** When to use it: what the model reads. */
  readonly description: string
  readonly source: SkillSource
  /** Of SKILL.md. */
  readonly path: string
  /** A project's: the same, as it is read (nothing is followed). */
  readonly below?: { readonly root: string; readonly path: string }
  /** Shown to the person: what may follow the name. */
  readonly argumentHint?: string
  /** Tools that nobody is asked about while it is followed. */
  readonly allowedTools?: readonly string[]
  /** False: only the person starts it. */
  readonly forModel: boolean
  /** False: it is knowledge for the model, not a command. */
  readonly forUser: boolean
}

export type ReadSkill = { ok: true; skill: SkillDefinition } | { ok: false; problem: Message }

export interface SkillPlace {
  source: SkillSource
  path: string
  /** The directory's name: what it is called if the frontmatter does not say. */
  directoryName: string
  plugin?: string
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u

export function readSkill(text: string, place: SkillPlace): ReadSkill {
  const document = parseDocument(text)
  if (document.status === 'broken')
    return { ok: false, problem: message(BROKEN_FRONTMATTER, { reason: document.problem ?? '' }) }
  const { data } = document
  const name = line(data.name) ?? place.directoryName
  const description = line(data.description)
  if (!NAME.test(name)) return { ok: false, problem: message(NO_NAME) }
  if (!description) return { ok: false, problem: message(NO_DESCRIPTION) }
  const whenToUse = line(data.when_to_use)
  const argumentHint = line(data['argument-hint'])
  const allowedTools = words(data['allowed-tools'])
  return {
    ok: true,
    skill: {
      name: place.plugin === undefined ? name : `${place.plugin}:${name}`,
      description: whenToUse ? `${description} ${whenToUse}` : description,
      source: place.source,
      path: place.path,
      ...(argumentHint && { argumentHint }),
      ...(allowedTools && { allowedTools }),
      forModel: !isTrue(data['disable-model-invocation']),
      forUser: !isFalse(data['user-invocable']),
    },
  }
}

function line(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  return text === '' ? undefined : text
}

/** A list, or a text with commas; undefined where it names nothing. */
function words(value: unknown): string[] | undefined {
  const given: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const found = given.map(line).filter((word) => word !== undefined)
  return found.length > 0 ? found : undefined
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false'
}

/** The skill that counts for each name, in the order of names. */
export function resolveSkills(skills: readonly SkillDefinition[]): SkillDefinition[] {
  const byName = new Map<string, SkillDefinition>()
  for (const skill of skills) {
    const other = byName.get(skill.name)
    if (!other || rank(skill) >= rank(other)) byName.set(skill.name, skill)
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function rank({ source }: SkillDefinition): number {
  return SKILL_SOURCES.indexOf(source)
}
