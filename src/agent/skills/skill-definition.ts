// A skill: a directory with a SKILL.md whose frontmatter says when it is of use and whose body says how the work is
// done. The model always has the first; the second is read when the skill is called.
import { definitionsTexts } from '../../base/messages/definitions.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { splitRules } from '../allowed-tools.ts'
import type { DefinitionPlace } from '../definitions/definition-place.ts'
import {
  flagField,
  listField,
  readDefinition,
  resolveByName,
  textField,
} from '../definitions/read-definition.ts'

/** Lowest precedence first. */
const SKILL_SOURCES = ['plugin', 'user', 'project'] as const
export type SkillSource = (typeof SKILL_SOURCES)[number]

export interface SkillDefinition {
  /** A plugin's skills are called `plugin:skill`. */
  readonly name: string
  /** When to use it: what the model reads. */
  readonly description: string
  readonly source: SkillSource
  /** Where its SKILL.md is. */
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

type ReadSkill = { ok: true; skill: SkillDefinition } | { ok: false; problem: Message }

interface SkillFile {
  place: DefinitionPlace<SkillSource>
  path: string
  /** What it is called if the frontmatter does not say. */
  directoryName: string
}

export function readSkill(text: string, { place, path, directoryName }: SkillFile): ReadSkill {
  const read = readDefinition(text, directoryName)
  if (!read.ok) return read
  const { name, data } = read
  // Only a plugin's name may come before a colon.
  if (name.includes(':')) return { ok: false, problem: message(definitionsTexts.noName) }
  const description = [read.description, textField(data.when_to_use)].filter(Boolean).join(' ')
  const plugin = 'plugin' in place ? place.plugin : undefined
  const argumentHint = textField(data['argument-hint'])
  const allowedTools = rulesField(data['allowed-tools'])
  const skill: SkillDefinition = {
    name: plugin === undefined ? name : `${plugin}:${name}`,
    description: oneLine(description),
    source: place.source,
    path,
    ...(argumentHint && { argumentHint: oneLine(argumentHint) }),
    ...(allowedTools && allowedTools.length > 0 && { allowedTools }),
    forModel: flagField(data['disable-model-invocation']) !== true,
    forUser: flagField(data['user-invocable']) !== false,
  }
  return { ok: true, skill }
}

/** A list, or a text with commas or blanks. `*` would allow everything: nobody is granted that. */
function rulesField(value: unknown): string[] | undefined {
  const rules = typeof value === 'string' ? splitRules(value) : listField(value)
  return rules?.filter((rule) => rule !== '*')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** The skill that counts for each name, in the order of names. */
export function resolveSkills(skills: readonly SkillDefinition[]): SkillDefinition[] {
  return resolveByName(skills, SKILL_SOURCES)
}
