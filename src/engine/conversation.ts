// Wires one conversation: model, tools, permission, hooks, instructions, memory and the log.
import { join } from 'node:path'
import type { AgentEvent } from '../agent/agent-event.ts'
import { agentListing } from '../agent/agents/agent-listing.ts'
import { createDelegation } from '../agent/agents/delegation.ts'
import { type ContextShare, contextReport } from '../agent/context-report.ts'
import { hooksFrom, withInstructions } from '../agent/loop-hooks.ts'
import {
  type AskPermission,
  createPermissionGate,
  type PermissionGate,
  type PermissionMode,
} from '../agent/permission.ts'
import { QueryEngine } from '../agent/query-engine.ts'
import type { SkillDefinition } from '../agent/skills/skill-definition.ts'
import { skillListing } from '../agent/skills/skill-listing.ts'
import { worktreeIsolation } from '../agent/worktree.ts'
import type { ClientHost, RecallResult } from '../clients/client-host.ts'
import type { Usage } from '../lib/content.ts'
import { randomId } from '../lib/ids.ts'
import { loadRedactor } from '../memory/redact-memory.ts'
import { message } from '../messages/message.ts'
import { SECRETS_SENT } from '../messages/secrets.ts'
import type { Model } from '../models/model.ts'
import { createModelChooser } from '../models/model-config.ts'
import { openProjectAccess } from '../settings/project-access.ts'
import { costOf, DEFAULT_PRICES, findPrice } from '../spend/prices.ts'
import { readPrices } from '../spend/spend-settings.ts'
import { lazyLog } from '../transcript/lazy-log.ts'
import { findSession, listSessions } from '../transcript/list-sessions.ts'
import type { Message } from '../transcript/message.ts'
import { readSession } from '../transcript/read-session.ts'
import type { RedactText } from '../transcript/redact-entry.ts'
import { typedTexts } from '../transcript/typed-text.ts'
import { agentsOf } from './agent-memories.ts'
import {
  findHooks,
  type MemoryEvent,
  type MemoryHooks,
  settingsHooks,
  withMemory,
} from './conversation-hooks.ts'
import { modelsConfig } from './conversation-models.ts'
import { conversationInstructions, conversationSystem, firstMessageOf } from './conversation-prompt.ts'
import {
  askedSkill,
  conversationSkills,
  conversationTools,
  freeForMemory,
  shellEnvironment,
  skillsOf,
} from './conversation-tools.ts'
import type { EngineContext } from './engine-context.ts'
import { rootsOf } from './find-project.ts'
import { projectSpend } from './project-spend.ts'

/** What of the engine a conversation uses. */
export interface ConversationHost extends ClientHost {
  loadMemoryPrompt(): string | undefined
}

export interface ConversationParts {
  context: EngineContext
  host: ConversationHost
}

export interface ConversationOptions {
  /** `provider/model`; `models.main` where it is left out. */
  model?: string
  /** An id or the beginning of one; true: the newest. */
  resume?: string | true
  mode: PermissionMode
  /** Without it nobody can be asked. */
  ask?: AskPermission
  maxTurns?: number
  /** What sub-agents do. */
  onAgentEvent?: (agent: string, event: AgentEvent) => void
}

export interface Conversation {
  readonly id: string
  readonly model: Pick<Model, 'provider' | 'name' | 'window'>
  /** Its log, made with the first message. */
  readonly path: string
  readonly messages: readonly Message[]
  /** Rules of the secrets that its log does not have: a resumed conversation goes on without them. */
  readonly missing: readonly string[]
  readonly permission: PermissionGate
  readonly usage: Usage
  /** US dollars; undefined where the price is not known. */
  cost(usage?: Usage): number | undefined
  /** `/NAME …` of a skill brings its text along. */
  submit(text: string, signal?: AbortSignal): AsyncGenerator<AgentEvent, void, undefined>
  /** What the person can start with `/NAME`. */
  readonly skills: readonly SkillDefinition[]
  /** Forgets what was said; instructions and memories may come again. */
  clear(): void
  /** What fills the window now, in estimated tokens. */
  context(): Promise<ContextShare[]>
  /** Memories that the agent wrote since the last call, as files. */
  takeSaved(): string[]
  close(): Promise<void>
}

