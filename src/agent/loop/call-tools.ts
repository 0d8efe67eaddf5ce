// Carries out the tool calls of one response: hooks, permission, the tool, hooks again. Every call gets a result.
import { type ToolResultBlock, type ToolUseBlock, text, toolInput } from '../../models/content.ts'
import { type AgentEvent, notice } from '../agent-event.ts'
import type { PermissionAnswer, PermissionGate } from '../permission.ts'
import type { ReadState } from '../tools/read-state.ts'
import { type PlannedCall, runTools } from '../tools/run-tools.ts'
import { errorResult, type Tool, type ToolInput, type ToolResult } from '../tools/tool.ts'
import { NOT_RUN } from './history.ts'
import type { FireHooks, HookFacts, HookReply } from './loop-hooks.ts'

/** Asked before the permission mode: the sandbox of forks, the limits of sub-agents. */
export type CanUseTool = (call: { tool: string; input: ToolInput }) => {
  allowed: boolean
  reason: string
}

export interface ToolRunner {
  tools: readonly Tool[]
  cwd: string
  readState: ReadState
  permission: PermissionGate
  canUseTool?: CanUseTool
  hooks: FireHooks
}

interface ToolCallsOutcome {
  /** In the order of the calls. */
  results: ToolResultBlock[]
  /** What hooks want the model to read after the results. */
  context: string[]
  /** A hook wants the turn to end. */
  stop?: string
}

interface Call extends PlannedCall {
  use: ToolUseBlock
  tool: Tool | undefined
  input: ToolInput
}

/** What hooks add to their answers. */
type HookOutput = Omit<ToolCallsOutcome, 'results'>

type Emit = (event: AgentEvent) => void

export async function callTools(
  uses: readonly ToolUseBlock[],
  runner: ToolRunner,
  signal: AbortSignal,
  emit: Emit,
): Promise<ToolCallsOutcome> {
  const hookOutput: HookOutput = { context: [] }
  const calls = uses.map((use) => planCall(use, runner.tools))
  // Each call has a signal of its own, so that those of many do not listen to one: Node takes that for a leak.
  const runOne = (call: Call) => runCall(call, runner, AbortSignal.any([signal]), emit, hookOutput)
  const results = await runTools(calls, runOne)
  return { results, ...hookOutput }
}

function planCall(use: ToolUseBlock, tools: readonly Tool[]): Call {
  const tool = tools.find((one) => one.name === use.name)
  const input = toolInput(use)
  const sound = tool !== undefined && use.malformed === undefined
  return { use, tool, input, together: sound && tool.isReadOnly(input) && tool.isConcurrent(input) }
}

async function runCall(
  call: Call,
  runner: ToolRunner,
  signal: AbortSignal,
  emit: Emit,
  hookOutput: HookOutput,
): Promise<ToolResultBlock> {
  const started = performance.now()
  const { id, name } = call.use
  emit({ type: 'tool_start', id, name, input: call.input })
  const result = await outcome(call, runner, signal, emit, hookOutput)
  emit({
    type: 'tool_end',
    id,
    name,
    content: result.content,
    isError: result.isError === true,
    ...(result.details && { details: result.details }),
    durationMs: performance.now() - started,
  })
  return {
    type: 'tool_result',
    toolUseId: id,
    content: [text(result.content)],
    ...(result.isError && { isError: true }),
  }
}

async function outcome(
  call: Call,
  runner: ToolRunner,
  signal: AbortSignal,
  emit: Emit,
  hookOutput: HookOutput,
): Promise<ToolResult> {
  try {
    if (signal.aborted) return errorResult(NOT_RUN)
    return await untilAborted(guarded(call, runner, signal, emit, hookOutput), signal)
  } catch (error) {
    // A fault of ours: the conversation continues, the model learns that the call failed.
    if (signal.aborted) return errorResult(NOT_RUN)
    return errorResult(`${call.use.name} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function guarded(
  { use, tool, input: written }: Call,
  runner: ToolRunner,
  signal: AbortSignal,
  emit: Emit,
  hookOutput: HookOutput,
): Promise<ToolResult> {
  if (!tool)
    return errorResult(
      `There is no tool ${use.name}. There are: ${runner.tools.map((t) => t.name).join(', ')}.`,
    )
  if (use.malformed !== undefined)
    return errorResult('The input of this call was not a JSON object. Write it again, whole.')
  const fire = async (event: string, data: Record<string, unknown>, facts?: HookFacts) => {
    const about = { tool_name: use.name, tool_use_id: use.id, permission_mode: runner.permission.mode }
    const reply = await runner.hooks(event, { ...about, ...data }, signal, facts)
    for (const text of reply.notices ?? []) emit(notice(text))
    hookOutput.context.push(...(reply.context ?? []))
    hookOutput.stop ??= reply.stop
    return reply
  }
  const before = await fire('PreToolUse', { tool_input: written })
  if (before.denied !== undefined) return errorResult(`A hook denied this call: ${before.denied}`)
  const input = before.input ?? written
  const answer = await mayRun({ tool, input, fromHook: before.permission }, runner, signal, fire)
  if (!answer.allowed) {
    await fire('PermissionDenied', { tool_input: input, reason: answer.reason })
    return errorResult(`Denied: ${answer.reason}.`)
  }
  const { cwd, readState } = runner
  const result = await tool.run(input, { cwd, signal, readState })
  const facts = { reached: result.reached }
  if (result.isError) {
    await fire('PostToolUseFailure', { tool_input: input, error: result.content }, facts)
    return result
  }
  const after = await fire('PostToolUse', { tool_input: input, tool_response: result.content }, facts)
  return after.denied === undefined ? result : { ...result, content: `${result.content}\n\n${after.denied}` }
}

async function mayRun(
  { tool, input, fromHook }: { tool: Tool; input: ToolInput; fromHook: HookReply['permission'] },
  { canUseTool, permission, cwd }: ToolRunner,
  signal: AbortSignal,
  fire: (event: string, data: Record<string, unknown>) => Promise<HookReply>,
): Promise<PermissionAnswer> {
  if (canUseTool) {
    const { allowed, reason } = canUseTool({ tool: tool.name, input })
    if (!allowed) return { allowed: false, reason }
    const credentials = tool.credentialsIn?.(input, cwd)
    // Whoever limits the calls is a program: nobody is there to be asked.
    return credentials === undefined
      ? { allowed: true }
      : { allowed: false, reason: `${credentials} contains credentials, which only the user may let be read` }
  }
  const credentials = tool.credentialsIn?.(input, cwd)
  const reaches = tool.reaches?.(input)
  const call = { tool: tool.name, input, readOnly: tool.isReadOnly(input), cwd, credentials, reaches }
  const free = call.readOnly && credentials === undefined && reaches === undefined
  if (free && fromHook !== 'ask') return { allowed: true }
  const request = await fire('PermissionRequest', { tool_input: input })
  if (request.denied !== undefined) return { allowed: false, reason: request.denied }
  const decided = fromHook ?? request.permission
  if (decided === 'allow' && permission.mode !== 'plan') return { allowed: true }
  return permission.decide({ ...call, readOnly: call.readOnly && decided !== 'ask' }, signal)
}

/** A tool, a hook or a person that does not react to the signal is not waited for. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('aborted'))
    signal.addEventListener('abort', stop, { once: true })
  })
  // Thrown below, unless the signal was first: then nobody waits for it, and Node must not end the process for it.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
