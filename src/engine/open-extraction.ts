// Extraction, wired for one project: where cursors and candidates are, who has written what, and how a statement becomes
// a memory.
import { join } from 'node:path'
import { type Candidates, openCandidates } from '../extract/candidates.ts'
import type { Statement } from '../extract/check-proposal.ts'
import { openCursors } from '../extract/cursors.ts'
import type { Extractor } from '../extract/extractor.ts'
import { openMentions } from '../extract/mentions.ts'
import { saysTheSame } from '../extract/recurrence.ts'
import { proposeByRules } from '../extract/rules/propose-by-rules.ts'
import {
  type ExtractionDependencies,
  type ExtractionOutcome,
  type ExtractionRequest,
  isAsked,
  runExtraction,
  type Stored,
} from '../extract/run-extraction.ts'
import { once } from '../lib/once.ts'
import { readLog } from '../memory/history.ts'
import type { Memory } from '../memory/memory.ts'
import { isInside, memoryRoots } from '../memory/memory-path.ts'
import { loadRedactor } from '../memory/redact-memory.ts'
import { registerProject } from '../projects/register-project.ts'
import { readShown } from '../recall/shown-record.ts'
import { provesQuotation } from '../records/prove-quotation.ts'
import { findVariable, readSwitch, VARIABLES } from '../settings/environment.ts'
import type { EngineContext } from './engine-context.ts'
import { loadIndex } from './memory-prompt.ts'

/** Who writes what extraction finds. */
export const EXTRACTION_ACTOR = 'memdir'
const EXTRACTED = 'extracted from the conversation'

export interface OpenExtraction {
  readonly candidates: Candidates
  run(request: ExtractionRequest & ExtractionBy): Promise<ExtractionOutcome>
  /** As a candidate or a proposal becomes a memory. `by`: the person, where they accept it. */
  store(statement: Statement, conversation: string): Promise<Stored>
}

export interface ExtractionBy {
  /** The agent whose conversation it is, as the journal calls it. */
  readonly agent?: string
  /** Nobody is at a terminal. */
  readonly unattended?: boolean
}

export function openExtraction(context: EngineContext, extractor: Extractor = RULES): OpenExtraction {
  const { location, settings, clock, env } = context
  const directory = join(location.state, 'candidates')
  const candidates = openCandidates({
    directory,
    isSame: (one, other) => saysTheSame(one.content, other.content),
  })
  const mentions = openMentions(directory)
  const cursors = openCursors(join(location.state, 'cursors'))
  const store = (statement: Statement, conversation: string) =>
    storeStatement(context, statement, conversation)
  return {
    candidates,
    store,
    run({ agent, unattended = false, ...request }) {
      const memories = once(() => context.store.list())
      const deps: ExtractionDependencies = {
        ...{ cursors, candidates, mentions, extractor, rules: RULES, clock, store },
        gates: {
          enabled:
            settings.get('extraction.autoExtract') &&
            (!unattended || settings.get('extraction.withoutTerminal')),
          memoryOn: context.switch.on,
          remote: readSwitch(findVariable(env, VARIABLES.remote)) === true,
        },
        settings: {
          everyTurns: settings.get('extraction.everyTurns') ?? 1,
          messageInterval: settings.get('extraction.trigger.messageInterval') ?? 10,
          onSessionEnd: settings.get('extraction.trigger.onSessionEnd'),
          promotion: settings.get('extraction.promotion'),
        },
        writtenBy: (conversation, since) =>
          writtenBy(context, memories, { ...request, conversation, agent, since }),
        injected: (conversation) => injectedInto(context, memories, conversation),
        manifest: () =>
          memories().map(({ id, name, description, type }) => ({ id, name, description, type })),
        proves: provesQuotation,
        loadSecretScan: async () => {
          const redact = await loadRedactor('agent')
          return (text) => redact(text).rules
        },
      }
      return runExtraction(deps, request)
    },
  }
}

/** What a short answer, a correction or a confirmation may refer to. */
const RULES_BEFORE = 4

