import { HELD_REASONS } from '../../base/messages/origin.ts'
import { provesQuotation } from '../../base/terms/prove-quotation.ts'
import { type AgentText, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { inertFact, inertLine } from '../../base/text/inert-text.ts'
import { MEMORY_TYPES, type MemoryType } from '../../memory/memory.ts'
import { EVIDENCE_LENGTH } from '../../memory/memory-file.ts'
import { originOf } from '../../memory/origin-rules.ts'
import type { AddOutcome, NewMemory } from '../../memory/records.ts'
import type { ClientTool } from './client-tool.ts'
import { memoryData } from './describe-hits.ts'
import { givenMoments, MOMENT_FIELDS } from './moment-fields.ts'

export const rememberTool: ClientTool = {
  name: 'remember',
  title: 'Remember something',
  description:
    'Saves one memory for later conversations: at once when the person asks; by yourself when you learn who they are, how they want you to work and why, what goes on that the code does not show, or where things are. One topic, in their language, understandable by itself: names instead of "he", dates instead of "yesterday". Never secrets, what the code or git history says, or what matters now only. If the topic is covered, use `update`.',
  inputSchema: {
    type: 'object',
    properties: {
      content: {
        type: 'string',
        description: 'Markdown: the rule or fact first, then a **Why:** line.',
      },
      name: { type: 'string', description: 'A short title.' },
      description: {
        type: 'string',
        description:
          'One line with the fact itself, not its topic: by it later conversations judge whether it matters.',
      },
      type: {
        type: 'string',
        enum: MEMORY_TYPES,
        description:
          'user: who they are. feedback: how to work with them. project: what goes on and why. reference: where things are.',
      },
      said_by_user: {
        type: 'boolean',
        description: 'true: the person said it. false (the default): you inferred it.',
      },
      quote: {
        type: 'string',
        description:
          'With said_by_user: their words, letter by letter, at most 500 characters. Proves that they said it.',
      },
      ...MOMENT_FIELDS,
      tags: { type: 'array', items: { type: 'string' }, description: 'Words to find it by.' },
      importance: {
        type: 'number',
        minimum: 1,
        maximum: 5,
        description: '1 trivial to 5 vital; 3 by default.',
      },
      everywhere: {
        type: 'boolean',
        description: 'true: holds in all their projects; they are asked to confirm it.',
      },
      separate: {
        type: 'boolean',
        description: 'true: not merged with a memory that says almost the same.',
      },
    },
    required: ['content'],
    additionalProperties: false,
  },
  rare: ['importance', 'separate', 'on'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  alwaysLoad: true,
  async run(host, input, caller) {
    await host.register()
    const { actor, conversation } = caller
    const content = input.content as string
    const evidence = input.said_by_user === true ? (input.quote as string | undefined) : undefined
    // The name is shown with it, and recall judges by the description: they are said, too.
    const said = [input.name, input.description, content].join('\n')
    const proven = evidence !== undefined && provesQuotation(evidence, said, await caller.typed?.())
    const claimed = input.said_by_user === true ? ('user' as const) : ('agent' as const)
    const origin = originOf({ actor, claimed, proven })
    const memory: NewMemory = {
      content,
      name: input.name as string | undefined,
      description: input.description as string | undefined,
      type: input.type as MemoryType | undefined,
      tags: (input.tags as string[] | undefined) ?? [],
      importance: input.importance as number | undefined,
      ...givenMoments(input),
      confidence: origin === 'user' ? 1 : 0.8,
      source: conversation ? { origin, conversation } : { origin },
      evidence: evidence?.slice(0, EVIDENCE_LENGTH),
    }
    const by = { actor, conversation, proven }
    const records = await (input.everywhere === true ? host.at('everywhere') : host).records()
    const outcome = await records.add(memory, by, { separate: input.separate === true })
    if (!('memory' in outcome)) return { text: describeAdded(outcome), data: { ...outcome } }
    const data = { ...outcome, memory: memoryData(outcome.memory, host.location.memory) }
    return { text: describeAdded(outcome), data: { ...data, warnings: warningsOf(outcome) } }
  },
}

function warningsOf(outcome: AddOutcome): string[] {
  return 'warnings' in outcome ? outcome.warnings.map(({ en }) => en) : []
}

/** For the model: what became of it, and what to do if that was not meant. */
function describeAdded(outcome: AddOutcome): AgentText {
  if (outcome.status === 'filtered') return own`Not remembered: ${inertLine(outcome.reason.en)}.`
  if (outcome.status === 'quarantined' && outcome.reason === 'everywhere')
    return own`Proposed for all projects: the person confirms it with \`memdir inbox accept ${inertFact(outcome.id)} --everywhere\`. Until then it is not remembered; if this project needs it now, call again without everywhere.`
  if (outcome.status === 'quarantined')
    return own`Held back for the person to confirm: ${inertLine(HELD_REASONS[outcome.reason].en)}.`
  const where = own`${inertFact(outcome.memory.file)} (id ${inertFact(outcome.memory.id)})`
  if (outcome.status === 'unchanged') return own`Known already: ${where}. Nothing was changed.`
  const notes =
    outcome.warnings.length > 0
      ? own`\nNote: ${inertLine(outcome.warnings.map(({ en }) => en).join('; '))}`
      : NO_TEXT
  if (outcome.status === 'added') {
    const older = outcome.superseded
      ? own` It supersedes ${inertFact(outcome.superseded.id)} (${inertFact(outcome.superseded.name)}), which is no longer recalled. If both hold, the person can run \`memdir undo ${inertFact(outcome.change ?? '')}\`; then call again with separate: true.`
      : NO_TEXT
    return own`Remembered as ${where}.${older}${notes}`
  }
  const kept = outcome.kept === 'old' ? own`its text stays as it was` : own`it has your text now`
  return own`Merged into ${where}, which says the same: ${kept}. If it is a different matter, call again with separate: true.${notes}`
}
