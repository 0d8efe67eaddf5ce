// Connects the Agent tool with a conversation: fresh sub-agents, forks, and how deep they may go.

import type { Message } from '../../base/messages/message.ts'
import { unmarkedText } from '../../base/text/inert-text.ts'
import type { Usage } from '../../base/values/usage.ts'
import type { Model } from '../../models/model.ts'
import { type AgentEvent, notice } from '../agent-event.ts'
import { runFork } from '../loop/fork.ts'
import type { ForkPoint } from '../loop/fork-point.ts'
import type { HistoryLog } from '../loop/history.ts'
import type { ControlLoop } from '../loop/loop-control.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import type { PermissionGate } from '../permission.ts'
import { TASKS_TOOL } from '../tasks/tasks-tool.ts'
import { errorResult, type Tool, type ToolContext } from '../tools/tool.ts'
import type { AgentDefinition } from './agent-definition.ts'
import { permissionFor } from './agent-permission.ts'
import { createAgentTool, type Delegated } from './agent-tool.ts'
import { AGENT_TOOL, chooseTools } from './choose-tools.ts'
import { MAX_DEPTH, type RunAgentOptions, runAgent } from './run-agent.ts'

/** A place of its own for an agent with `isolation: worktree`. */
export interface Isolation {
  readonly cwd: string
  /** Called at the end; what it says is added to the answer (where changes were kept). */
  finish(): Promise<string | undefined>
}

/** The servers of one agent, for as long as it runs. */
export interface OwnServers {
  readonly tools: readonly Tool[]
  /** What they say about their use. */
  readonly prompt?: string
  /** What went wrong with them. */
  readonly notices?: readonly Message[]
  close(): Promise<void>
}

interface SkillUse {
  readonly tool: Tool
  freed(gate: PermissionGate): PermissionGate
}

export interface DelegationOptions {
  agents: () => readonly AgentDefinition[]
  /** The conversation's tools without Agent; a function where they depend on the agent and the time. */
  tools: readonly Tool[] | ((agent: AgentDefinition) => readonly Tool[])
  /** Connects what a definition asks for by `mcpServers`. */
  openServers?: (agent: AgentDefinition, signal: AbortSignal) => Promise<OwnServers | undefined>
  model: (name: string | undefined) => Model
  permission: PermissionGate
  hooks?: FireHooks
  /** With those that its definition asks for. */
  hooksFor?: (agent: AgentDefinition) => FireHooks
  /** Its own use of skills, and what they allow it. */
  skillUse?: () => SkillUse
  /** What is to be said before it runs. */
  noticeFor?: (agent: AgentDefinition) => Message | undefined
  /** Keeps the contexts of agents and forks within their windows. */
  control?: ControlLoop
  /** Where the conversation is; without it there are no forks. */
  forkPoint?: () => Promise<ForkPoint>
  firstMessage?: RunAgentOptions['firstMessage']
  extraPrompt?: RunAgentOptions['extraPrompt']
  gateFor?: RunAgentOptions['gateFor']
  isolate?: (agent: AgentDefinition) => Promise<Isolation>
  /** A log for each run, if they are to be kept. */
  log?: (agent: AgentDefinition) => HistoryLog
  notify?: (text: string) => void
  backgroundSignal?: AbortSignal
  onUsage?: (usage: Usage) => void
  onEvent?: (agent: string, event: AgentEvent) => void
  /** Main agent: 0. */
  depth?: number
}

const FORK_MAX_TURNS = 50

/** The Agent tool of a conversation. */
export function createDelegation(options: DelegationOptions): Tool {
  const { agents, notify, backgroundSignal, onUsage, forkPoint } = options
  return createAgentTool({
    agents,
    notify,
    backgroundSignal,
    onUsage,
    run: (agent, prompt, context) => runTyped(options, agent, prompt, context),
    ...(forkPoint && { fork: (prompt, context) => runForked(options, forkPoint, prompt, context) }),
  })
}

