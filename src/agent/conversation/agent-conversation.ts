// One conversation of memdir's own: the model, its tools, permission, hooks, instructions, memory and the log, over a plan.

import { type ConversationLearning, conversationLearning } from '../../learn/conversation-learning.ts'
import { conversationNotes, type KeptNotes } from '../../learn/conversation-notes.ts'
import type { ForkNotes } from '../../learn/session-notes.ts'
import { costOf } from '../../models/prices.ts'
import { notice } from '../agent-event.ts'
import { type Retrieval, retrieve } from '../compact/retrieve.ts'
import type { Conversation } from '../conversation.ts'
import { contextReport } from '../loop/context-report.ts'
import { QueryEngine } from '../loop/query-engine.ts'
import type { Tool } from '../tools/tool.ts'
import { type AgentMemoryAccess, openAgentMemories } from './conversation-agent-memory.ts'
import { type Companions, conversationCompanions } from './conversation-companions.ts'
import { type ConversationContext, conversationContext } from './conversation-context.ts'
import { conversationDelegation } from './conversation-delegation.ts'
import type { ConversationDependencies } from './conversation-dependencies.ts'
import { type ConversationHooks, conversationHooks } from './conversation-hooks.ts'
import { type ConversationLog, openConversationLog } from './conversation-log.ts'
import { type ConversationMemory, conversationMemory } from './conversation-memory.ts'
import { ConversationNotices } from './conversation-notices.ts'
import {
  type ConversationPermission,
  conversationPermission,
  unknownNotice,
} from './conversation-permission.ts'
import { conversationInstructions, conversationSystem, firstMessageOf } from './conversation-prompt.ts'
import { type ConversationServers, conversationServers } from './conversation-servers.ts'
import { askedSkill } from './conversation-skills.ts'
import { conversationTools, ownTools } from './conversation-tools.ts'
import { notesFork } from './notes-fork.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export class AgentConversation implements Conversation {
  readonly id: string
  readonly model: Conversation['model']
  readonly path: string
  readonly missing: readonly string[]
  readonly skills: Conversation['skills']
  readonly agents: Conversation['agents']
  readonly problems: Conversation['problems']
  private readonly planned: ConversationPlan
  private readonly deps: ConversationDependencies
  /** Ends what runs in the background. */
  private readonly ending = new AbortController()
  private readonly notices: ConversationNotices
  private readonly log: ConversationLog
  private readonly memory: ConversationMemory
  private readonly companions: Companions
  private readonly asked: ConversationPermission
  private readonly mcpServers: ConversationServers
  private readonly instructionFiles: ReturnType<typeof conversationInstructions>
  private readonly hooks: ConversationHooks
  private readonly firstMessage: ReturnType<typeof firstMessageOf>
  private readonly allTools: () => readonly Tool[]
  private readonly window: ConversationContext
  private readonly query: QueryEngine
  private readonly keptNotes: KeptNotes | undefined
  private readonly learning: ConversationLearning
  private detach = () => {}

  /** Reads nothing and starts nothing: `start` does. */
  constructor(plan: ConversationPlan, deps: ConversationDependencies) {
    const { id, model, path, missing, skills, agents, problems } = plan
    const { context, project, models, redact, ask } = deps
    const { location, env } = context
    this.id = id
    this.model = model
    this.path = path
    this.missing = missing
    this.skills = skills.filter(({ forUser }) => forUser)
    this.agents = agents
    this.problems = problems
    this.planned = plan
    this.deps = deps
    this.notices = new ConversationNotices(plan.notices, (event, data) => this.hooks.tell(event, data))
    this.log = openConversationLog(context, plan, redact)
    this.memory = conversationMemory(context, id, models.selector)
    const { log } = this.log
    this.companions = conversationCompanions(context, { id, notes: plan.notes, log, redact })
    const { plan: planFile, reached } = this.companions
    this.asked = conversationPermission(plan, {
      ...{ planFile, memory: location.memory },
      ask: ask && this.notices.asking(ask),
    })
    this.mcpServers = conversationServers(context, plan)
    this.instructionFiles = conversationInstructions(env, {
      ...{ ...plan, project, managedOnly: context.bare, reached: reached.files },
    })
    const agentMemories = openAgentMemories(context, plan)
    const shared = conversationTools({
      ...{ ...deps, plan, memory: this.memory, agentMemories, planFile },
      messages: () => this.messages,
    })
    this.hooks = this.openHooks(shared)
    this.firstMessage = firstMessageOf(context, {
      instructions: this.instructionFiles,
      onLoaded: (event) => this.hooks.fire('InstructionsLoaded', { ...event }, this.ending.signal),
      onWarning: (warning) => this.notices.addSoon(warning),
    })
    const own = ownTools(shared, {
      ...{ skills, companions: this.companions, grants: this.asked.grants },
      dropped: () => this.dropped,
      delegation: this.openDelegation(shared, agentMemories),
    })
    this.notices.addNext(...unknownNotice(plan.allowedTools, own))
    // Last: where they change, as little as possible of the list does.
    this.allTools = this.mcpServers.behind(own)
    this.window = this.openWindow()
    this.query = this.openQuery()
    if (missing.length > 0) this.query.notify(CUT_OUT)
    this.keptNotes = conversationNotes(context, {
      ...{ id, redact, log, saved: plan.notes, messages: () => this.messages },
      tokens: () => this.window.state.tokens(),
      fork: () => this.notesFork(),
    })
    this.learning = conversationLearning(context, {
      ...{ id, path, unattended: plan.unattended, messages: () => this.messages },
      loadFork: async () =>
        (await import('./memory-fork.ts')).memoryFork({
          forkPoint: () => this.query.forkPoint(),
          model: () => models.meter('extraction'),
          memoryDirectory: location.memory,
        }),
      onLearnt: (outcome) => deps.onLearnt?.(outcome),
      onNotice: (said) => this.notices.addNext(said),
    })
  }

  /** Its servers are started, its hooks hear of memory, and it is known as a conversation. */
  async start(): Promise<void> {
    await this.mcpServers.start()
    await this.learning.start()
    this.detach = this.hooks.attach(this.deps.context)
  }

  private notesFork(): ForkNotes | undefined {
    const { models, context } = this.deps
    const model = models.meterBelowCap('notes')
    return (
      model &&
      notesFork({
        ...{ model, clock: context.clock, forkPoint: () => this.query.forkPoint() },
        onUsage: (usage) => this.query.countUsage(usage),
      })
    )
  }

  private openHooks(tools: readonly Tool[]): ConversationHooks {
    const { models, context } = this.deps
    return conversationHooks(this.planned, {
      ...{ tools, instructions: this.instructionFiles, memory: this.memory, notices: this.notices },
      onReached: this.companions.reached.set,
      settingsPaths: context.settings.paths,
      model: (name) => models.meter('hook', name),
    })
  }

  private openDelegation(tools: readonly Tool[], agentMemories: AgentMemoryAccess): Tool {
    const { hooks, notices, ending, companions, firstMessage } = this
    return conversationDelegation(this.planned, this.deps, {
      ...{ tools, hooks, notices, ending, companions, agentMemories, firstMessage },
      permission: this.asked.gate,
      servers: this.mcpServers,
      query: () => this.query,
      window: () => ({ ...this.dropped, state: this.window.state.current }),
    })
  }

  private openWindow(): ConversationContext {
    const { context, models, notes } = this.deps
    return conversationContext({
      ...{ plan: this.planned, saved: this.planned.saved, log: this.log.log, tools: this.allTools },
      ...{ settings: context.settings, clock: context.clock, hooks: this.hooks.fire },
      notes: notes ?? (async () => this.keptNotes?.current()),
      summariser: (task) => models.meterBelowCap(task),
      query: () => this.query,
      restored: this.companions.restored,
      calledSkill: (name) => this.companions.invoked.find(name)?.content,
      onCompacted: () => {
        this.forgetInstructions()
        this.memory.forget('compaction')
      },
    })
  }

  private openQuery(): QueryEngine {
    const { context, models } = this.deps
    const { planned: plan, window, mcpServers } = this
    const { cwd, messages, maxTurns } = plan
    return new QueryEngine({
      ...{ cwd, messages, maxTurns, clock: context.clock, log: this.log.log, tools: this.allTools },
      model: models.meter('chat'),
      readState: this.companions.reads.state,
      permission: this.asked.gate,
      hooks: this.hooks.fireWithMemory,
      onArrived: this.memory.onArrived,
      prepare: window.prepare,
      edit: () => window.state.edit(this.allTools()),
      takeNotices: () => this.takeNotices(),
      recover: (error, signal) => window.control.recover(error, signal),
      afterResponse: (response) => {
        window.state.afterResponse(response)
        this.keptNotes?.check(response.content.every(({ type }) => type !== 'tool_use'))
      },
      firstMessage: this.firstMessage,
      attachments: async () => [
        ...plan.attachments,
        ...[mcpServers.listing() ?? []].flat(),
        ...this.asked.attachments(),
      ],
      system: conversationSystem(context, plan, mcpServers.instructions),
    })
  }

  private takeNotices() {
    const { notices, mcpServers, window, learning } = this
    return [
      ...notices.takeSoon(),
      ...mcpServers.takeNotices(),
      ...window.takeNotices(),
      ...learning.takeNotices(),
    ]
  }

  private get dropped(): Retrieval {
    return { receipts: this.receipts, originals: this.log.originals }
  }

  private forgetInstructions(): void {
    this.instructionFiles.compacted()
    this.companions.reached.set([])
  }

  get permission() {
    return this.asked.gate
  }

  get tools() {
    return this.allTools().map(({ name }) => name)
  }

  get messages() {
    return this.query.messages
  }

  get usage() {
    return this.query.usage
  }

  get tasks() {
    return this.companions.tasks.tasks
  }

  get receipts() {
    return this.window.state.receipts
  }

  cost(usage = this.usage) {
    return costOf(this.planned.price, usage)
  }

  ready(signal?: AbortSignal) {
    return this.mcpServers.beginTurn(signal)
  }

  async *submit(text: string, signal?: AbortSignal) {
    const { query, learning } = this
    await this.deps.host.register()
    for (const said of await this.hooks.changesSince()) query.notify(said)
    await this.ready(signal)
    // Its model calls are counted by themselves.
    this.deps.models.beginTurn()
    this.asked.beginTurn()
    const before = query.messages.at(-1)?.id
    this.callSkill(text)
    for await (const event of query.submit(text, { signal })) {
      const secrets = event.type === 'end' ? this.log.takeNotice() : undefined
      if (secrets) yield notice(secrets)
      if (event.type === 'end' && event.reason === 'done') learning.turnEnded()
      if (event.type === 'end') await learning.noteUsedAfter(before)
      yield event
    }
  }

  private callSkill(line: string): void {
    const called = askedSkill(this.planned.skills, line)
    if (!called) return
    this.companions.invoked.add(called.invoked)
    this.asked.grants.add(called.skill)
    this.query.notify(called.told)
  }

  async clear() {
    await this.hooks.end('clear', 'clear')
    this.query.clear()
    this.forgetInstructions()
    this.memory.forget('clear')
    this.companions.clear()
    this.window.state.clear()
  }

  async context() {
    return contextReport(await this.query.forkPoint())
  }

  compact(options: Parameters<Conversation['compact']>[0]) {
    const { by, instructions, signal = new AbortController().signal } = options
    return this.window.control.compact({ by, instructions, reason: 'asked', signal })
  }

  plan() {
    const { text, path } = this.companions.plan
    const active = text()
    return active === undefined ? undefined : { path, text: active }
  }

  setMode(...[mode, verdict]: Parameters<Conversation['setMode']>) {
    for (const text of this.asked.changeMode(mode, verdict)) this.query.notify(text)
  }

  notes() {
    return this.keptNotes?.shown()
  }

  async updateNotes() {
    await this.keptNotes?.update()
    return this.keptNotes !== undefined
  }

  snip(tokens?: number) {
    return this.window.state.snip(tokens)
  }

  showDropped(receipt: string) {
    return retrieve(this.dropped, receipt)
  }

  instructions() {
    return this.instructionFiles.list()
  }

  takeSaved() {
    return this.memory.takeSaved()
  }

  servers() {
    return this.mcpServers.states()
  }

  restartServer(name: string) {
    return this.mcpServers.restart(name)
  }

  async close(...[leaving]: Parameters<Conversation['close']>) {
    this.ending.abort()
    this.memory.selection?.drop()
    await Promise.all([this.mcpServers.close(), this.keptNotes?.close(), this.learning.end(leaving)])
    await this.hooks.end('exit')
    this.detach()
    await this.notices.settled()
    this.log.log.close()
  }
}

const CUT_OUT =
  'This conversation was resumed from its log. Where it says [redacted: …] a secret was cut out when it was saved: you saw it then and do not have it now. If you need it, ask the user or read its source again.'
