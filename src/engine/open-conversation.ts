// Opens one conversation: a plan, then the model, tools, permission, hooks, instructions, memory and the log over it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_IN_AGENTS } from '../agent/agents/built-in-agents.ts'
import { createDelegation, type DelegationOptions } from '../agent/agents/delegation.ts'
import { type AllowedTool, allowTools, unknownTools } from '../agent/allowed-tools.ts'
import { createPermissionGate } from '../agent/permission.ts'
import { createModeChange } from '../agent/plan/change-mode.ts'
import { planningText, plansFileText } from '../agent/plan/plan-file.ts'
import { QueryEngine } from '../agent/query-engine.ts'
import { createSkillTool, SKILL_TOOL } from '../agent/skills/skill-tool.ts'
import { createTasksTool } from '../agent/tasks/tasks-tool.ts'
import { worktreeIsolation } from '../agent/worktree.ts'
import type { ClientHost } from '../clients/client-host.ts'
import { createRetrieveTool } from '../compact/retrieve-tool.ts'
import { readSavedContext } from '../compact/saved-context.ts'
import { attempt } from '../lib/attempt.ts'
import { toolUsesOf } from '../lib/content.ts'
import { MemdirError } from '../lib/errors.ts'
import { randomId } from '../lib/ids.ts'
import { loadRedactor } from '../memory/redact-memory.ts'
import { UNRECOVERED } from '../messages/conversation.ts'
import { EXTRACTION_FAILED } from '../messages/extraction.ts'
import { listOf, type Message, message } from '../messages/message.ts'
import { ALLOWED_TOOL_UNKNOWN } from '../messages/permission.ts'
import type { Model } from '../models/model.ts'
import { createModelChooser } from '../models/model-config.ts'
import { openProjectAccess, type ProjectAccess } from '../settings/project-access.ts'
import type { Tool } from '../tools/tool.ts'
import { findOriginals } from '../transcript/find-originals.ts'
import type { TranscriptMessage } from '../transcript/transcript-message.ts'
import { askSelectorOf } from './ask-selector.ts'
import { controlLoops } from './control-loops.ts'
import type { Conversation, ConversationOptions } from './conversation.ts'
import { type AgentMemoryAccess, openAgentMemories } from './conversation-agent-memory.ts'
import { type Companions, conversationCompanions } from './conversation-companions.ts'
import { conversationContext } from './conversation-context.ts'
import { type Definitions, definitionsOf } from './conversation-definitions.ts'
import { conversationExtraction } from './conversation-extraction.ts'
import { type ConversationHooks, conversationHooks } from './conversation-hooks.ts'
import { openConversationLog, resumeTranscript } from './conversation-log.ts'
import { conversationMemory } from './conversation-memory.ts'
import { modelsConfig } from './conversation-models.ts'
import { conversationNotes } from './conversation-notes.ts'
import { conversationInstructions, conversationSystem, firstMessageOf } from './conversation-prompt.ts'
import { conversationServers } from './conversation-servers.ts'
import { skillsOf } from './conversation-skills.ts'
import { conversationTools, freeForMemory, freeForScratch } from './conversation-tools.ts'
import type { EngineContext } from './engine-context.ts'
import { rootsOf } from './find-project.ts'
import { noteHeard } from './heard-conversations.ts'
import { noteUsed } from './note-used.ts'
import { conversationOf } from './opened-conversation.ts'
import { openedMemoryNote } from './opened-memory.ts'
import { spoolEnd } from './own-turns.ts'
import { type ConversationPlan, planConversation } from './plan-conversation.ts'
import { projectSpend } from './project-spend.ts'
import { promptPieces } from './prompt-pieces.ts'

/** What of the engine a conversation uses. */
export interface ConversationHost extends ClientHost {
  loadMemoryPrompt(): string | undefined
}

