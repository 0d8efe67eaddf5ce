// The hooks of one conversation: those of the settings, those of the instruction files, and memdir's own.

import { CHAT_ACTOR } from '../../base/settings/calling-agent.ts'
import { IN_HOOK_VARIABLE } from '../../base/settings/environment.ts'
import { randomId } from '../../base/values/ids.ts'
import type { Model } from '../../models/model.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import { agentHooks } from '../hooks/find-hooks.ts'
import type { Hook } from '../hooks/read-hooks.ts'
import { createHookRunner } from '../hooks/run-hooks.ts'
import type { Instructions } from '../instructions/open-instructions.ts'
import { createHookJudge, createHookVerifier } from '../loop/hook-judges.ts'
import { type FireHooks, type HookReply, hooksFrom, withInstructions } from '../loop/loop-hooks.ts'
import { attachConversation } from '../memory-events.ts'
import type { Tool } from '../tools/tool.ts'
import { changesOutside } from './changes-outside.ts'
import type { ConversationMemory } from './conversation-memory.ts'
import type { ConversationNotices } from './conversation-notices.ts'
import { type MemoryHooks, type SessionSource, withMemory } from './memory-hooks.ts'
import type { ConversationPlan } from './plan-conversation.ts'
import { withCalls } from './with-calls.ts'

export interface ConversationHooks {
  /** Those of the settings alone: what sub-agents and files raise. */
  fire: FireHooks
  /** With recall and instructions: what the conversation itself raises. */
  fireWithMemory: FireHooks
  /** With those that the agent's definition asks for. */
  fireFor(agent: AgentDefinition): FireHooks
  /** What nobody waits for and nobody can deny; what its hooks say to the person comes with the next message. */
  tell(event: string, data: Record<string, unknown>): Promise<HookReply>
  /** Raises what others have changed since the last message; what hooks say of it to the model. */
  changesSince(): Promise<string[]>
  /** SessionEnd, if it has begun. `next`: with which word it begins again. */
  end(reason: string, next?: SessionSource): Promise<void>
  /** From now on it also raises what other programs of this process write into memory, until the result is called. */
  attach(context: ProjectContext): () => void
}

interface ConversationHookDependencies {
  tools: readonly Tool[]
  instructions: Instructions
  /** Instructions were given because work reached them: all of those so far. */
  onReached(files: readonly string[]): void
  memory: Omit<MemoryHooks, 'takeNotices' | 'takeStart'> & Pick<ConversationMemory, 'tellFor'>
  notices: Pick<ConversationNotices, 'addNext' | 'takeNext'>
  /** All files that settings may be in. */
  settingsPaths: readonly string[]
  /** Counted in the ledger; throws over a cap. */
  model(name: string): Model
}

export function conversationHooks(
  plan: ConversationPlan,
  { tools, instructions, onReached, memory, notices, settingsPaths, model }: ConversationHookDependencies,
): ConversationHooks {
  const { id, cwd, path, root, environment } = plan
  const fireOf = (hooks: readonly Hook[]) =>
    hooksFrom(
      createHookRunner({
        hooks,
        cwd,
        environment: {
          ...environment,
          MEMDIR_PROJECT_DIR: root,
          CLAUDE_PROJECT_DIR: root,
          [IN_HOOK_VARIABLE]: '1',
        },
        judge: createHookJudge(model),
        verify: createHookVerifier({ model, tools, cwd }),
      }),
      { id, cwd, log: path },
    )
  const fire = fireOf(plan.hooks.hooks)
  const changes = changesOutside(plan, settingsPaths)
  const { signal } = new AbortController()
  const tell: ConversationHooks['tell'] = async (event, data) => {
    const reply = await fire(event, data, signal)
    notices.addNext(...(reply.notices ?? []))
    return reply
  }
  let next: SessionSource | undefined = plan.start
  const takeStart = () => {
    const source = next
    next = undefined
    return source
  }
  return {
    fire,
    fireWithMemory: withMemory(
      changes.noting(withInstructions(withCalls(fire, memory.tellFor()), instructions, onReached)),
      {
        ...memory,
        takeNotices: () => notices.takeNext(),
        takeStart,
      },
    ),
    fireFor(agent) {
      const { hooks } = agentHooks(agent)
      const fires = hooks.length === 0 ? fire : fireOf([...plan.hooks.hooks, ...hooks])
      // Each run is told by itself: it has seen nothing of what was said before.
      return withCalls(fires, memory.tellFor(randomId()))
    },
    tell,
    async changesSince() {
      const said: string[] = []
      await changes.raise(async (event, data) => {
        const { context = [] } = await tell(event, data)
        said.push(...context)
      })
      return said
    },
    async end(reason, again) {
      if (next === undefined) await tell('SessionEnd', { reason })
      next = again ?? next
    },
    attach: (context) => attachConversation(context, { actor: CHAT_ACTOR, fire }),
  }
}