export async function openConversation(
  { context, host }: ConversationParts,
  options: ConversationOptions,
): Promise<Conversation> {
  const { home, directory: cwd, env, clock, settings, location } = context
  const choose = createModelChooser(modelsConfig(settings, env, options.model))
  const model = choose()
  const resumed =
    options.resume === undefined ? undefined : await resumeFrom(location.sessions, options.resume)
  const id = resumed?.id ?? randomId(12)
  const path = join(location.sessions, `${id}.jsonl`)
  const repository = location.identity.git?.workTree
  const root = repository ?? cwd
  const environment = shellEnvironment(env, id)
  const project = openProjectAccess(env, rootsOf(location.identity, cwd))
  const skills = conversationSkills(home, env, project)
  const saved: string[] = []
  const changes: MemoryEvent[] = []
  const changed = (event: MemoryEvent['event'], file: string) =>
    changes.push({ event, file_path: join(location.memory, file) })
  const tools = conversationTools({
    host,
    id,
    skills,
    environment,
    typed: async () => typedTexts(query.messages),
    home,
    env,
    onSaved(file) {
      saved.push(file)
      changed('MemorySaved', file)
    },
    onForgotten: (file) => changed('MemoryForgotten', file),
  })
  const instructions = conversationInstructions(env, { cwd, root, project })
  const found = findHooks(settings)
  const runner = settingsHooks({
    found,
    cwd,
    environment,
    tools,
    model: (name) => projectSpend(context).meter(choose(name), 'hook'),
  })
  const notices: MemoryHooks['notices'] = [...found.problems]
  const settingsOnly = hooksFrom(runner, { id, cwd, log: path })
  const recalled = recalledMemories((result) => void host.noteShown(id, result))
  const hooks = withMemory(withInstructions(settingsOnly, instructions), {
    recall: (prompt, signal) => host.recall({ prompt, conversation: id, attached: recalled.files(), signal }),
    onAttached: recalled.add,
    noteRead: (read) => host.noteRead(id, [read]),
    takeChanges: () => changes.splice(0),
    notices,
  })
  const permission = freeForMemory(createPermissionGate(options.mode, options.ask), location.memory)
  const ending = new AbortController()
  const agents = agentsOf(home, env, project)
  const firstMessage = firstMessageOf({
    instructions,
    clock,
    loadIndex: () => host.loadIndex(),
    onLoaded: (event) => settingsOnly('InstructionsLoaded', { ...event }, ending.signal),
    onWarning: (text) => notices.push(text),
  })
  const agentTool = createDelegation({
    agents: () => agents,
    tools,
    model: choose,
    permission,
    hooks: settingsOnly,
    forkPoint: () => query.forkPoint(),
    firstMessage,
    extraPrompt: async (agent) => skillsOf(agent, skills),
    isolate: worktreeIsolation({
      repository: root,
      directory: join(location.state, 'worktrees'),
      env: environment,
    }),
    notify: (text) => query.notify(text),
    backgroundSignal: ending.signal,
    onUsage: (usage) => query.countUsage(usage),
    onEvent: options.onAgentEvent,
  })
  const secrets = createLogRedactor(await loadRedactor('agent'))
  const log = lazyLog(path, secrets.redact, () => ({
    id,
    project: location.identity.name,
    time: clock.now().toISOString(),
  }))
  const attachments = [agentListing(agents), skillListing(skills)].filter((text) => text !== undefined)
  const query: QueryEngine = new QueryEngine({
    model,
    cwd,
    permission,
    hooks,
    clock,
    log,
    maxTurns: options.maxTurns,
    onArrived: recalled.arrived,
    messages: resumed?.messages,
    tools: [...tools, agentTool],
    firstMessage,
    attachments: async () => attachments,
    system: conversationSystem({
      cwd,
      repository,
      model: model.name,
      environment,
      loadMemoryPrompt: () => host.loadMemoryPrompt(),
    }),
  })
  const missing = [...new Set(resumed?.messages.flatMap(({ redacted = [] }) => redacted))]
  if (missing.length > 0) query.notify(CUT_OUT)
  const price = findPrice(
    { ...DEFAULT_PRICES, ...readPrices(settings.get('spend.prices')) },
    model.provider,
    model.name,
  )
  return {
    id,
    model,
    path,
    permission,
    skills: skills.filter(({ forUser }) => forUser),
    missing,
    get messages() {
      return query.messages
    },
    get usage() {
      return query.usage
    },
    cost: (usage = query.usage) => costOf(price, usage),
    async *submit(text, signal) {
      await host.register()
      const asked = askedSkill(skills, text)
      if (asked) query.notify(`The user has called the skill ${asked.name} by its name.\n\n${asked.text}`)
      for await (const event of query.submit(text, { signal })) {
        const rules = event.type === 'end' ? secrets.takeNew() : []
        if (rules.length > 0) {
          const said = message(SECRETS_SENT, {
            rules: rules.join(', '),
            model: `${model.provider}/${model.name}`,
          })
          yield { type: 'notice', text: said.en, said }
        }
        yield event
      }
    },
    clear() {
      query.clear()
      recalled.forget()
      instructions.compacted()
      host.forgetShown(id)
    },
    context: async () => contextReport(await query.forkPoint()),
    takeSaved: () => [...new Set(saved.splice(0))],
    async close() {
      ending.abort()
      if (query.messages.length > (resumed?.messages.length ?? 0))
        await settingsOnly('SessionEnd', { reason: 'exit' }, new AbortController().signal)
      log.close()
    },
  }
}

const CUT_OUT =
  'This conversation was resumed from its log. Where it says [redacted: …] a secret was cut out when it was saved: you saw it then and do not have it now. If you need it, ask the user or read its source again.'

/** Cuts secrets out of a log, and remembers which kinds have not been told to the person yet. */
function createLogRedactor(redact: RedactText) {
  const told = new Set<string>()
  const fresh = new Set<string>()
  return {
    redact(text: string) {
      const clean = redact(text)
      for (const rule of clean.rules) if (!told.has(rule)) fresh.add(rule)
      return clean
    },
    takeNew(): string[] {
      const rules = [...fresh]
      fresh.clear()
      for (const rule of rules) told.add(rule)
      return rules
    },
  }
}

/** Memories in messages that no model has received yet: they count as shown when one has. */
function recalledMemories(onShown: (result: RecallResult) => void) {
  const waiting: RecallResult[] = []
  return {
    files: () => waiting.flatMap(({ memories }) => memories.map(({ memory }) => memory.file)),
    add: (result: RecallResult) => void waiting.push(result),
    arrived: () => waiting.splice(0).forEach(onShown),
    forget: () => void waiting.splice(0),
  }
}

async function resumeFrom(directory: string, which: string | true) {
  const facts = findSession(listSessions(directory), which === true ? undefined : which)
  const { messages } = await readSession(facts.path)
  return { id: facts.id, messages }
}