async function runTyped(
  options: DelegationOptions,
  agent: AgentDefinition,
  prompt: string,
  context: ToolContext,
): Promise<Delegated> {
  const depth = options.depth ?? 0
  const skills = options.skillUse?.()
  const inner = createDelegation({
    ...options,
    ...{ forkPoint: undefined, notify: undefined, depth: depth + 1 },
    // What it may not do or use, nobody may do or use for it.
    permission: permissionFor(agent, options.permission),
    tools: (other) => chooseTools(agent, toolsFor(options, other), false),
  })
  const said = options.noticeFor?.(agent)
  if (said) options.onEvent?.(agent.name, notice(said))
  const place = agent.isolation === 'worktree' ? await options.isolate?.(agent) : undefined
  let servers: OwnServers | undefined
  try {
    servers = await options.openServers?.(agent, context.signal)
    for (const said of servers?.notices ?? []) options.onEvent?.(agent.name, notice(said))
    const tools = toolsFor(options, agent).map((tool) =>
      skills && tool.name === skills.tool.name ? skills.tool : tool,
    )
    const result = await runAgent({
      ...options,
      agent,
      prompt,
      depth,
      tools: [...tools, inner],
      hooks: options.hooksFor?.(agent) ?? options.hooks,
      gateFor: (one, gate) => {
        const freed = options.gateFor?.(one, gate) ?? gate
        return skills?.freed(freed) ?? freed
      },
      ownTools: servers?.tools,
      extraPrompt: async (one) =>
        [await options.extraPrompt?.(one), servers?.prompt].filter(Boolean).join('\n\n'),
      cwd: place?.cwd ?? context.cwd,
      signal: context.signal,
      log: options.log?.(agent),
      onEvent: (event) => options.onEvent?.(agent.name, event),
    })
    const ended = result.reason === 'done' ? undefined : (result.problem ?? result.reason)
    const kept = await place?.finish()
    const text = kept ? `${result.text}\n\n${kept}` : result.text
    return { text, usage: result.usage, requests: result.requests, ...(ended && { problem: ended }) }
  } catch (error) {
    await place?.finish()
    throw error
  } finally {
    await servers?.close()
  }
}

function toolsFor({ tools }: DelegationOptions, agent: AgentDefinition): readonly Tool[] {
  return typeof tools === 'function' ? tools(agent) : tools
}

async function runForked(
  options: DelegationOptions,
  forkPoint: () => Promise<ForkPoint>,
  prompt: string,
  context: ToolContext,
): Promise<Delegated> {
  const point = await forkPoint()
  const result = await runFork({
    ...point,
    // The same tools for the model, byte for byte; but a fork does not fork, and the list of tasks is its parent's.
    tools: point.tools.map((tool) => {
      if (tool.name === AGENT_TOOL) return refusing(tool, NOT_DEEPER)
      return tool.name === TASKS_TOOL ? refusing(tool, NOT_ITS_TASKS) : tool
    }),
    model: options.model(undefined),
    task: unmarkedText(prompt),
    label: 'agent',
    control: options.control,
    permission: options.permission,
    hooks: options.hooks && withoutStop(options.hooks),
    maxTurns: FORK_MAX_TURNS,
    signal: context.signal,
    onEvent: (event) => options.onEvent?.('fork', event),
  })
  const { text, usage, requests, reason, error } = result
  const ended = reason === 'done' ? undefined : (error?.message ?? reason)
  return { text, usage, requests, ...(ended && { problem: ended }) }
}

const NOT_DEEPER = `Agents go at most ${MAX_DEPTH} deep, and a fork does not delegate. Do it yourself.`
const NOT_ITS_TASKS = 'The list of tasks belongs to the conversation, not to a fork of it. Do your own task.'

function refusing(tool: Tool, why: string): Tool {
  return { ...tool, run: async () => errorResult(why) }
}

function withoutStop(hooks: FireHooks): FireHooks {
  return async (event, data, signal) => (event === 'Stop' ? {} : hooks(event, data, signal))
}