export async function openConversation(
  context: EngineContext,
  host: ConversationHost,
  { unrecovered, ...options }: ConversationOptions & { unrecovered?: Error },
): Promise<Conversation> {
  const { directory, env, settings, location, clock, bare } = context
  const choose = createModelChooser(modelsConfig(settings, env, options.model))
  const project = openProjectAccess(env, rootsOf(location.identity, directory))
  const transcript = await transcriptOf(context, options)
  const plan = planConversation({
    context,
    model: choose(),
    transcript,
    ...loadDefinitions(context, project),
  })
  const ending = new AbortController()
  const redact = await loadRedactor('agent')
  const log = openConversationLog(context, plan, redact)
  let turn = randomId()
  const spend = projectSpend(context, { turn: () => turn })
  const memory = conversationMemory(host, plan.id, {
    openedNote: (path) => openedMemoryNote(context, path),
    ...(settings.get('selector.enabled') &&
      settings.get('models.small') !== undefined && {
        askSelector: askSelectorOf(() => spend.meter(choose('small'), 'selector')),
      }),
  })
  const agentMemories = openAgentMemories(context, plan)
  const companions = conversationCompanions(context, {
    ...{ id: plan.id, notes: transcript.notes, log: log.log, redact },
  })
  const tools = conversationTools({
    ...{ context, host, plan, memory, agentMemories, planFile: companions.plan },
    messages: () => query.messages,
  })
  const servers = await conversationServers({ context, plan, project, waitMs: options.waitForServersMs })
  const instructions = conversationInstructions(env, {
    ...plan,
    ...{ project, managedOnly: bare, reached: companions.reached.files },
  })
  const warnings: Message[] = []
  const hooks = conversationHooks(plan, {
    tools,
    instructions,
    memory,
    onReached: companions.reached.set,
    model: (name) => spend.meter(choose(name), 'hook'),
  })
  const firstMessage = firstMessageOf({
    instructions,
    clock,
    loadIndex: host.loadIndex,
    loadEverywhereIndex: host.loadEverywhereIndex,
    onLoaded: (event) => hooks.fire('InstructionsLoaded', { ...event }, ending.signal),
    onWarning: (warning) => warnings.push(warning),
  })
  const pieces = promptPieces(context, project, options, plan.id)
  hooks.notices.push(...pieces.notices)
  if (unrecovered) hooks.notices.push(unrecoveredNotice(unrecovered))
  const { allowedTools = [] } = options
  const asked = createPermissionGate(options.mode, options.ask)
  const permission = companions.plan.freed(
    freeForMemory(freeForScratch(allowTools(asked, allowedTools), pieces.scratch), location.memory),
  )
  const summariser = (model: Model) =>
    spend.check('compaction').status === 'over_cap' ? undefined : spend.meter(model, 'compaction')
  const control = controlLoops({
    ...{ skills: plan.skills, settings, clock },
    summariser: (name) => summariser(choose(name)),
    conversation: () => ({
      state: window.control.current,
      receipts: window.control.receipts,
      originals,
    }),
  })
  const delegation = delegationOf(context, plan, options, {
    ...{ permission, hooks, firstMessage, control, ending, agentMemories, companions },
    tools: (agent) => [...tools, ...servers.toolsFor(agent)],
    openServers: servers.openFor,
    model: (name) => spend.meter(choose(name), 'agent'),
    query: () => query,
  })
  const ownTools: Tool[] = [
    ...tools.map((tool) =>
      // What sub-agents call is theirs to remember.
      tool.name === SKILL_TOOL
        ? createSkillTool(
            () => plan.skills,
            (_, invoked) => companions.invoked.add(invoked),
          )
        : tool,
    ),
    createTasksTool(companions.tasks),
    createRetrieveTool(() => ({ receipts: window.control.receipts, originals })),
    delegation,
  ]
  hooks.notices.push(...unknownNotice(allowedTools, ownTools))
  // Last: where they change, as little as possible of the list does.
  const allTools = servers.behind(ownTools)
  const originals = (ids: readonly string[]) => findOriginals(plan.path, ids)
  const window = conversationContext({
    ...{
      plan,
      settings,
      clock,
      saved: readSavedContext(transcript.notes),
      log: log.log,
      hooks: hooks.fire,
      notes: options.notes ?? (async () => notes?.current()),
    },
    summariser: () => summariser(plan.model),
    query: () => query,
    tools: allTools,
    restored: companions.restored,
    calledSkill: (name) => companions.invoked.find(name)?.content,
    onCompacted() {
      forgetInstructions()
      memory.forget()
    },
  })
  const forgetInstructions = () => {
    instructions.compacted()
    companions.reached.set([])
  }
  const query: QueryEngine = new QueryEngine({
    model: spend.meter(plan.model, 'chat'),
    cwd: plan.cwd,
    messages: plan.messages,
    readState: companions.reads.state,
    permission,
    hooks: hooks.fireWithMemory,
    clock,
    log: log.log,
    maxTurns: options.maxTurns,
    onArrived: memory.onArrived,
    tools: allTools,
    prepare: window.prepare,
    edit: () => window.control.edit(allTools()),
    takeNotices: () => [...warnings.splice(0), ...servers.takeNotices(), ...window.takeNotices()],
    recover: (error, signal) => window.control.recover(error, signal),
    afterResponse(response) {
      window.control.afterResponse(response)
      notes?.check(toolUsesOf({ role: 'assistant', content: response.content }).length === 0)
    },
    firstMessage,
    attachments: async () => [
      ...plan.attachments,
      ...[servers.listing() ?? []].flat(),
      ...(permission.mode === 'plan' ? [planningText(companions.plan.path)] : []),
    ],
    system: conversationSystem(plan, host.loadMemoryPrompt, servers.instructions, pieces),
  })
  if (plan.missing.length > 0) query.notify(CUT_OUT)
  const notes = conversationNotes(context, plan, {
    ...{ redact, saved: transcript.notes, log: log.log },
    query: () => query,
    tokens: () => window.control.tokens() - window.overhead(),
    model: () => (spend.check('notes').status === 'over_cap' ? undefined : spend.meter(plan.model, 'notes')),
  })
  const opened = {
    notes,
    window,
    originals,
    host,
    query,
    memory,
    log,
    hooks,
    servers,
    ending,
    companions,
    changeMode: createModeChange(permission, companions.plan),
    instructions,
    forgetInstructions,
  }
  if (!options.unattended) noteHeard(context, { conversation: plan.id, client: 'memdir', path: plan.path })
  const extraction = conversationExtraction(context, {
    id: plan.id,
    unattended: options.unattended ?? false,
    forkPoint: () => query.forkPoint(),
    model: () => spend.meter(plan.model, 'extraction'),
    messages: () => query.messages,
    onDone(outcome) {
      options.onLearnt?.(outcome)
      for (const { file } of outcome.saved)
        void hooks.fire(
          'MemorySaved',
          { file_path: join(location.memory, file) },
          new AbortController().signal,
        )
    },
    onProblem: (error) => hooks.notices.push(extractionFailed(error)),
    spool: () => spoolEnd(context, plan.id, options.unattended),
    startWorker: () => host.startWorker('end'),
  })
  const noteTurn = (messages: readonly TranscriptMessage[]) =>
    // Counting must not keep anybody from talking.
    noteUsed(context, plan.id, messages).then(
      () => undefined,
      () => undefined,
    )
  const beginTurn = () => {
    turn = randomId()
    const { scratch } = pieces
    // Where it cannot be made, whoever writes there hears of it.
    if (scratch !== undefined) attempt(() => mkdirSync(scratch, { recursive: true, mode: 0o700 }))
  }
  return conversationOf(plan, {
    ...opened,
    extraction,
    beginTurn,
    noteUsed: noteTurn,
    tools: allTools,
  })
}

