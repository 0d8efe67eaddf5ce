// Runs a sub-agent in a context of its own. Its messages stay there; only its last words come back.

import { unmarkedText } from '../../base/text/inert-text.ts'
import type { Clock } from '../../base/values/clock.ts'
import { NO_USAGE, type Usage } from '../../base/values/usage.ts'
import type { Model } from '../../models/model.ts'
import type { AgentEvent, EndReason } from '../agent-event.ts'
import { environmentSection } from '../loop/default-sections.ts'
import { lastWords } from '../loop/fork.ts'
import type { HistoryLog } from '../loop/history.ts'
import { hostFacts } from '../loop/host-facts.ts'
import type { ControlLoop } from '../loop/loop-control.ts'
import { type FireHooks, noHooks } from '../loop/loop-hooks.ts'
import { dynamicSection } from '../loop/prompt-section.ts'
import { QueryEngine } from '../loop/query-engine.ts'
import type { QueryEngineOptions } from '../loop/query-options.ts'
import { createSystemPrompt } from '../loop/system-prompt.ts'
import type { PermissionGate } from '../permission.ts'
import type { Tool } from '../tools/tool.ts'
import type { AgentDefinition } from './agent-definition.ts'
import { permissionFor } from './agent-permission.ts'
import { chooseTools } from './choose-tools.ts'

export interface RunAgentOptions {
  agent: AgentDefinition
  prompt: string
  /** The parent's, of which the definition chooses. */
  tools: readonly Tool[]
  /** Tools of servers that its definition asks for: it has them whatever else it chooses. */
  ownTools?: readonly Tool[]
  /** Main agent: 0. */
  depth: number
  /** Finds the model that a definition names; the parent's where it names none. */
  model: (name: string | undefined) => Model
  cwd: string
  permission: PermissionGate
  /** What it may do without asking besides: write its own memory. */
  gateFor?: (agent: AgentDefinition, permission: PermissionGate) => PermissionGate
  hooks?: FireHooks
  /** Keeps its context within the window; without it a long task ends when the window is full. */
  control?: ControlLoop
  firstMessage?: QueryEngineOptions['firstMessage']
  /** More for its system prompt: the rules and index of its memory, its skills. */
  extraPrompt?: (agent: AgentDefinition) => Promise<string>
  /** Its own log, apart from the parent's. */
  log?: HistoryLog
  signal?: AbortSignal
  onEvent?: (event: AgentEvent) => void
  clock?: Clock
}

interface AgentResult {
  readonly reason: EndReason
  readonly text: string
  readonly usage: Usage
  readonly requests: number
  readonly problem?: string
}

/** A sub-agent may delegate once more; what that one starts may not. */
export const MAX_DEPTH = 2
const DEFAULT_MAX_TURNS = 100

export async function runAgent(options: RunAgentOptions): Promise<AgentResult> {
  const { agent, depth, cwd, hooks = noHooks } = options
  const signal = options.signal ?? new AbortController().signal
  const permission = permissionFor(agent, options.permission)
  const told = hooksOfRun(hooks, options)
  const own = {
    model: options.model(agent.model),
    tools: withOwn(chooseTools(agent, options.tools, depth + 1 < MAX_DEPTH), options.ownTools),
    ...{ cwd, hooks: told.hooks },
  }
  const more = { modelName: agent.model, isFork: false, history: () => engine }
  const control = options.control?.({ ...own, ...more })
  const engine: QueryEngine = new QueryEngine({
    ...own,
    ...control,
    system: systemFor(options, own.model),
    permission: options.gateFor?.(agent, permission) ?? permission,
    effort: agent.effort,
    maxTurns: agent.maxTurns ?? DEFAULT_MAX_TURNS,
    firstMessage: options.firstMessage,
    log: options.log,
    clock: options.clock,
    sidechain: true,
  })
  const prompt = agent.initialPrompt ? `${agent.initialPrompt}\n\n${options.prompt}` : options.prompt
  // Its parent wrote it, perhaps with what it has read: nothing in it passes for memdir's own word.
  const result = await watch(engine, unmarkedText(prompt), options)
  // A limit, an abort or an error ends it without asking anybody.
  if (!told.stopped() && result.reason !== 'blocked') await told.hooks('Stop', lastMessage(result), signal)
  return result
}

async function watch(engine: QueryEngine, prompt: string, options: RunAgentOptions): Promise<AgentResult> {
  let result: AgentResult = { reason: 'error', text: '', usage: NO_USAGE, requests: 0 }
  for await (const event of engine.submit(prompt, { signal: options.signal })) {
    options.onEvent?.(event)
    if (event.type !== 'end') continue
    const { reason, usage, requests, error, detail } = event
    const problem = error?.message ?? detail
    result = { reason, text: lastWords(engine.messages), usage, requests, ...(problem && { problem }) }
  }
  return result
}

/** The date is in its first message. */
function systemFor({ agent, extraPrompt, cwd }: RunAgentOptions, { name }: Model) {
  return createSystemPrompt({
    sections: [
      dynamicSection('agent', () => unmarkedText(agent.prompt)),
      environmentSection({ cwd, ...hostFacts(), model: name }),
      dynamicSection('extra', () => extraPrompt?.(agent) ?? ''),
    ],
  })
}

function withOwn(tools: readonly Tool[], own: readonly Tool[] = []): Tool[] {
  return [...tools.filter(({ name }) => !own.some((one) => one.name === name)), ...own]
}

function lastMessage({ text }: AgentResult): Record<string, unknown> {
  return { stop_hook_active: false, last_assistant_message: text }
}

/**
 * Its prompt and its end are its parent's doing, and have events of their own: a hook on SubagentStart may add words or
 * refuse it, one on SubagentStop may send it on. All its events say whose they are.
 */
function hooksOfRun(
  hooks: FireHooks,
  { agent, prompt }: RunAgentOptions,
): { hooks: FireHooks; stopped(): boolean } {
  let stopped = false
  return {
    stopped: () => stopped,
    hooks(event, data, signal, facts) {
      const agent_type = agent.name
      if (event === 'UserPromptSubmit') return hooks('SubagentStart', { agent_type, prompt }, signal)
      if (event !== 'Stop') return hooks(event, { ...data, agent_type }, signal, facts)
      stopped = true
      return hooks('SubagentStop', { ...data, agent_type }, signal)
    },
  }
}
