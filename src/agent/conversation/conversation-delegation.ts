// How a conversation hands work to other agents: with its tools, hooks, memory, skills and permission.
import { join } from 'node:path'
import { createDelegation, type DelegationOptions } from '../agents/delegation.ts'
import type { QueryEngine } from '../loop/query-engine.ts'
import { worktreeIsolation } from '../loop/worktree.ts'
import { plansFileText } from '../plan/plan-file.ts'
import { createSkillGrants } from '../skills/skill-grants.ts'
import { createSkillTool } from '../skills/skill-tool.ts'
import type { Tool } from '../tools/tool.ts'
import { type ControlLoopsDependencies, controlLoops } from './control-loops.ts'
import type { AgentMemoryAccess } from './conversation-agent-memory.ts'
import type { Companions } from './conversation-companions.ts'
import type { ConversationDependencies } from './conversation-dependencies.ts'
import type { ConversationHooks } from './conversation-hooks.ts'
import type { ConversationNotices } from './conversation-notices.ts'
import type { ConversationServers } from './conversation-servers.ts'
import { skillsOf } from './conversation-skills.ts'
import type { ConversationPlan } from './plan-conversation.ts'

interface DelegationDependencies extends Pick<DelegationOptions, 'permission' | 'firstMessage'> {
  /** Those of the conversation that its agents have as well. */
  tools: readonly Tool[]
  hooks: ConversationHooks
  notices: ConversationNotices
  servers: ConversationServers
  agentMemories: AgentMemoryAccess
  companions: Companions
  /** Ends what runs in the background. */
  ending: AbortController
  query(): QueryEngine
  /** What it has dropped: a fork can look it up as well. */
  window: ControlLoopsDependencies['conversation']
}

/** The tool by which the model hands work to other agents. */
export function conversationDelegation(
  plan: ConversationPlan,
  { context, models, onAgentEvent }: Pick<ConversationDependencies, 'context' | 'models' | 'onAgentEvent'>,
  given: DelegationDependencies,
): Tool {
  const { tools, hooks, notices, servers, ending, query, agentMemories, companions } = given
  const { location, settings, clock } = context
  const isolate = worktreeIsolation({
    repository: plan.root,
    directory: join(location.state, 'worktrees'),
    env: plan.environment,
  })
  return createDelegation({
    permission: given.permission,
    firstMessage: given.firstMessage,
    control: controlLoops({
      ...{ skills: plan.skills, settings, clock },
      summariser: (task, name) => models.meterBelowCap(task, name),
      conversation: given.window,
    }),
    agents: () => plan.agents,
    tools: (agent) => [...tools, ...servers.toolsFor(agent)],
    model: (name) => models.meter('subagent', name),
    noticeFor: (agent) => models.standInNotice(agent),
    openServers: servers.openFor,
    hooks: hooks.fire,
    hooksFor: hooks.fireFor,
    skillUse() {
      const grants = createSkillGrants()
      return { tool: createSkillTool(() => plan.skills, grants.add), freed: grants.freed }
    },
    extraPrompt: async (agent) =>
      [
        await agentMemories.promptOf(agent),
        skillsOf(agent, plan.skills),
        agent.permissionMode === 'plan' ? plansFileText(companions.plan.path) : '',
      ]
        .filter(Boolean)
        .join('\n\n'),
    gateFor: (agent, gate) => companions.plan.freed(agentMemories.gateFor(agent, gate)),
    async isolate(agent) {
      const place = await isolate(agent)
      const moved = { old_cwd: plan.cwd, new_cwd: place.cwd, agent_type: agent.name }
      await hooks.tell('CwdChanged', moved)
      return place
    },
    backgroundSignal: ending.signal,
    onEvent: notices.heard(onAgentEvent),
    forkPoint: () => query().forkPoint(),
    notify(text) {
      query().notify(text)
      notices.send('agent_completed', text)
    },
    onUsage: (usage) => query().countUsage(usage),
  })
}
