// The Agent tool: gives work to a sub-agent, or to a fork of the conversation itself.
import { type AgentText, own } from '../../base/text/agent-text.ts'
import { inertFact, inertLine, quoteText } from '../../base/text/inert-text.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import type { Usage } from '../../base/values/usage.ts'
import { defineTool, errorResult, type Tool, type ToolContext, type ToolResult } from '../tools/tool.ts'
import type { AgentDefinition } from './agent-definition.ts'
import { AGENT_TOOL, onlyReads } from './choose-tools.ts'

interface AgentInput {
  subagent_type?: string
  name?: string
  prompt: string
}

export interface Delegated {
  text: string
  usage: Usage
  requests: number
  /** Why there is no answer. */
  problem?: string
}

interface AgentToolOptions {
  agents: () => readonly AgentDefinition[]
  /** A fresh context. */
  run: (agent: AgentDefinition, prompt: string, context: ToolContext) => Promise<Delegated>
  /** The whole conversation and its cache. */
  fork?: (prompt: string, context: ToolContext) => Promise<Delegated>
  /** Where the result of a background agent goes. */
  notify?: (text: AgentText) => void
  /** Ends background agents: the end of the conversation. */
  backgroundSignal?: AbortSignal
  /** Called with what each delegation cost. */
  onUsage?: (usage: Usage) => void
}

const DESCRIPTION = `Gives a task to another agent and returns its answer. The types are listed in a system reminder.

- With \`subagent_type\` the agent starts fresh: it knows only what \`prompt\` says. Understand the task yourself before you give it away; then write down what you know, what you want to learn or have done, and what the answer should contain.
- Without \`subagent_type\` a fork of this conversation does it: it knows everything said so far, so \`prompt\` can be short. Use it for work whose output you will not need again.
- Several agents that do not depend on each other belong into one message.
- Do not look into a running agent's output, and never guess or announce its result before you have it. A background agent tells you when it is done; until then go on with something else.
- The user does not see the answer: tell them what matters of it.`

export function createAgentTool(options: AgentToolOptions): Tool {
  const find = (input: AgentInput) => options.agents().find((agent) => agent.name === input.subagent_type)
  const count = (usage: Usage) => options.onUsage?.(usage)
  return defineTool<AgentInput>({
    name: AGENT_TOOL,
    description: DESCRIPTION,
    inputSchema: inputSchema(
      {
        subagent_type: { type: 'string', description: 'The type; left out, a fork of this conversation.' },
        name: { type: 'string', description: 'A short name for this task, for the user to see.' },
        prompt: { type: 'string', description: 'The task, with all that the agent has to know.' },
      },
      ['prompt'],
    ),
    maxResultCharacters: 60_000,
    // Delegating changes nothing: what the agent then does is asked for call by call.
    readOnly: true,
    concurrent: (input) => {
      const agent = find(input)
      return agent !== undefined && onlyReads(agent)
    },
    async run(input, context) {
      if (input.subagent_type === undefined) {
        if (!options.fork)
          return errorResult('This conversation cannot be forked here. Name a subagent_type.')
        return answer(await options.fork(input.prompt, context), 'fork', count)
      }
      const agent = find(input)
      if (!agent)
        return errorResult(`There is no agent "${input.subagent_type}". There are: ${names(options)}.`)
      if (agent.background && options.notify) return inBackground(agent, input, options, context)
      return answer(await options.run(agent, input.prompt, context), agent.name, count)
    },
  })
}

function names({ agents }: AgentToolOptions): string {
  return agents()
    .map((agent) => agent.name)
    .join(', ')
}

function answer(
  { text, usage, requests, problem }: Delegated,
  who: string,
  count: (usage: Usage) => void,
): ToolResult {
  count(usage)
  const details = { agent: who, requests, usage }
  if (problem !== undefined && text === '')
    return errorResult(`The agent did not finish: ${problem}`, details)
  const content = text === '' ? 'The agent finished without an answer.' : text
  return { content: problem === undefined ? content : `${content}\n\n[It ended early: ${problem}]`, details }
}

/** Runs on when the turn ends; an abort of the turn does not end it. */
function inBackground(
  agent: AgentDefinition,
  input: AgentInput,
  { run, notify, onUsage, backgroundSignal }: AgentToolOptions,
  context: ToolContext,
): ToolResult {
  const task = input.name ?? agent.name
  const report = (text: AgentText) =>
    notify?.(own`The background agent "${inertFact(task)}" (${inertFact(agent.name)}) ${text}`)
  const signal = backgroundSignal ?? new AbortController().signal
  run(agent, input.prompt, { ...context, signal }).then(
    ({ text, usage, problem }) => {
      onUsage?.(usage)
      report(
        problem === undefined
          ? own`has finished. Its answer:\n\n${quoteText(text)}`
          : own`did not finish: ${inertLine(problem)}`,
      )
    },
    (error: unknown) =>
      report(own`failed: ${inertLine(error instanceof Error ? error.message : String(error))}`),
  )
  return { content: `Started "${task}" in the background. You will be told when it is done.` }
}
