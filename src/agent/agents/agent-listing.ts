// The agents as the model learns of them: in an attachment. In the tool's own text a change would cost the cache of
// all tools and everything behind them.
import type { AgentDefinition } from './agent-definition.ts'

const MAX_DESCRIPTION = 500

export function agentListing(agents: readonly AgentDefinition[]): string {
  const lines = agents.map(({ name, description, tools }) => {
    const limit = tools ? ` (tools: ${tools.map((tool) => tool.name).join(', ')})` : ''
    return `- ${name}: ${description.replace(/\s+/g, ' ').slice(0, MAX_DESCRIPTION)}${limit}`
  })
  return ['The Agent tool knows these types now:', ...lines].join('\n')
}
