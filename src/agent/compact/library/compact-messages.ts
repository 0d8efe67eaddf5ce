// The levels for people with an agent of their own: a message array in, a message array out.
import { own } from '../../../base/text/agent-text.ts'
import { fencedText } from '../../../base/text/inert-text.ts'
import type { TextBlock } from '../../../models/content.ts'
import type { TranscriptMessage } from '../../../models/transcript-message.ts'
import { compacted } from '../compacted.ts'
import { type ContextSettings, DEFAULT_SETTINGS, MAX_FAILURES, SUMMARY_MOST } from '../context-settings.ts'
import { type ContextState, NEW_STATE, type Receipt } from '../context-state.ts'
import { gaugeOf } from '../gauge.ts'
import { alignedCut, planFull, summariserRoom, usableSummary } from '../in-full.ts'
import { prepare } from '../prepare.ts'
import { renderMessages } from '../render-messages.ts'
import { budgetBytes } from '../sizes.ts'
import { summaryTask } from '../summary-task.ts'
import type { SurvivingFact } from '../surviving-fact.ts'
import type { TokenState } from '../token-state.ts'
import type { WorkRecord } from '../work-record.ts'
import { anthropicFormat } from './anthropic-array.ts'
import { type MessageFormat, type RawMessage, readArray, writeArray } from './message-array.ts'
import { openaiFormat } from './openai-array.ts'

export interface CompactOptions {
  /** Told from the messages where it is left out. */
  format?: 'anthropic' | 'openai'
  /** Tokens of the model's window, input and output together. Default 200,000. */
  window?: number
  /** Most tokens of one answer. Default 32,000. */
  maxOutput?: number
  /** Tokens of the last request and its answer, from its usage. Estimated where it is left out. */
  used?: number
  /** Tokens of system prompt and tools, for the estimate. */
  overhead?: number
  /** When the last answer came: old tool results are cleared at no price once the provider's cache has expired. */
  lastAnswer?: Date
  /** How long the provider keeps its cache, in minutes. Default 60; Anthropic's own default is 5. */
  cacheMinutes?: number
  /** Writes a summary with a model of yours. Without it the oldest messages are dropped instead. */
  summarise?: (prompt: string) => Promise<string>
  /** Added to the summariser's task. */
  instructions?: string
  /** Compact now, however much room there is. */
  force?: boolean
  /** What the call before returned. */
  state?: CompactState
  now?: Date
}

/** Plain data: keep it with your messages, and give it to the next call. */
export interface CompactState {
  /** Receipts given so far. */
  readonly receipts: number
  /** Summaries that failed in a row. */
  readonly failures: number
  readonly facts: readonly SurvivingFact[]
  readonly work: WorkRecord
}

export interface CompactResult<M> {
  /** What to send, and what to continue with. Messages that nothing changed are the same objects. */
  messages: M[]
  state: CompactState
  receipts: readonly Receipt[]
  /** What each receipt stands for, by its id: keep it if it may be asked for again. */
  dropped: Readonly<Record<string, readonly M[]>>
  tokens: TokenState
  /** What `summarise` threw: the messages are sent without a new summary, and the next call tries again. */
  error?: unknown
}