const RULES: Extractor = {
  name: 'rules',
  propose: async ({ messages, before }) =>
    messages.flatMap((message, at) =>
      proposeByRules(message, [...before, ...messages.slice(0, at)].slice(-RULES_BEFORE)),
    ),
}

interface WrittenQuery extends ExtractionRequest {
  agent: string | undefined
  since: string | undefined
}

/** By the journal, and by the agent's own file tools, which the journal does not know. */
function writtenBy(
  { store, location }: EngineContext,
  memories: () => readonly Memory[],
  { conversation, agent, since, written, said }: WrittenQuery,
): string[] | undefined {
  const changes = readLog(store.writer, since === undefined ? {} : { since: new Date(since) }).filter(
    ({ actor, action, source }) =>
      actor !== EXTRACTION_ACTOR &&
      (action === 'add' || action === 'edit' || action === 'merge') &&
      (source?.conversation === conversation || (actor === agent && isUnnamed(agent, source?.conversation))),
  )
  const roots = memoryRoots(location.memory)
  const newest = said.filter(({ time }) => since === undefined || time >= since)
  const from = said.length - newest.length
  const byTools = written.flatMap(({ path, after }) => {
    const root = roots.find((candidate) => isInside(candidate, path))
    return root !== undefined && after >= from ? [path.slice(root.length + 1)] : []
  })
  if (changes.length === 0 && byTools.length === 0) return undefined
  const files = new Set([...changes.map(({ file }) => file), ...byTools])
  return memories().flatMap((memory) => (files.has(memory.file) ? [textOf(memory)] : []))
}

/** A client whose conversation its tools do not know: the connection, the process or the day stands for it. */
function isUnnamed(agent: string, conversation: string | undefined): boolean {
  return (
    conversation === undefined ||
    /^(?:mcp|process)-/.test(conversation) ||
    conversation.startsWith(`${agent}-`)
  )
}

function textOf({ name, description, content, evidence }: Memory): string {
  return [name, description, content, evidence].filter((part) => part !== undefined).join('\n')
}

function injectedInto(
  context: EngineContext,
  memories: () => readonly Memory[],
  conversation: string,
): string[] {
  const { shown, read } = readShown(context.location.state, conversation)
  const files = new Set([...shown, ...read])
  const index = loadIndex(context)?.text
  return [
    ...memories().flatMap((memory) => (files.has(memory.file) ? [memory.content, textOf(memory)] : [])),
    ...(index === undefined ? [] : [index]),
  ]
}

/** What was asked for in so many words is kept as if the person had added it: unfiltered, without an expiry. */
async function storeStatement(
  context: EngineContext,
  statement: Statement,
  conversation: string,
): Promise<Stored> {
  const { content, quote, origin, message, type, kind, category, tags, importance, confidence, expires } =
    statement
  if (isStored(context, conversation, content)) return { status: 'known' }
  await registerProject(context.home, context.location, context.clock, context.env.PATH)
  const asked = isAsked(statement) && origin === 'user'
  const records = await context.records()
  const outcome = await records.add(
    {
      ...{ content, evidence: quote, type, kind, category, importance, expires },
      ...(tags && { tags: [...tags] }),
      confidence: asked ? 1 : confidence,
      source: { origin, conversation, message },
    },
    { actor: EXTRACTION_ACTOR, conversation, reason: EXTRACTED, proven: origin === 'user' },
    { extracted: !asked },
  )
  switch (outcome.status) {
    case 'added':
      return { status: 'saved', ...placeOf(outcome.memory) }
    case 'merged':
      return { status: 'merged', ...placeOf(outcome.memory) }
    case 'unchanged':
      return { status: 'known' }
    default:
      return { status: outcome.status }
  }
}

/** A run that was cut off comes again: what it has stored, even if it was removed since, is not stored again. */
function isStored({ store }: EngineContext, conversation: string, content: string): boolean {
  return readLog(store.writer, { conversation }).some(
    ({ actor, action, after }) =>
      actor === EXTRACTION_ACTOR &&
      (action === 'add' || action === 'merge') &&
      after?.text?.includes(content),
  )
}

function placeOf({ id, file, name }: Memory): { id: string; file: string; name: string } {
  return { id, file, name }
}
