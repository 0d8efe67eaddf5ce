// The context window of sub-agents and forks: the same levels as a conversation's, with receipts of their own. Their
// messages are in no log, so what was dropped is kept in memory for as long as they run.

import type { Settings } from '../../base/settings/settings.ts'
import type { Clock } from '../../base/values/clock.ts'
import type { Model } from '../../models/model.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { SummaryTask } from '../compact/context-dependencies.ts'
import { type ContextState, NEW_STATE } from '../compact/context-state.ts'
import type { Retrieval } from '../compact/retrieve.ts'
import { createRetrieveTool, RETRIEVE_TOOL } from '../compact/retrieve-tool.ts'
import type { ControlLoop, ControlledMessages } from '../loop/loop-control.ts'
import type { FireHooks } from '../loop/loop-hooks.ts'
import type { Tool } from '../tools/tool.ts'
import { conversationContext } from './conversation-context.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface ControlLoopsDependencies {
  skills: ConversationPlan['skills']
  settings: Settings
  clock: Clock
  /** Counted in the ledger; undefined where its cap is reached. */
  summariser(task: SummaryTask, modelName: string | undefined): Model | undefined
  /** What the conversation has dropped: a fork can look it up as well. */
  conversation(): Retrieval & { state: ContextState }
}

export function controlLoops(deps: ControlLoopsDependencies): ControlLoop {
  return (loop) => {
    const kept = new Map<string, TranscriptMessage>()
    const parent = loop.isFork ? deps.conversation() : undefined
    const window = conversationContext({
      plan: { cwd: loop.cwd, model: loop.model, skills: deps.skills },
      ...{ settings: deps.settings, clock: deps.clock, hooks: withoutSessions(loop.hooks) },
      saved: parent ? { state: inherited(parent.state), receipts: parent.receipts } : {},
      log: { append() {} },
      summariser: (task) => deps.summariser(task, loop.modelName),
      query: () => remembering(loop.history(), kept),
      tools: () => tools,
      onCompacted() {},
    })
    const originals: Retrieval['originals'] = async (ids) => {
      for (const message of loop.history().messages) kept.set(message.id, message)
      const elsewhere = ids.filter((id) => !kept.has(id))
      for (const message of elsewhere.length > 0 ? ((await parent?.originals(elsewhere)) ?? []) : [])
        kept.set(message.id, message)
      return ids.flatMap((id) => kept.get(id) ?? [])
    }
    const retrieve = createRetrieveTool(() => ({ receipts: window.state.receipts, originals }))
    const tools = withTool(loop.tools, retrieve)
    return {
      tools,
      prepare: window.prepare,
      edit: () => window.state.edit(tools),
      takeNotices: window.takeNotices,
      recover: (error, signal) => window.control.recover(error, signal),
      afterResponse: (response) => window.state.afterResponse(response),
    }
  }
}

/** Ids of receipts go on, and what was worth keeping stays; projections have been made already. */
function inherited({ receipts, facts, work }: ContextState): ContextState {
  return { ...NEW_STATE, receipts, facts, work }
}

function remembering(history: ControlledMessages, kept: Map<string, TranscriptMessage>): ControlledMessages {
  return {
    get messages() {
      return history.messages
    },
    replaceMessages(messages, trigger) {
      for (const message of history.messages) kept.set(message.id, message)
      history.replaceMessages(messages, trigger)
    },
    inject: (texts) => history.inject(texts),
    base: () => history.base(),
  }
}

/** In the place of the conversation's, if it is there. */
function withTool(tools: readonly Tool[], tool: Tool): Tool[] {
  const found = tools.some(({ name }) => name === RETRIEVE_TOOL)
  return found ? tools.map((one) => (one.name === RETRIEVE_TOOL ? tool : one)) : [...tools, tool]
}

/** No conversation begins again when one of its agents is compacted. */
function withoutSessions(hooks: FireHooks): FireHooks {
  return async (event, data, signal) => (event === 'SessionStart' ? {} : hooks(event, data, signal))
}
