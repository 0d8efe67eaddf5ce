// Opens one conversation: a plan, then the model, tools, permission, hooks, instructions, memory and the log over it.
import { mkdirSync } from 'node:fs'
import { UNRECOVERED } from '../../base/messages/conversation.ts'
import { EXTRACTION_FAILED, EXTRACTION_GIVEN_UP } from '../../base/messages/extraction.ts'
import { isMessage, listOf, type Message, message } from '../../base/messages/message.ts'
import { ALLOWED_TOOL_UNKNOWN } from '../../base/messages/permission.ts'
import { CHAT_ACTOR } from '../../base/settings/calling-agent.ts'
import { openProjectAccess } from '../../base/settings/project-access.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import { problemOf } from '../../base/values/problem-of.ts'
import { MOST_TRIES } from '../../learn/extract/plan-extraction.ts'
import { noteHeard } from '../../learn/heard-conversations.ts'
import { learningNews } from '../../learn/learning-stopped.ts'
import { noteUsed } from '../../learn/note-used.ts'
import { spoolEnd } from '../../learn/own-turns.ts'
import { rootsOf } from '../../memory/find-project.ts'
import { loadRedactor } from '../../memory/records/redact-memory.ts'
import { toolUsesOf } from '../../models/content.ts'
import { modelsConfig, standInNotice } from '../../models/conversation-models.ts'
import type { Model } from '../../models/model.ts'
import { createModelChooser } from '../../models/model-config.ts'
import { projectSpend } from '../../models/project-spend.ts'
import { findOriginals } from '../../models/transcript/find-originals.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { askSelectorOf } from '../../search/ask-selector.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ClientHost } from '../client-host.ts'
import { createRetrieveTool } from '../compact/retrieve-tool.ts'
import { readSavedContext } from '../compact/saved-context.ts'
import { type AllowedTool, allowTools, unknownTools } from '../loop/allowed-tools.ts'
import { createPermissionGate } from '../loop/permission.ts'
import { QueryEngine } from '../loop/query-engine.ts'
import { attachConversation } from '../memory-events.ts'
import { createModeChange } from '../plan/change-mode.ts'
import { planningText } from '../plan/plan-file.ts'
import { createSkillGrants } from '../skills/skill-grants.ts'
import { createSkillTool, SKILL_TOOL } from '../skills/skill-tool.ts'
import { createTasksTool } from '../tasks/tasks-tool.ts'
import type { Tool } from '../tools/tool.ts'
import { controlLoops } from './control-loops.ts'
import type { Conversation, ConversationOptions } from './conversation.ts'
import { openAgentMemories } from './conversation-agent-memory.ts'
import { conversationCompanions } from './conversation-companions.ts'
import { conversationContext } from './conversation-context.ts'
import { definitionsOf } from './conversation-definitions.ts'
import { conversationDelegation, oncePerModel } from './conversation-delegation.ts'
import { conversationExtraction } from './conversation-extraction.ts'
import { conversationHooks } from './conversation-hooks.ts'
import { openConversationLog, resumeTranscript } from './conversation-log.ts'
import { conversationMemory } from './conversation-memory.ts'
import { conversationNotes } from './conversation-notes.ts'
import { conversationNotifications } from './conversation-notifications.ts'
import { conversationInstructions, conversationSystem, firstMessageOf } from './conversation-prompt.ts'
import { conversationServers } from './conversation-servers.ts'
import { conversationTools, freeForMemory, freeForScratch } from './conversation-tools.ts'
import { conversationOf } from './opened-conversation.ts'
import { openedMemoryNote } from './opened-memory.ts'
import { planConversation } from './plan-conversation.ts'
import { promptPieces } from './prompt-pieces.ts'

/** What of the engine a conversation uses. */
export interface ConversationHost extends ClientHost {
  loadMemoryPrompt(): string | undefined
}

export async function openConversation(
  context: ProjectContext,
  host: ConversationHost,
  { unrecovered, ...options }: ConversationOptions & { unrecovered?: Error },
): Promise<Conversation> {
  const { directory, env, settings, location, clock, bare } = context
  const models = modelsConfig(settings, env, options.model)
  const choose = createModelChooser(models)
  const project = openProjectAccess(env, rootsOf(location.identity, directory))
  const transcript = await transcriptOf(context, options)
  const plan = planConversation({
    context,
    model: choose(),
    transcript,
    resumed: options.resume !== undefined,
    sessionHooks: options.hooks,
    ...definitionsOf({ home: context.home, env, settings, bare, project, flag: options.agents }),
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
    settingsPaths: settings.paths,
    model: (name) => spend.meter(choose(name), 'hook'),
  })
  const notifications = conversationNotifications(hooks)
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
  const asked = createPermissionGate(options.mode, options.ask && notifications.asking(options.ask))
  const grants = createSkillGrants()
  const allowed = grants.freed(allowTools(asked, allowedTools))
  const permission = companions.plan.freed(
    freeForMemory(freeForScratch(allowed, pieces.scratch), location.memory),
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
  const delegation = conversationDelegation(context, plan, options, {
    ...{ permission, hooks, notifications, firstMessage, control, ending, agentMemories, companions },
    noticeFor: oncePerModel((agent) => standInNotice(agent, models)),
    tools: (agent) => [...tools, ...servers.toolsFor(agent)],
    openServers: servers.openFor,
    model: (name) => spend.meter(choose(name), 'subagent'),
    query: () => query,
  })
  const ownTools: Tool[] = [
    ...tools.map((tool) =>
      // What sub-agents call is theirs to remember.
      tool.name === SKILL_TOOL
        ? createSkillTool(
            () => plan.skills,
            (skill, invoked) => {
              companions.invoked.add(invoked)
              grants.add(skill)
            },
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
      memory.forget('compaction')
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
    takeNotices: () => [
      ...warnings.splice(0),
      ...servers.takeNotices(),
      ...window.takeNotices(),
      ...[learningNews(context, true)?.message ?? []].flat(),
      ...notifications.takeAgentNotices(),
    ],
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
    tokens: () => window.control.tokens(),
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
    onDone: (outcome) => options.onLearnt?.(outcome),
    onProblem: (error) => hooks.notices.push(extractionFailed(error)),
    onGivenUp: (problem) => hooks.notices.push(message(EXTRACTION_GIVEN_UP, { tries: MOST_TRIES, problem })),
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
    grants.clear()
    const { scratch } = pieces
    // Where it cannot be made, whoever writes there hears of it.
    if (scratch !== undefined) attempt(() => mkdirSync(scratch, { recursive: true, mode: 0o700 }))
  }
  const detach = attachConversation(context, { actor: CHAT_ACTOR, fire: hooks.fire })
  return conversationOf(plan, {
    ...opened,
    grants,
    async detach() {
      detach()
      await notifications.settled()
    },
    extraction,
    beginTurn,
    noteUsed: noteTurn,
    tools: allTools,
  })
}

async function transcriptOf({ location }: ProjectContext, { resume }: ConversationOptions) {
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
  const problem = isMessage(error) ? error : problemOf(error)
  return message(EXTRACTION_FAILED, { problem })
}
