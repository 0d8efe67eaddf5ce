// Extraction, wired for one project: where cursors and candidates are, who has written what, and how a statement becomes
// a memory.

import { join } from 'node:path'
import { isInside } from '../../base/paths/is-inside.ts'
import { registerProject } from '../../base/projects/register-project.ts'
import { loadRedactor } from '../../base/secrets/redact-for.ts'
import { findVariable, readSwitch, VARIABLES } from '../../base/settings/environment.ts'
import { provesQuotation } from '../../base/terms/prove-quotation.ts'
import { isBinary } from '../../base/text/check-given.ts'
import { plainText } from '../../base/text/plain-text.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { once } from '../../base/values/once.ts'
import { problemOf } from '../../base/values/problem-of.ts'
import { addUsage, cacheHitRatio, NO_USAGE, type Usage } from '../../base/values/usage.ts'
import { readLog } from '../../memory/history.ts'
import type { Memory } from '../../memory/memory.ts'
import { memoryRoots } from '../../memory/memory-path.ts'
import { loadIndex } from '../../memory/memory-prompt.ts'
import { propose } from '../../memory/persons-proposals.ts'
import type { JudgedAs } from '../../memory/records.ts'
import type { Spend } from '../../models/spend.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { readShown } from '../../search/shown-record.ts'
import { proposeByRules } from '../hearing/propose-by-rules.ts'
import {
  type ExtractionDependencies,
  type ExtractionDone,
  type ExtractionOutcome,
  type ExtractionRequest,
  isAsked,
  runExtraction,
  type Stored,
  statementOf,
} from '../run-extraction.ts'
import { type Candidates, openCandidates } from './candidates.ts'
import type { Statement } from './check-proposal.ts'
import { openCursors } from './cursors.ts'
import type { ExtractionModel } from './extraction-model.ts'
import type { Extractor } from './extractor.ts'
import { openFactOccurrences } from './fact-occurrences.ts'
import { preferModel } from './prefer-model.ts'
import { saysTheSame } from './says-the-same.ts'

/** Who writes what extraction finds. */
const EXTRACTION_ACTOR = 'memdir'
const EXTRACTED = 'extracted from the conversation'
/** Candidates that a model is asked about at once. */
const MOST_JUDGED = 40

type SavedMemory = Extract<Stored, { file: string }>

export interface OpenExtraction {
  readonly candidates: Candidates
  run(request: ExtractionRequest & ExtractionBy): Promise<ExtractionOutcome>
  /** As a candidate or a proposal becomes a memory. `by`: the person, where they accept it. */
  store(statement: Statement, conversation: string): Promise<Stored>
}

interface ExtractionBy {
  /** The agent whose conversation it is, as the journal calls it. */
  readonly agent?: string
  /** Nobody is at a terminal. */
  readonly unattended?: boolean
}

export interface OpenExtractionOptions {
  /** Where calls to a model are counted. Default: the project's. */
  spend?: Spend
  /** In our own conversations, in place of a structured call. */
  fork?: Extractor
  /** A model could not be asked, and the rules took its place. */
  onFallback?(error: unknown): void
}