interface DelegationDependencies
  extends Pick<
    DelegationOptions,
    'tools' | 'openServers' | 'model' | 'permission' | 'firstMessage' | 'control'
  > {
  hooks: ConversationHooks
  agentMemories: AgentMemoryAccess
  companions: Companions
  /** Ends what runs in the background. */
  ending: AbortController
  query(): QueryEngine
}

/** The tool by which the model hands work to other agents. */
function delegationOf(
  { location }: EngineContext,
  plan: ConversationPlan,
  { onAgentEvent }: ConversationOptions,
  { hooks, ending, query, agentMemories, companions, ...given }: DelegationDependencies,
): Tool {
  return createDelegation({
    ...given,
    agents: () => plan.agents,
    hooks: hooks.fire,
    extraPrompt: async (agent) =>
      [
        await agentMemories.promptOf(agent),
        skillsOf(agent, plan.skills),
        agent.permissionMode === 'plan' ? plansFileText(companions.plan.path) : '',
      ]
        .filter(Boolean)
        .join('\n\n'),
    gateFor: (agent, gate) => companions.plan.freed(agentMemories.gateFor(agent, gate)),
    isolate: worktreeIsolation({
      repository: plan.root,
      directory: join(location.state, 'worktrees'),
      env: plan.environment,
    }),
    backgroundSignal: ending.signal,
    onEvent: onAgentEvent,
    forkPoint: () => query().forkPoint(),
    notify: (text) => query().notify(text),
    onUsage: (usage) => query().countUsage(usage),
  })
}

function loadDefinitions({ home, env, bare }: EngineContext, project: ProjectAccess): Definitions {
  return bare ? { agents: BUILT_IN_AGENTS, skills: [], problems: [] } : definitionsOf(home, env, project)
}

async function transcriptOf({ location }: EngineContext, { resume }: ConversationOptions) {
  return resume === undefined
    ? { id: randomId(12), messages: [], notes: [] }
    : resumeTranscript(location.sessions, resume)
}

function unrecoveredNotice(error: Error): Message {
  const problem = MemdirError.is(error) ? error.messages.message : error.message
  return message(UNRECOVERED, { problem })
}

function unknownNotice(allowed: readonly AllowedTool[], tools: readonly Tool[]): Message[] {
  const unknown = unknownTools(allowed, tools)
  return unknown.length === 0 ? [] : [message(ALLOWED_TOOL_UNKNOWN, { tools: listOf(unknown) })]
}

const CUT_OUT =
  'This conversation was resumed from its log. Where it says [redacted: …] a secret was cut out when it was saved: you saw it then and do not have it now. If you need it, ask the user or read its source again.'

function extractionFailed(error: unknown): Message {
  const problem = MemdirError.is(error) ? error.messages.message : String((error as Error)?.message ?? error)
  return message(EXTRACTION_FAILED, { problem })
}
