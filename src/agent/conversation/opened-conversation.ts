// One conversation as faces use it, over what was opened for it.

import { own } from '../../base/text/agent-text.ts'
import { inertFact, unmarkedText } from '../../base/text/inert-text.ts'
import { messagesAfter } from '../../learn/notes/notes-cursor.ts'
import { costOf } from '../../models/prices.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { retrieve } from '../compact/retrieve.ts'
import type { Instructions } from '../instructions/open-instructions.ts'
import { notice } from '../loop/agent-event.ts'
import { contextReport } from '../loop/context-report.ts'
import type { QueryEngine } from '../loop/query-engine.ts'
import type { ChangeMode } from '../plan/change-mode.ts'
import type { SkillGrants } from '../skills/skill-grants.ts'
import type { Tool } from '../tools/tool.ts'
import type { Conversation } from './conversation.ts'
import type { Companions } from './conversation-companions.ts'
import type { ConversationContext } from './conversation-context.ts'
import type { ConversationExtraction } from './conversation-extraction.ts'
import type { ConversationHooks } from './conversation-hooks.ts'
import type { ConversationLog } from './conversation-log.ts'
import type { ConversationMemory } from './conversation-memory.ts'
import type { KeptNotesOf } from './conversation-notes.ts'
import type { ConversationServers } from './conversation-servers.ts'
import { askedSkill } from './conversation-skills.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface OpenedConversation {
  tools(): readonly Tool[]
  extraction: ConversationExtraction
  host: { register(): Promise<unknown> }
  query: QueryEngine
  memory: ConversationMemory
  log: ConversationLog
  hooks: ConversationHooks
  servers: ConversationServers
  /** Ends what runs in the background. */
  ending: AbortController
  companions: Companions
  /** What called skills allow in this turn. */
  grants: SkillGrants
  /** Its hooks count no longer; waits for those that run. */
  detach(): Promise<void>
  changeMode: ChangeMode
  instructions: Pick<Instructions, 'list'>
  forgetInstructions(): void
  /** Its model calls are counted by themselves. */
  beginTurn(): void
  window: ConversationContext
  notes: KeptNotesOf | undefined
  /** Which memories the agent used in these messages. Never throws. */
  noteUsed(messages: readonly TranscriptMessage[]): Promise<void>
  originals(ids: readonly string[]): Promise<readonly TranscriptMessage[]>
}

export function conversationOf(plan: ConversationPlan, opened: OpenedConversation): Conversation {
  const { host, query, memory, log, hooks, ending, companions } = opened
  return {
    id: plan.id,
    model: plan.model,
    path: plan.path,
    missing: plan.missing,
    skills: plan.skills.filter(({ forUser }) => forUser),
    agents: plan.agents,
    problems: plan.problems,
    permission: query.permission,
    get tools() {
      return opened.tools().map(({ name }) => name)
    },
    get messages() {
      return query.messages
    },
    get usage() {
      return query.usage
    },
    cost: (usage = query.usage) => costOf(plan.price, usage),
    ready: (signal) => opened.servers.beginTurn(signal),
    async *submit(text, signal) {
      await host.register()
      for (const said of await hooks.changesSince()) query.notify(said)
      await opened.servers.beginTurn(signal)
      opened.beginTurn()
      const before = query.messages.at(-1)?.id
      const asked = askedSkill(plan.skills, text)
      if (asked) {
        const { name, content } = asked.invoked
        companions.invoked.add(asked.invoked)
        opened.grants.add(asked.skill)
        query.notify(
          own`The user has called the skill ${inertFact(name)} by its name.\n\n${unmarkedText(content)}`,
        )
      }
      for await (const event of query.submit(text, { signal })) {
        const secrets = event.type === 'end' ? log.takeNotice() : undefined
        if (secrets) yield notice(secrets)
        if (event.type === 'end' && event.reason === 'done') opened.extraction.turnEnded()
        if (event.type === 'end') await opened.noteUsed(messagesAfter(query.messages, before))
        yield event
      }
    },
    async clear() {
      await hooks.end('clear', 'clear')
      query.clear()
      opened.forgetInstructions()
      memory.forget('clear')
      companions.clear()
      opened.window.control.clear()
    },
    compact: ({ by, instructions, signal = new AbortController().signal }) =>
      opened.window.control.compact({ by, instructions, reason: 'asked', signal }),
    get tasks() {
      return companions.tasks.tasks
    },
    plan: () => {
      const text = companions.plan.text()
      return text === undefined ? undefined : { path: companions.plan.path, text }
    },
    setMode(mode, verdict) {
      for (const text of opened.changeMode(mode, verdict)) query.notify(text)
    },
    notes: () => opened.notes?.shown(),
    async updateNotes() {
      await opened.notes?.update()
      return opened.notes !== undefined
    },
    snip: (tokens) => opened.window.control.snip(tokens),
    get receipts() {
      return opened.window.control.receipts
    },
    showDropped: (id) =>
      retrieve({ receipts: opened.window.control.receipts, originals: opened.originals }, id),
    context: async () => contextReport(await query.forkPoint()),
    instructions: () => opened.instructions.list(),
    takeSaved: memory.takeSaved,
    servers: opened.servers.states,
    restartServer: opened.servers.restart,
    async close(leaving) {
      ending.abort()
      memory.selection?.drop()
      await Promise.all([opened.servers.close(), opened.notes?.close(), opened.extraction.end(leaving)])
      await hooks.end('exit')
      await opened.detach()
      log.log.close()
    },
  }
}
