// How a conversation hands work to other agents: with its tools, hooks, memory, skills and permission.
import { join } from 'node:path'
import type { Message } from '../../base/messages/message.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { createDelegation, type DelegationOptions } from '../agents/delegation.ts'
import type { QueryEngine } from '../loop/query-engine.ts'
import { worktreeIsolation } from '../loop/worktree.ts'
import { plansFileText } from '../plan/plan-file.ts'
import { createSkillGrants } from '../skills/skill-grants.ts'
import { createSkillTool } from '../skills/skill-tool.ts'
import type { Tool } from '../tools/tool.ts'
import type { ConversationOptions } from './conversation.ts'
import type { AgentMemoryAccess } from './conversation-agent-memory.ts'
import type { Companions } from './conversation-companions.ts'
import type { ConversationHooks } from './conversation-hooks.ts'
import type { Notifications } from './conversation-notifications.ts'
import { skillsOf } from './conversation-skills.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface DelegationDependencies
  extends Pick<
    DelegationOptions,
    'tools' | 'openServers' | 'model' | 'permission' | 'firstMessage' | 'control' | 'noticeFor'
  > {
  hooks: ConversationHooks
  notifications: Notifications
  agentMemories: AgentMemoryAccess
  companions: Companions
  /** Ends what runs in the background. */
  ending: AbortController
  query(): QueryEngine
}

/** The tool by which the model hands work to other agents. */
export function conversationDelegation(
  { location }: ProjectContext,
  plan: ConversationPlan,
  { onAgentEvent }: Pick<ConversationOptions, 'onAgentEvent'>,
  { hooks, notifications, ending, query, agentMemories, companions, ...given }: DelegationDependencies,
): Tool {
  const isolate = worktreeIsolation({
    repository: plan.root,
    directory: join(location.state, 'worktrees'),
    env: plan.environment,
  })
  return createDelegation({
    ...given,
    agents: () => plan.agents,
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
    onEvent: notifications.heard(onAgentEvent),
    forkPoint: () => query().forkPoint(),
    notify(text) {
      query().notify(text)
      notifications.send('agent_completed', text)
    },
    onUsage: (usage) => query().countUsage(usage),
  })
}

/** The same word about the same model is said once. */
export function oncePerModel<T extends { model?: string }>(
  notice: (agent: T) => Message | undefined,
): (agent: T) => Message | undefined {
  const said = new Set<string | undefined>()
  return (agent) => {
    if (said.has(agent.model)) return undefined
    said.add(agent.model)
    return notice(agent)
  }
}
