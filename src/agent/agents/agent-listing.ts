// The agents as the model learns of them: in an attachment. In the tool's own text a change would cost the cache of
// all tools and everything behind them.
import { type AgentText, joinLines, joinTexts, NO_TEXT, own, startOf } from '../../base/text/agent-text.ts'
import { inertFact, inertLine } from '../../base/text/inert-text.ts'
import type { AgentDefinition } from './agent-definition.ts'

const MAX_DESCRIPTION = 500

export function agentListing(agents: readonly AgentDefinition[]): AgentText {
  const lines = agents.map(({ name, description, tools }) => {
    const names = joinTexts(
      (tools ?? []).map((tool) => inertFact(tool.name)),
      ', ',
    )
    const limit = tools ? own` (tools: ${names})` : NO_TEXT
    return own`- ${inertFact(name)}: ${startOf(inertLine(description), MAX_DESCRIPTION)}${limit}`
  })
  return joinLines([own`The Agent tool knows these types now:`, ...lines])
}
