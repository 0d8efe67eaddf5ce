// A forked run: the conversation as the provider has it in its cache, one more message with a task, and a few turns
// that stay out of the conversation. Extraction, notes, dream and full compaction work this way.
import { type Clock, systemClock } from '../../base/values/clock.ts'
import type { MemdirError } from '../../base/values/errors.ts'
import { cacheHitRatio, type Usage } from '../../base/values/usage.ts'
import { type ModelMessage, text, textOf } from '../../models/content.ts'
import type { Model, SystemPart } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { AgentEvent, EndReason } from '../agent-event.ts'
import { createPermissionGate, type PermissionGate } from '../permission.ts'
import { createReadState, type ReadState } from '../tools/read-state.ts'
import type { Tool } from '../tools/tool.ts'
import type { CanUseTool } from './call-tools.ts'
import { controlledFork } from './controlled-fork.ts'
import { History, type HistoryLog, planOpenResults } from './history.ts'
import { runLoop } from './loop.ts'
import type { ControlLoop } from './loop-control.ts'
import { type FireHooks, noHooks } from './loop-hooks.ts'
import type { Loop } from './loop-state.ts'

export interface ForkOptions {
  /** The parent's, as `QueryEngine.forkPoint()` gives them. The same objects: their bytes are the cache. */
  messages: readonly ModelMessage[]
  system: readonly SystemPart[]
  tools: readonly Tool[]
  model: Model
  effort?: string
  /** The one message that is added. */
  task: string
  canUseTool?: CanUseTool
  /** Where there is no `canUseTool`. Default: reading only. */
  permission?: PermissionGate
  maxTurns?: number
  /** What one answer may take. Default: the model's maximum. */
  maxTokens?: number
  /** Who runs: for events, logs and the ledger. */
  label: string
  cwd: string
  /** A copy of the parent's: what the fork reads stays its own. */
  readState?: ReadState
  hooks?: FireHooks
  /** Keeps its context within the window, for forks of many turns. */
  control?: ControlLoop
  /** The first message, where it has to stay whatever is dropped. */
  first?: TranscriptMessage
  signal?: AbortSignal
  /** Default false: the fork leaves no trace in a log. */
  recordTranscript?: false | HistoryLog
  onEvent?: (event: AgentEvent) => void
  clock?: Clock
}

export interface ForkResult {
  readonly label: string
  readonly reason: EndReason
  /** The last words of the fork. */
  readonly text: string
  readonly usage: Usage
  readonly cacheHitRatio: number
  readonly requests: number
  readonly toolCalls: number
  /** Calls that were denied, by tool. */
  readonly denials: ReadonlyMap<string, number>
  /** Only the fork's own messages. */
  readonly messages: readonly TranscriptMessage[]
  readonly durationMs: number
  readonly error?: MemdirError
}

const FORKED = 'This call is being carried out elsewhere; its result is not known here.'

export async function runFork(options: ForkOptions): Promise<ForkResult> {
  const started = performance.now()
  const { clock = systemClock, recordTranscript = false } = options
  const history = new History({ clock, sidechain: true, ...(recordTranscript && { log: recordTranscript }) })
  history.append('user', [...planOpenResults(options.messages, FORKED), text(options.task)])
  const denials = new Map<string, number>()
  const loop = runLoop(loopOf(options, history, denials), options.signal ?? new AbortController().signal)
  let toolCalls = 0
  let next = await loop.next()
  for (; !next.done; next = await loop.next()) {
    if (next.value.type === 'tool_end') toolCalls++
    options.onEvent?.(next.value)
  }
  const { reason, usage, requests, error } = next.value
  return {
    label: options.label,
    reason,
    text: lastWords(history.messages),
    usage,
    cacheHitRatio: cacheHitRatio(usage),
    requests,
    toolCalls,
    denials,
    messages: history.messages,
    durationMs: performance.now() - started,
    ...(error && { error }),
  }
}

function loopOf(options: ForkOptions, history: History, denials: Map<string, number>): Loop {
  const { model, cwd, maxTurns, maxTokens, effort, canUseTool } = options
  const control = options.control && controlledFork(options.control, options, history)
  return {
    model,
    effort,
    history,
    maxTurns,
    maxTokens,
    ...control,
    runner: {
      tools: control?.tools ?? options.tools,
      cwd,
      readState: options.readState ?? createReadState(),
      permission: options.permission ?? createPermissionGate('deny'),
      canUseTool: canUseTool && counted(canUseTool, denials),
      hooks: options.hooks ?? noHooks,
    },
    system: async () => options.system,
    prepare: control?.prepare ?? (async () => [...options.messages, ...history.messages]),
  }
}

function counted(canUseTool: CanUseTool, denials: Map<string, number>): CanUseTool {
  return (call) => {
    const decision = canUseTool(call)
    if (!decision.allowed) denials.set(call.tool, (denials.get(call.tool) ?? 0) + 1)
    return decision
  }
}

export function lastWords(messages: readonly TranscriptMessage[]): string {
  const last = messages.findLast((message) => message.role === 'assistant')
  return last ? textOf(last) : ''
}