const OURS =
  /^\[(?:Earlier messages of this conversation|\d+ earlier messages, about|The earlier messages end here)/

/** Before every request: `messages = (await compact(messages, { … })).messages`. */
export async function compact<M extends object>(
  messages: readonly M[],
  options: CompactOptions = {},
): Promise<CompactResult<M>> {
  const raw = messages as unknown as readonly RawMessage[]
  const format = formatOf(raw, options.format)
  const now = (options.now ?? new Date()).getTime()
  const answered = options.lastAnswer?.getTime() ?? now
  const read = readArray(raw, format, {
    now,
    answered,
    used: options.used,
    isOurs: (words) => OURS.test(words),
  })
  const settings = settingsOf(options, format)
  const state: ContextState = { ...NEW_STATE, ...options.state }
  const input = { messages: read.messages, state, settings, now }
  const prepared = prepare({ ...input, canSummarise: options.summarise !== undefined })
  const receipts = [...prepared.receipts]
  let { messages: view, state: next } = prepared
  let failure: { error?: unknown } = {}
  const mayTry = next.failures < MAX_FAILURES && options.summarise !== undefined
  if (options.force || (prepared.next === 'compact' && mayTry)) {
    const done = await inFull({ ...input, state: next }, view, options)
    if (done?.status === 'failed') failure = { error: done.error }
    if (done?.status === 'compacted') {
      view = done.messages
      next = done.state
      receipts.push(done.receipt)
    } else next = { ...next, failures: next.failures + 1 }
  }
  const dropped = Object.fromEntries(
    receipts.map(({ id, messages: ids }) => [id, ids.flatMap((one) => read.rawOf(one) ?? [])]),
  )
  return {
    messages: writeArray(read, view.map(withoutTool), format) as unknown as M[],
    state: { receipts: next.receipts, failures: next.failures, facts: next.facts, work: next.work },
    receipts,
    dropped: dropped as unknown as Record<string, M[]>,
    tokens: prepared.tokens,
    ...failure,
  }
}

const NAMES_TOOL = / Call Retrieve with id "[^"]{1,20}" to see [^.\]]{1,40}\./

/** Whoever calls this has no Retrieve tool: the notes do not name it. */
function withoutTool(message: TranscriptMessage): TranscriptMessage {
  const content = message.content.map((block) => {
    if (block.type === 'text') return bare(block)
    if (block.type !== 'tool_result') return block
    const inner = block.content.map((part) => (part.type === 'text' ? bare(part) : part))
    return inner.every((part, at) => part === block.content[at]) ? block : { ...block, content: inner }
  })
  return content.every((block, at) => block === message.content[at]) ? message : { ...message, content }
}

function bare(block: TextBlock): TextBlock {
  if (!block.text.startsWith('[') || !NAMES_TOOL.test(block.text)) return block
  return { ...block, text: block.text.replace(NAMES_TOOL, '') }
}

async function inFull(
  input: Parameters<typeof compacted>[0],
  view: Parameters<typeof compacted>[1],
  { summarise, instructions }: CompactOptions,
) {
  const tokens = Math.min(SUMMARY_MOST, input.settings.maxOutput)
  const room = summariserRoom(input.settings, gaugeOf(view, input.state, input.settings))
  const plan = planFull(view, room)
  const at = alignedCut(input.messages, view, plan.upTo)
  const task = summaryTask({ tokens, instructions })
  try {
    const part = renderMessages(plan.read, { most: room })
    const written = await summarise?.(own`${task}\n\n${fencedText('conversation', part)}`)
    const summary = usableSummary(written ?? '')
    if (summary === undefined) return undefined
    const [dropped, tail] = [input.messages.slice(0, at), input.messages.slice(at)]
    return compacted(input, view, { level: 'full', reason: 'threshold', dropped, tail, summary })
  } catch (error) {
    return { status: 'failed' as const, error }
  }
}

function settingsOf(options: CompactOptions, format: MessageFormat): ContextSettings {
  return {
    ...DEFAULT_SETTINGS,
    window: options.window ?? DEFAULT_SETTINGS.window,
    maxOutput: options.maxOutput ?? DEFAULT_SETTINGS.maxOutput,
    overheadBytes: budgetBytes(options.overhead ?? 0),
    bindsThinking: format === anthropicFormat,
    cacheLifeMs: (options.cacheMinutes ?? 60) * 60_000,
  }
}

function formatOf(messages: readonly RawMessage[], named: CompactOptions['format']): MessageFormat {
  if (named) return named === 'openai' ? openaiFormat : anthropicFormat
  const isOpenAI = messages.some(
    ({ role, tool_calls }) =>
      role === 'system' || role === 'developer' || role === 'tool' || tool_calls !== undefined,
  )
  return isOpenAI ? openaiFormat : anthropicFormat
}
