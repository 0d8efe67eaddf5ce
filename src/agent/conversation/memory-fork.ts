// A fork of our own conversation that looks for memories: it shares the conversation's cache, may read, and may correct
// memories. What it adds with the Memory tool is collected, and stored by whoever gave it the task.

import type { RunFork } from '../../learn/fork-extractor.ts'
import type { Model } from '../../models/model.ts'
import type { CanUseTool } from '../loop/call-tools.ts'
import { runFork } from '../loop/fork.ts'
import type { ForkPoint } from '../loop/fork-point.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import { MEMORY_TOOL } from '../memory-tools/memory-action-tool.ts'
import { checkSandbox } from '../sandbox-policy.ts'
import { errorResult, type Tool } from '../tools/tool.ts'

interface MemoryForkOptions {
  /** undefined: the conversation has sent nothing yet. */
  forkPoint(): Promise<ForkPoint>
  /** Counted in the ledger, under the cap. */
  model(): Model
  memoryDirectory: string
}

/** All reads in the first, all writes in the second; the rest is for what went wrong. */
const MOST_TURNS = 5
/** Actions of the Memory tool that a fork may take itself, and those that are collected. */
const EXISTING: readonly string[] = ['search', 'recall', 'list', 'explain', 'update']
const ADD: readonly string[] = ['add', 'remember']

export function memoryFork({ forkPoint, model, memoryDirectory }: MemoryForkOptions): RunFork {
  return async ({ task, propose, signal, onUsage }) => {
    const point = await forkPoint()
    const { usage, reason, error } = await runFork({
      ...point,
      model: model(),
      // The same objects but for what one of them does: names, words and schemas are the prefix.
      tools: point.tools.map((tool) => (tool.name === MEMORY_TOOL ? collecting(tool, propose) : tool)),
      task,
      canUseTool: sandboxFor({ memoryDirectory, cwd: point.cwd }),
      hooks: endsWhenSaved(),
      maxTurns: MOST_TURNS,
      label: 'extraction',
      signal,
    })
    onUsage?.(usage)
    if (reason === 'error' && error) throw error
  }
}

/**
 * It saves all at once and has nothing to say after that: one more request would read the whole conversation again. Where it
 * has also looked at something, it may go on.
 */
function endsWhenSaved(): FireHooks {
  let isReading = false
  return async (event, { tool_name, tool_input }) => {
    if (event !== 'PostToolUse' && event !== 'PostToolUseFailure') return {}
    const { action } = (tool_input ?? {}) as { action?: unknown }
    if (event === 'PostToolUse' && tool_name === MEMORY_TOOL && ADD.includes(String(action)))
      return isReading ? {} : { stop: 'saved' }
    isReading = true
    return {}
  }
}

function sandboxFor(place: { memoryDirectory: string; cwd: string }): CanUseTool {
  return ({ tool, input }) => {
    if (tool === MEMORY_TOOL) {
      const action = String(input.action)
      const allowed = [...EXISTING, ...ADD].includes(action)
      return { allowed, reason: allowed ? '' : `${action} is not available to this task.` }
    }
    const { allowed, reason } = checkSandbox({ tool, input }, place)
    return { allowed, reason: reason.en }
  }
}

const NO_QUOTE =
  'Not saved: give quote, the words of the conversation that it rests on, copied letter by letter.'

function collecting(tool: Tool, propose: (input: Readonly<Record<string, unknown>>) => boolean): Tool {
  return {
    ...tool,
    async run(input, context) {
      if (!ADD.includes(String(input.action))) return tool.run(input, context)
      return propose(input) ? { content: 'Noted.' } : errorResult(NO_QUOTE)
    },
  }
}
