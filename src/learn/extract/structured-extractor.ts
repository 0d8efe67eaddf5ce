// One call of a small model for conversations that are not ours: the new messages and the manifest in, statements out.
// What cannot be understood proposes nothing; what is proposed is checked like everything else.

import { redactFor } from '../../base/secrets/redact-for.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { JsonSchema } from '../../base/values/json-schema.ts'
import { isMemoryKind, isMemoryType, MEMORY_KINDS, MEMORY_TYPES, typeOfKind } from '../../memory/memory.ts'
import { readSituations, readTriggers } from '../../memory/moments.ts'
import { text } from '../../models/content.ts'
import type { Model } from '../../models/model.ts'
import { askStructured } from '../../models/structured.ts'
import { EXTRACTION_SYSTEM, extractionText } from './extraction-prompt.ts'
import type { Extractor, ManifestLine } from './extractor.ts'
import type { Proposal } from './proposal.ts'

const MAX_TOKENS = 2_000
const TEMPERATURE = 0.3
/** What one answer may have: more is no selection. */
const MOST_STATEMENTS = 20
const MOST_TAGS = 5

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    statements: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          content: { type: 'string' },
          why: { type: 'string' },
          type: { type: 'string', enum: [...MEMORY_TYPES] },
          evidence: { type: 'string' },
          kind: { type: 'string', enum: [...MEMORY_KINDS] },
          category: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
          when: { type: 'array', items: { type: 'string' } },
          on: { type: 'array', items: { type: 'string' } },
          importance: { type: 'number' },
          confidence: { type: 'number' },
          about_person: { type: 'boolean' },
          supersedes: { type: 'string' },
        },
        required: ['title', 'content', 'type', 'evidence', 'kind', 'importance', 'confidence'],
      },
    },
  },
  required: ['statements'],
}

interface Answered {
  statements: readonly Record<string, unknown>[]
}

/** `rules`: for the older part of a conversation that is too long for one call. */
export function structuredExtractor(model: Model, rules: Extractor): Extractor {
  return {
    name: 'structured',
    async propose(input) {
      const { text: asked, left } = extractionText(input)
      const answer = await askStructured<Answered>(
        model,
        {
          system: [{ text: EXTRACTION_SYSTEM, breakpoint: true }],
          tools: [],
          // It may be another provider than the one that the person said it to.
          messages: [{ role: 'user', content: [text(await redactFor(asked, 'agent'))] }],
          output: { name: 'statements', schema: SCHEMA },
          maxTokens: MAX_TOKENS,
          temperature: TEMPERATURE,
        },
        { signal: input.signal, read: readStatements },
      )
      input.onUsage?.(answer.usage)
      const older = left.length === 0 ? [] : await rules.propose({ ...input, messages: left })
      if (answer.status !== 'ok') return older
      const known = input.manifest()
      const proposed = answer.value.statements.slice(0, MOST_STATEMENTS)
      return [...older, ...proposed.flatMap((statement) => toProposal(statement, known))]
    },
  }
}

/** A bare list, and statements without what there is a usual value for. */
function readStatements(value: unknown): unknown {
  const statements = isObject(value) ? value.statements : value
  return Array.isArray(statements) ? { statements: statements.map(completed) } : value
}

function completed(statement: unknown): unknown {
  if (!isObject(statement)) return statement
  const given = Object.fromEntries(Object.entries(statement).filter(([, value]) => value !== null))
  const usual = typeOfKind(isMemoryKind(given.kind) ? given.kind : 'fact')
  return { title: '', type: usual ?? 'project', kind: 'other', importance: 3, confidence: 0.8, ...given }
}

function toProposal(statement: Record<string, unknown>, known: readonly ManifestLine[]): Proposal[] {
  const { title, content, why, type, evidence, kind, category, tags, supersedes } = statement
  if (typeof content !== 'string' || typeof evidence !== 'string') return []
  return [
    {
      content,
      quote: evidence,
      tier: 'write',
      reason: 'model',
      importance: within(statement.importance, 1, 5),
      confidence: within(statement.confidence, 0, 1),
      aboutPerson: statement.about_person === true,
      ...(isText(title) && { title: title.trim() }),
      ...(isText(why) && { why: why.trim() }),
      ...(isMemoryType(type) && { type }),
      ...(isMemoryKind(kind) && { kind }),
      ...(isText(category) && { category: category.trim() }),
      // Not understood, or too many: without them it is a statement all the same.
      ...statedMoments(statement),
      ...(Array.isArray(tags) && { tags: tags.map(String).slice(0, MOST_TAGS) }),
      // A model can invent an id.
      ...(known.some(({ id }) => id === supersedes) && { supersedes: String(supersedes) }),
    },
  ]
}

function statedMoments({ when, on }: Record<string, unknown>): Pick<Proposal, 'when' | 'on'> {
  const [situations, triggers] = [readSituations(when).read, readTriggers(on).read]
  return {
    ...(situations.length > 0 && { when: situations }),
    ...(triggers.length > 0 && { on: triggers }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** What is no number is nothing to rely on: the least. */
function within(value: unknown, least: number, most: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least
}
