// One run of extraction over what is new in a conversation: plan, propose, check, and then each statement to its place.
// At least once: the cursor moves only when everything is stored, and what is stored already is not stored again.

import type { Message } from '../base/messages/message.ts'
import type { Clock } from '../base/values/clock.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Usage } from '../base/values/usage.ts'
import type { Candidate, Candidates } from './extract/candidates.ts'
import { type Checked, checkProposal, type DropReason, type Statement } from './extract/check-proposal.ts'
import type { Cursors } from './extract/cursors.ts'
import type { Extractor, ExtractorName, ManifestLine } from './extract/extractor.ts'
import type { FactOccurrences, Recurring } from './extract/fact-occurrences.ts'
import { isWritten } from './extract/is-written.ts'
import {
  type ExtractionPlan,
  type ExtractionSettings,
  type Gates,
  MOST_TRIES,
  type Occasion,
  planExtraction,
  type SkipReason,
} from './extract/plan-extraction.ts'
import { isConfirmed } from './extract/promotion.ts'
import type { Proposal, SaidMessage } from './extract/proposal.ts'
import type { SaidConversation } from './extract/read-said.ts'
import { recurringFacts } from './extract/recurring-facts.ts'

export interface ExtractionRequest extends SaidConversation {
  readonly conversation: string
  readonly occasion: Occasion
  readonly signal: AbortSignal
}

/** What became of a statement that was given to the memory. */
export type Stored =
  | { readonly status: 'saved' | 'merged'; readonly id: string; readonly file: string; readonly name: string }
  | { readonly status: 'known' | 'filtered' | 'quarantined' }

export interface ExtractionDependencies {
  readonly cursors: Cursors
  readonly candidates: Candidates
  readonly occurrences: FactOccurrences
  /**
   * Why the model could not be asked in this run, so that the rules took its place. A cap that is reached is no failure: without
   * it the messages are considered again.
   */
  modelFailure?(): Message | undefined
  /** What proposes; the rules where it is not to be asked (a cap, the agent has written already). */
  readonly extractor: Extractor
  readonly rules: Extractor
  readonly gates: Omit<Gates, 'inFlight' | 'subAgent'> & Partial<Gates>
  readonly settings: ExtractionSettings & { readonly promotion: boolean }
  readonly clock: Clock
  /** Texts that this conversation's agent has written into memories since, by whatever means; undefined: it has not. */
  writtenBy(
    conversation: string,
    since: string | undefined,
    request: ExtractionRequest,
  ): readonly string[] | undefined
  /** Texts that memdir put into this conversation: what was recalled, the index. */
  injected(conversation: string): readonly string[]
  manifest(): readonly ManifestLine[]
  /** What a model took. */
  onUsage?(usage: Usage): void
  proves(quote: string, content: string, typed: readonly string[]): boolean
  loadSecretScan(): Promise<(text: string) => readonly string[]>
  /** Stores it, or holds it back where it is a tool's or the web's word. Must not mind one that comes twice. */
  store(statement: Statement, conversation: string): Promise<Stored>
}

export interface ExtractionDone {
  readonly status: 'done'
  /** New memories and those that a statement was merged into; also candidates that were promoted. */
  readonly saved: readonly Extract<Stored, { file: string }>[]
  readonly promoted: number
  readonly candidates: number
  readonly quarantined: number
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>
  /** Rules of the secrets for whose sake something that was asked for, or that a model chose, is not kept. */
  readonly secrets: readonly string[]
  readonly messages: number
  /** What proposed in the end. */
  readonly extractor: ExtractorName
  /** Rules stood in for a model that failed. `isLast`: it is not tried again with these messages. */
  readonly failure?: { readonly problem: Message; readonly isLast: boolean }
}

export type ExtractionOutcome =
  | ExtractionDone
  | {
      readonly status: 'skipped'
      readonly reason: SkipReason /** That were given up. */
      readonly messages: number
    }

/** Throws where the extractor or the store fails: then the messages are considered again. */
export async function runExtraction(
  deps: ExtractionDependencies,
  request: ExtractionRequest,
): Promise<ExtractionOutcome> {
  const { cursors } = deps
  const { conversation } = request
  const cursor = cursors.read(conversation)
  const written = deps.writtenBy(conversation, cursor.time, request)
  const plan = planExtraction({
    gates: { subAgent: false, inFlight: false, ...deps.gates },
    occasion: request.occasion,
    settings: deps.settings,
    cursor,
    said: request.said,
    hasWritten: written !== undefined,
    now: deps.clock.now(),
  })
  if (plan.action === 'skip') {
    if (plan.cursor) cursors.write(conversation, plan.cursor)
    return { status: 'skipped', reason: plan.reason, messages: plan.reason === 'given-up' ? 1 : 0 }
  }
  // Counted before it begins: messages that end the process must not do so for ever.
  cursors.write(conversation, plan.failed)
  try {
    const done = await extract(deps, request, plan, written ?? [])
    const problem = deps.modelFailure?.()
    const isLast = plan.failed.failures >= MOST_TRIES
    if (problem === undefined || isLast) cursors.write(conversation, plan.cursor)
    return problem === undefined ? done : { ...done, extractor: 'rules', failure: { problem, isLast } }
  } catch (error) {
    // No fault of the messages.
    if (request.signal.aborted || (MemdirError.is(error) && error.code === 'unavailable'))
      cursors.write(conversation, cursor)
    throw error
  }
}

type Run = Extract<ExtractionPlan, { action: 'run' }>

