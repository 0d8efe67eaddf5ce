// One call of a small model for conversations that are not ours: the new messages and the manifest in, statements out.
// What cannot be understood proposes nothing; what is proposed is checked like everything else.
import { text } from '../lib/content.ts'
import type { JsonSchema } from '../lib/json-schema.ts'
import { isMemoryKind, MEMORY_KINDS } from '../memory/memory.ts'
import { redactMemory } from '../memory/redact-memory.ts'
import type { Model } from '../models/model.ts'
import { askStructured } from '../models/structured.ts'
import { EXTRACTION_SYSTEM, extractionText } from './extraction-prompt.ts'
import type { Extractor, ManifestLine } from './extractor.ts'
import type { Proposal } from './proposal.ts'

const MAX_TOKENS = 2_000
const TEMPERATURE = 0.3
/** Of one answer: more is no selection. */
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
          content: { type: 'string' },
          evidence: { type: 'string' },
          kind: { type: 'string', enum: [...MEMORY_KINDS] },
          category: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
          importance: { type: 'number' },
          confidence: { type: 'number' },
          about_person: { type: 'boolean' },
          supersedes: { type: 'string' },
        },
        required: ['content', 'evidence', 'kind', 'importance', 'confidence'],
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
          messages: [{ role: 'user', content: [text(await redactMemory(asked, 'agent'))] }],
          output: { name: 'statements', schema: SCHEMA },
          maxTokens: MAX_TOKENS,
          temperature: TEMPERATURE,
        },
        { signal: input.signal },
      )
      const older = left.length === 0 ? [] : await rules.propose({ ...input, messages: left })
      if (answer.status !== 'ok') return older
      const known = input.manifest()
      const proposed = answer.value.statements.slice(0, MOST_STATEMENTS)
      return [...older, ...proposed.flatMap((statement) => toProposal(statement, known))]
    },
  }
}

function toProposal(statement: Record<string, unknown>, known: readonly ManifestLine[]): Proposal[] {
  const { content, evidence, kind, category, tags, supersedes } = statement
  if (typeof content !== 'string' || typeof evidence !== 'string') return []
  return [
    {
      content,
      quote: evidence,
      tier: 'write',
      reason: 'model',
      importance: within(statement.importance, 1, 5),
      confidence: within(statement.confidence, 0, 1),
      everywhere: statement.about_person === true,
      ...(isMemoryKind(kind) && { kind }),
      ...(typeof category === 'string' && category.trim() !== '' && { category: category.trim() }),
      ...(Array.isArray(tags) && { tags: tags.map(String).slice(0, MOST_TAGS) }),
      // A model can invent an id.
      ...(known.some(({ id }) => id === supersedes) && { supersedes: String(supersedes) }),
    },
  ]
}

/** What is no number is nothing to rely on: the least. */
function within(value: unknown, least: number, most: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least
}
