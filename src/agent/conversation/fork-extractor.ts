// A fork of our own conversation as an extractor: it shares the conversation's cache, may read, and may write memories.
// What it adds with the Memory tool is collected as proposals, so that it passes the same check as all others.

import { forkTask } from '../../learn/extract/extraction-prompt.ts'
import type { Extractor } from '../../learn/extractor.ts'
import type { Proposal } from '../../learn/proposal.ts'
import { isMemoryType } from '../../memory/memory.ts'
import type { Model } from '../../models/model.ts'
import type { CanUseTool } from '../loop/call-tools.ts'
import { runFork } from '../loop/fork.ts'
import type { ForkPoint } from '../loop/fork-point.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import { checkSandbox } from '../tools/sandbox-policy.ts'
import { errorResult, type Tool, type ToolInput } from '../tools/tool.ts'

interface ForkExtractorOptions {
  /** undefined: the conversation has sent nothing yet. */
  forkPoint(): Promise<ForkPoint>
  /** Counted in the ledger, under the cap. */
  model(): Model
  memoryDirectory: string
  /** The name of the tool, and which of its actions change nothing but memories that exist. */
  memoryTool: { name: string; allowed: readonly string[]; add: readonly string[] }
}

/** All reads in the first, all writes in the second; the rest is for what went wrong. */
const MOST_TURNS = 5

export function forkExtractor(options: ForkExtractorOptions): Extractor {
  return {
    name: 'fork',
    async propose({ messages, manifest, signal, onUsage }) {
      const point = await options.forkPoint()
      const proposals: Proposal[] = []
      const { memoryDirectory, memoryTool } = options
      const result = await runFork({
        ...point,
        model: options.model(),
        // The same objects but for what one of them does: names, words and schemas are the prefix.
        tools: point.tools.map((tool) =>
          tool.name === memoryTool.name ? collecting(tool, options, proposals) : tool,
        ),
        task: forkTask({ messages: messages.length, directory: memoryDirectory, manifest: manifest() }),
        canUseTool: sandboxFor(options, point.cwd),
        hooks: endsWhenSaved(memoryTool),
        maxTurns: MOST_TURNS,
        label: 'extraction',
        signal,
      })
      onUsage?.(result.usage)
      if (result.reason === 'error' && result.error) throw result.error
      return proposals
    },
  }
}

/**
 * It saves all at once and has nothing to say after that: one more request would read the whole conversation again. Where it
 * has also looked at something, it may go on.
 */
function endsWhenSaved({ name, add }: ForkExtractorOptions['memoryTool']): FireHooks {
  let isReading = false
  return async (event, { tool_name, tool_input }) => {
    if (event !== 'PostToolUse' && event !== 'PostToolUseFailure') return {}
    const { action } = (tool_input ?? {}) as { action?: unknown }
    if (event === 'PostToolUse' && tool_name === name && add.includes(String(action)))
      return isReading ? {} : { stop: 'saved' }
    isReading = true
    return {}
  }
}

function sandboxFor({ memoryDirectory, memoryTool }: ForkExtractorOptions, cwd: string): CanUseTool {
  return ({ tool, input }) => {
    if (tool === memoryTool.name) {
      const action = String(input.action)
      const allowed = [...memoryTool.allowed, ...memoryTool.add].includes(action)
      return { allowed, reason: allowed ? '' : `${action} is not available to this task.` }
    }
    const { allowed, reason } = checkSandbox({ tool, input }, { memoryDirectory, cwd })
    return { allowed, reason: reason.en }
  }
}

const NO_QUOTE =
  'Not saved: give quote, the words of the conversation that it rests on, copied letter by letter.'

function collecting(tool: Tool, { memoryTool }: ForkExtractorOptions, into: Proposal[]): Tool {
  return {
    ...tool,
    async run(input, context) {
      if (!memoryTool.add.includes(String(input.action))) return tool.run(input, context)
      const proposal = proposalOf(input)
      if (!proposal) return errorResult(NO_QUOTE)
      into.push(proposal)
      return { content: 'Noted.' }
    },
  }
}

function proposalOf({ content, quote, type, tags, importance }: ToolInput): Proposal | undefined {
  if (typeof content !== 'string' || typeof quote !== 'string' || quote.trim() === '') return undefined
  return {
    ...partsOf(content),
    quote,
    tier: 'write',
    reason: 'model',
    ...(isMemoryType(type) && { type }),
    ...(Array.isArray(tags) && { tags: tags.map(String) }),
    ...(typeof importance === 'number' && { importance }),
  }
}

/** The Memory tool has no fields for them: a heading is the title, a line that says why the reason. */
function partsOf(written: string): Pick<Proposal, 'content' | 'title' | 'why'> {
  const [, title, body = ''] = /^#+ +(.+)\n([\s\S]+)$/.exec(written.trim()) ?? ['', undefined, written.trim()]
  const [, content = body, why] =
    /^([\s\S]+?)\n+\**(?:Why|为什么|原因)\**[:：]\** *(.+)$/.exec(body.trim()) ?? []
  return { content: content.trim(), ...(title && { title: title.trim() }), ...(why && { why: why.trim() }) }
}
