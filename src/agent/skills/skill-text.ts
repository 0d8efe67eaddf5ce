// What the model reads when a skill is called.
import { dirname } from 'node:path'
import { readBelow } from '../../base/files/read-below.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import { type AgentText, own } from '../../base/text/agent-text.ts'
import { inertFact, inertLine, unmarkedText } from '../../base/text/inert-text.ts'
import { parseDocument } from '../../base/yaml/frontmatter.ts'
import { cut, MAX_DEFINITION_BYTES } from '../definitions/definition-place.ts'
import type { SkillDefinition } from './skill-definition.ts'

/**
 * Where the skill is, and its body as it is. Nothing in it is run, included or looked up; only `$ARGUMENTS` and `$1`…
 * are put in, literally. Its word counts, so only what would end our envelope is broken.
 */
export function skillText(skill: SkillDefinition, given = ''): AgentText | undefined {
  const text = cut(readAgain(skill))
  if (text === undefined) return undefined
  const body = parseDocument(text).body.trim()
  const asked = given.trim()
  const filled = fillArguments(body, asked)
  const rest = asked === '' || filled !== body ? '' : `\n\nARGUMENTS: ${asked}`
  const where = inertLine(dirname(skill.path))
  return own`Skill ${inertFact(skill.name)}. Files that it names are below ${where}.\n\n${unmarkedText(filled + rest)}`
}

/** A project's file may have become something else since it was found. */
function readAgain({ below, path }: SkillDefinition): string | undefined {
  if (!below) return readRegularText(path, MAX_DEFINITION_BYTES)
  const read = readBelow(below.root, below.path, MAX_DEFINITION_BYTES)
  return read.status === 'read' ? read.bytes.toString('utf8') : undefined
}

/** `$ARGUMENTS` is all of them, `$1` to `$99` are single ones; one that was not given becomes nothing. */
function fillArguments(body: string, given: string): string {
  const words = splitArguments(given)
  return body.replace(/\$(?:ARGUMENTS\b|([1-9]\d?)(?!\d))/g, (_, number?: string) =>
    number === undefined ? given : (words[Number(number) - 1] ?? ''),
  )
}

/** By spaces, except in quotes. */
function splitArguments(given: string): string[] {
  return [...given.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}
