// What the definitions of agents and of skills share: a Markdown file whose frontmatter names and describes it.

import { definitionsTexts } from '../../base/messages/definitions.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { parseDocument } from '../../base/yaml/frontmatter.ts'
import { readFields } from './read-fields.ts'

type ReadDefinition =
  | { ok: true; name: string; description: string; data: Record<string, unknown>; body: string }
  | { ok: false; problem: Message }

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]{0,63}$/u

/** `fallback`: its name where the frontmatter gives none, or a title. */
export function readDefinition(text: string, fallback?: string): ReadDefinition {
  const { status, problem, fault, body, yaml, ...read } = parseDocument(text)
  // What is too much as a whole would keep a parser busy in its parts, too.
  const data = fault === 'invalid' ? (readFields(yaml) ?? {}) : read.data
  const written = textField(data.name)
  const name = written === undefined || /\s/.test(written) ? (fallback ?? written) : written
  const description = textField(data.description)
  if (status === 'broken' && (name === undefined || !NAME.test(name) || description === undefined))
    return { ok: false, problem: message(definitionsTexts.brokenFrontmatter, { reason: problem ?? '' }) }
  if (name === undefined || !NAME.test(name)) return { ok: false, problem: message(definitionsTexts.noName) }
  if (description === undefined) return { ok: false, problem: message(definitionsTexts.noDescription) }
  return { ok: true, name, description, data, body: body.trim() }
}

export function isDefinitionName(name: string): boolean {
  return NAME.test(name)
}

export function textField(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** A list, or a text with commas. `*` means all and is the same as leaving it out. */
export function listField(value: unknown): string[] | undefined {
  const listed = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : undefined
  const found = listed?.map(textField).filter((text) => text !== undefined)
  return found && !found.includes('*') ? found : undefined
}

export function flagField(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** The definition that counts for each name, in the order of names. Later sources weigh more. */
export function resolveByName<T extends { name: string; source: string }>(
  definitions: readonly T[],
  sources: readonly T['source'][],
): T[] {
  const rank = ({ source }: T) => sources.indexOf(source)
  const byName = new Map<string, T>()
  for (const definition of definitions) {
    const other = byName.get(definition.name)
    if (!other || rank(definition) >= rank(other)) byName.set(definition.name, definition)
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