async function extract(
  deps: ExtractionDependencies,
  request: ExtractionRequest,
  plan: Run,
  written: readonly string[],
): Promise<ExtractionDone> {
  const { conversation, signal } = request
  const { onlyAsked } = plan
  const { messages, before, secrets } = await withoutSecrets(deps, plan)
  // A fork has read the whole conversation.
  const isSeen = secrets.length > 0 && deps.extractor.name === 'fork'
  const extractor = onlyAsked || isSeen ? deps.rules : deps.extractor
  const now = deps.clock.now()
  const proposals = messages.some(({ role }) => role === 'user')
    ? await extractor.propose({
        ...{ conversation, messages, before, now, signal, onUsage: deps.onUsage },
        manifest: deps.manifest,
      })
    : []
  const wanted = onlyAsked ? proposals.filter((one) => isAsked(one) && !isWritten(one, written)) : proposals
  const recurring =
    onlyAsked || !deps.settings.promotion ? [] : await noteOccurrences(deps, conversation, messages)
  const recurringProposals = recurring.map(({ proposal }) => proposal)
  const evidence = { messages, before }
  const checkedRecurring = await check(deps, request, evidence, recurringProposals)
  const checked = [...(await check(deps, request, evidence, wanted)), ...checkedRecurring]
  const counts = { promoted: 0, candidates: 0, quarantined: 0 }
  const saved: Extract<Stored, { file: string }>[] = []
  const kept = new Set<Checked>()
  const count = (one: Checked, stored: Stored) => {
    if ('file' in stored || stored.status === 'known') kept.add(one)
    if ('file' in stored) saved.push(stored)
    else if (stored.status === 'quarantined') counts.quarantined++
  }
  for (const one of checked) {
    signal.throwIfAborted()
    if (one.outcome === 'dropped') continue
    if (one.outcome !== 'candidate') {
      count(one, await deps.store(one.statement, conversation))
      // It may have waited: said first, and asked for afterwards.
      if (kept.has(one)) await deps.candidates.settleSame(one.statement)
      continue
    }
    const candidate = await deps.candidates.note(one.statement, conversation)
    if (!candidate) continue
    if (!deps.settings.promotion || !isConfirmed(candidate)) counts.candidates++
    else {
      count(one, await deps.store(statementOf(candidate), conversation))
      await deps.candidates.refuse(candidate)
      counts.promoted++
    }
  }
  for (const [at, { occurrence }] of recurring.entries()) {
    const one = checkedRecurring[at]
    // What was dropped or filtered this time may be kept when it comes again.
    if (!one || !kept.has(one)) continue
    await deps.candidates.settle(occurrence.content)
    await deps.occurrences.forget(occurrence)
  }
  const fromDropped = droppedOf(checked)
  return {
    ...{ status: 'done', saved, ...counts, dropped: fromDropped.dropped },
    secrets: [...new Set([...secrets, ...fromDropped.secrets])],
    messages: plan.messages.length,
    extractor: extractor.name,
  }
}

type Evidence = Pick<Run, 'messages' | 'before'>

/** Nothing at all is learnt from what the person typed with a secret in it. `secrets`: the rules of those in new messages. */
async function withoutSecrets(
  deps: ExtractionDependencies,
  { messages, before }: Evidence,
): Promise<Evidence & { secrets: readonly string[] }> {
  const secretsIn = await deps.loadSecretScan()
  const rulesOf = ({ role, text, secrets }: SaidMessage) =>
    role === 'user' ? (secrets ?? secretsIn(text)) : []
  const isClean = (message: SaidMessage) => rulesOf(message).length === 0
  const secrets = [...new Set(messages.flatMap(rulesOf))]
  return { messages: messages.filter(isClean), before: before.filter(isClean), secrets }
}

/** What was settled before is not noted again. */
async function noteOccurrences(
  { occurrences, candidates }: ExtractionDependencies,
  conversation: string,
  messages: readonly SaidMessage[],
): Promise<readonly Recurring[]> {
  const found = messages.flatMap((said) =>
    recurringFacts(said, conversation).map((occurrence) => ({ ...occurrence, message: said.id })),
  )
  const isRefused = candidates.readRefused()
  return occurrences.note(found.filter(({ content }) => !isRefused(content)))
}

async function check(
  deps: ExtractionDependencies,
  { conversation, said, others }: ExtractionRequest,
  { messages, before }: Evidence,
  proposals: readonly Proposal[],
): Promise<Checked[]> {
  if (proposals.length === 0) return []
  const secretsIn = await deps.loadSecretScan()
  const injected = deps.injected(conversation)
  const context = { messages, before, said, others, injected, secretsIn, proves: deps.proves }
  return proposals.map((proposal) => checkProposal(proposal, context))
}

/** What the person said in so many words is to be kept. */
export function isAsked({ reason, tier }: Proposal): boolean {
  return tier === 'write' && (reason === 'remember' || reason === 'instruction')
}

/** As it was said last: the newest words are the ones that count. */
export function statementOf({ proposal, origin, said }: Candidate): Statement {
  const last = said.at(-1)
  return {
    ...proposal,
    quote: last?.quote ?? proposal.quote,
    origin,
    message: last?.message ?? '',
    time: last?.time ?? '',
  }
}

function droppedOf(checked: readonly Checked[]): Pick<ExtractionDone, 'dropped' | 'secrets'> {
  const dropped: Partial<Record<DropReason, number>> = {}
  const secrets = new Set<string>()
  for (const one of checked) {
    if (one.outcome !== 'dropped') continue
    dropped[one.reason] = (dropped[one.reason] ?? 0) + 1
    // A model's proposal may stand for what was asked for, since it rests on the same words.
    if (isAsked(one.proposal) || one.proposal.reason === 'model')
      for (const rule of one.rules ?? []) secrets.add(rule)
  }
  return { dropped, secrets: [...secrets] }
}
