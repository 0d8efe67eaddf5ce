// The tools that a sub-agent gets: a choice of its parent's, in the parent's order.

import { isChosen } from '../mcp-client/tool-name.ts'
import { errorResult, type Tool } from '../tools/tool.ts'
import type { AgentDefinition } from './agent-definition.ts'

export const AGENT_TOOL = 'Agent'

/** An agent with a memory needs these to use it. */
const MEMORY_TOOLS = ['Read', 'Edit', 'Write']

export function chooseTools(agent: AgentDefinition, tools: readonly Tool[], mayDelegate: boolean): Tool[] {
  const denied = [...(agent.disallowedTools ?? []), ...(mayDelegate ? [] : [AGENT_TOOL])]
  const wanted = new Map((agent.tools ?? tools.map(asChoice)).map((choice) => [choice.name, choice.readOnly]))
  if (agent.memory) for (const name of MEMORY_TOOLS) wanted.set(name, wanted.get(name) ?? false)
  return tools.flatMap((tool) => {
    const choice = [...wanted.keys()].find((name) => isChosen(name, tool.name))
    if (choice === undefined || denied.some((name) => isChosen(name, tool.name))) return []
    return wanted.get(choice) ? [readOnlyTool(tool)] : [tool]
  })
}

function asChoice({ name }: Tool) {
  return { name, readOnly: false }
}

/** The same for the model; calls that change something are answered with a refusal. */
function readOnlyTool(tool: Tool): Tool {
  return {
    ...tool,
    run: async (input, context) =>
      tool.isReadOnly(input)
        ? tool.run(input, context)
        : errorResult(`${tool.name} may only read here, and this call is not proven to only read.`),
  }
}

/** Whether all that it can do is read. */
export function onlyReads(agent: AgentDefinition): boolean {
  const reads = new Set(['Read', 'Grep', 'Glob'])
  return (
    agent.memory === undefined &&
    agent.tools !== undefined &&
    agent.tools.every(({ name, readOnly }) => readOnly || reads.has(name))
  )
}