export function openExtraction(context: ProjectContext, options: OpenExtractionOptions = {}): OpenExtraction {
  const { location, settings, clock, env } = context
  const directory = join(location.state, 'candidates')
  const candidates = openCandidates({
    directory,
    isSame: (one, other) => saysTheSame(one.content, other.content),
  })
  const occurrences = openFactOccurrences(directory)
  const cursors = openCursors(join(location.state, 'cursors'))
  const model = once(() => loadModel(context, options))
  const store = async (statement: Statement, conversation: string) =>
    storeStatement(context, statement, conversation, await model())
  return {
    candidates,
    store,
    async run({ agent, unattended = false, ...request }) {
      const memories = once(() => context.store.list())
      const asked = await model()
      const better = asked && (options.fork ?? asked.structured)
      let failure: unknown
      let usage = NO_USAGE
      const onFallback = (error: unknown) => {
        failure = error
        options.onFallback?.(error)
      }
      const extractor = better ? preferModel(better, RULES, onFallback) : RULES
      const deps: ExtractionDependencies = {
        ...{ cursors, candidates, occurrences, extractor, rules: RULES, clock, store },
        modelFailure: () => (failure === undefined || isStopped(failure) ? undefined : problemOf(failure)),
        onUsage(taken) {
          usage = addUsage(usage, taken)
        },
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
      const started = performance.now()
      const outcome = await runExtraction(deps, request)
      if (!asked || outcome.status !== 'done') return outcome
      const extracted = failure === undefined ? outcome : { ...outcome, extractor: 'rules' as const }
      await noteRun(context, { ...extracted, usage, conversation: request.conversation, started })
      if (failure !== undefined) return extracted
      const chosen = await chooseCandidates({ candidates, store }, asked, request.signal)
      return { ...outcome, saved: [...outcome.saved, ...chosen], promoted: outcome.promoted + chosen.length }
    },
  }
}

/** A cap on spending, or no ledger to count in: the rules do it, and that is all. */
function isStopped(failure: unknown): boolean {
  return MemdirError.is(failure) && failure.code === 'unavailable'
}

interface FinishedRun extends Pick<ExtractionDone, 'extractor' | 'messages' | 'saved' | 'failure'> {
  usage: Usage
  conversation: string
  /** By `performance.now()`. */
  started: number
}

/** A model was there to extract: the ledger says what did, and what it took. */
async function noteRun(
  context: ProjectContext,
  { extractor, messages, saved, failure, usage, conversation, started }: FinishedRun,
): Promise<void> {
  const { projectLedger } = await import('../../models/open-spend.ts')
  attempt(() =>
    projectLedger(context).recordExtraction({
      project: context.location.identity.name,
      ...{ conversation, extractor, messages, usage },
      hitRatio: Number(cacheHitRatio(usage).toFixed(3)),
      files: new Set(saved.map(({ file }) => file)).size,
      saved: saved.length,
      durationMs: Math.round(performance.now() - started),
      ...(failure && { failed: failure.problem.en }),
    }),
  )
}

/** Loaded where one is configured. */
async function loadModel(
  context: ProjectContext,
  options: OpenExtractionOptions,
): Promise<ExtractionModel | undefined> {
  const { settings } = context
  if (settings.get('models.main') === undefined && settings.get('models.small') === undefined)
    return undefined
  const [{ extractionModel }, { projectSpend }] = await Promise.all([
    import('./extraction-model.ts'),
    import('../../models/open-spend.ts'),
  ])
  return extractionModel(context, options.spend ?? projectSpend(context), RULES)
}

/** Candidates of before there was a model, and of when it could not be asked: each is judged once. */
async function chooseCandidates(
  { candidates, store }: Pick<OpenExtraction, 'candidates' | 'store'>,
  model: ExtractionModel,
  signal: AbortSignal,
): Promise<SavedMemory[]> {
  const open = candidates
    .list()
    .filter(({ judged, origin }) => !judged && origin === 'user')
    .slice(0, MOST_JUDGED)
  // Where it cannot be asked, they wait.
  const named = open.length === 0 ? undefined : await model.choose(open, signal).catch(() => undefined)
  if (!named) return []
  const kept = new Set(named)
  const saved: SavedMemory[] = []
  for (const candidate of open) {
    if (!kept.has(candidate.id)) continue
    const { conversation = '' } = candidate.said.at(-1) ?? {}
    const stored = await store(statementOf(candidate), conversation)
    candidates.remove(candidate.id)
    if ('file' in stored) saved.push(stored)
  }
  await candidates.markJudged(open.filter(({ id }) => !kept.has(id)))
  return saved
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
  { store, location }: ProjectContext,
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
  context: ProjectContext,
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
  context: ProjectContext,
  statement: Statement,
  conversation: string,
  model?: ExtractionModel,
): Promise<Stored> {
  const { content, title, why, quote, origin, message, type, kind, category, tags } = statement
  const { importance, confidence, expires, when, on } = statement
  // No memory takes it; the rest of the turn must not fail for its sake.
  if (isBinary(content)) return { status: 'filtered' }
  if (isStored(context, conversation, content)) return { status: 'known' }
  await registerProject(context.home, context.location, context.clock, context.env.PATH)
  const asked = isAsked(statement) && origin === 'user'
  const records = await context.records()
  const judged = named(context, statement) ?? (await model?.judge(statement))
  const outcome = await records.add(
    {
      ...{ content: withReason(content, why), evidence: quote, type, kind, category, importance, expires },
      ...{ when, on },
      ...(title !== undefined && { name: title }),
      ...(tags && { tags: [...tags] }),
      confidence: asked ? 1 : confidence,
      source: { origin, conversation, message },
    },
    { actor: EXTRACTION_ACTOR, conversation, reason: EXTRACTED, proven: origin === 'user' },
    { extracted: !asked, ...(judged && { judged }) },
  )
  if (statement.aboutPerson && 'memory' in outcome) await propose(context, outcome.memory)
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

/** The rule or the fact leads, the reason follows on a line of its own. */
function withReason(content: string, why: string | undefined): string {
  const isSaid = why !== undefined && plainText(content).includes(plainText(why))
  return why === undefined || isSaid ? content : `${content}\n\n**Why:** ${why}`
}

/** The memory that a model named, from the manifest, as the one whose place it takes. */
function named({ store }: ProjectContext, { supersedes }: Statement): JudgedAs | undefined {
  const memory = supersedes === undefined ? undefined : store.list().find(({ id }) => id === supersedes)
  return memory && { id: memory.id, hash: memory.hash }
}

/** A run that was cut off comes again: what it has stored, even if it was removed since, is not stored again. */
function isStored({ store }: ProjectContext, conversation: string, content: string): boolean {
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
