// Wires one conversation: model, tools, permission, hooks, instructions, memory and the log.
import { join } from 'node:path'
import { resolveAgents } from './agent/agent-definition.ts'
import type { AgentEvent } from './agent/agent-event.ts'
import { findAgents } from './agent/agent-files.ts'
import { agentListing } from './agent/agent-listing.ts'
import { type ContextShare, contextReport } from './agent/context-report.ts'
import { environmentSection, staticSections } from './agent/default-sections.ts'
import { createDelegation } from './agent/delegation.ts'
import { createFirstMessage } from './agent/first-message.ts'
import { hooksFrom, withInstructions } from './agent/loop-hooks.ts'
import {
  type AskPermission,
  createPermissionGate,
  type PermissionGate,
  type PermissionMode,
} from './agent/permission.ts'
import { dynamicSection } from './agent/prompt-section.ts'
import { QueryEngine } from './agent/query-engine.ts'
import { createSystemPrompt } from './agent/system-prompt.ts'
import { worktreeIsolation } from './agent/worktree.ts'
import { findHooks, projectTrust, settingsHooks, withMemory } from './engine-hooks.ts'
import { modelsConfig } from './engine-models.ts'
import { openIncludeApprovals } from './instructions/include-approvals.ts'
import { type InstructionLoad, openInstructions } from './instructions/open-instructions.ts'
import type { Clock } from './lib/clock.ts'
import type { Usage } from './lib/content.ts'
import { MemdirError } from './lib/errors.ts'
import { gitStatus } from './lib/git-status.ts'
import { randomId } from './lib/ids.ts'
import type { LoadedIndex } from './memory/index-file.ts'
import { INDEX_FILE } from './memory/index-file.ts'
import type { Location } from './memory/memory-location.ts'
import { checkWritePath, isInside } from './memory/memory-path.ts'
import type { MemoryStore } from './memory/memory-store.ts'
import { rootsOf } from './memory/write-target.ts'
import type { Ledger } from './models/ledger.ts'
import { meterModel } from './models/metered-model.ts'
import type { Model } from './models/model.ts'
import { createModelChooser, KEY_VARIABLES } from './models/model-config.ts'
import { costOf, DEFAULT_PRICES, findPrice } from './models/prices.ts'
import { checkSpend } from './models/spend-cap.ts'
import { readPrices, readSpendCaps } from './models/spend-settings.ts'
import type { RecallResult } from './recall/recall.ts'
import { userHome } from './settings/config-home.ts'
import type { Environment } from './settings/environment.ts'
import type { Settings } from './settings/settings.ts'
import { createTools } from './tools/create-tools.ts'
import { type FileAccess, nodeFileAccess, withMemoryWriter } from './tools/file-access.ts'
import { lazyLog } from './transcript/lazy-log.ts'
import { findSession, listSessions } from './transcript/list-sessions.ts'
import type { Message } from './transcript/message.ts'
import { readSession } from './transcript/read-session.ts'

/** What the engine gives. */
export interface ConversationParts {
  home: string
  directory: string
  env: Environment
  clock: Clock
  settings: Settings
  location: Location
  store: MemoryStore
  register(): Promise<void>
  loadMemoryPrompt(): string | undefined
  loadIndex(): LoadedIndex | undefined
  recall(request: {
    prompt: string
    conversation: string
    record: boolean
    signal: AbortSignal
  }): Promise<RecallResult>
  noteRead(conversation: string, paths: readonly string[]): void
  forgetShown(conversation: string): void
  openLedger(): Promise<Ledger>
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
  readonly permission: PermissionGate
  readonly usage: Usage
  /** US dollars; undefined where the price is not known. */
  cost(usage?: Usage): number | undefined
  submit(text: string, signal?: AbortSignal): AsyncGenerator<AgentEvent, void, undefined>
  /** Forgets what was said; instructions and memories may come again. */
  clear(): void
  /** What fills the window now, in estimated tokens. */
  context(): Promise<ContextShare[]>
  /** Memories that the agent wrote since the last call, as files. */
  takeSaved(): string[]
  /** Files outside the project that its instructions want to include and nobody has allowed. */
  waitingIncludes(): { file: string; from: string }[]
  approveInclude(file: string): void
  /** Hooks of the committed settings that wait for trust. */
  untrustedHooks(): number
  /** Counts from the next conversation on. */
  trustProject(): void
  close(): Promise<void>
}

export async function openConversation(
  parts: ConversationParts,
  options: ConversationOptions,
): Promise<Conversation> {
  const { home, directory: cwd, env, clock, settings, location } = parts
  const models = modelsConfig(settings, env, options.model)
  const choose = createModelChooser(models)
  const model = choose()
  const resumed =
    options.resume === undefined ? undefined : await resumeFrom(location.sessions, options.resume)
  const id = resumed?.id ?? randomId(12)
  const path = join(location.sessions, `${id}.jsonl`)
  const root = location.identity.git?.workTree ?? cwd
  const saved: string[] = []
  const environment = shellEnvironment(env)
  const tools = createTools({ access: memoryAccess(parts, id, saved), bash: { environment } })
  const approvals = openIncludeApprovals(join(home, 'approved-includes.json'))
  const instructions = openInstructions({
    cwd,
    root,
    home: userHome(env),
    managed: ['/etc/claude-code/CLAUDE.md', '/etc/memdir/MEMDIR.md'],
    user: [join(userHome(env), '.claude', 'CLAUDE.md')],
    approvals,
  })
  const found = findHooks(home, cwd)
  const trust = projectTrust(home)
  const ledger = found.hooks.length > 0 ? await parts.openLedger() : undefined
  const projectTrusted = found.committed.length === 0 || trust.isTrusted(root, found.committed)
  const runner = settingsHooks({
    found,
    cwd,
    environment,
    tools,
    projectTrusted,
    model: (name) => ownModel(parts, ledger!, choose(name)),
  })
  const notices = [...found.problems]
  const settingsOnly = hooksFrom(runner, { id, cwd, log: path })
  const hooks = withMemory(withInstructions(settingsOnly, instructions), {
    recall: (prompt, signal) => parts.recall({ prompt, conversation: id, record: true, signal }),
    noteRead: (read) => parts.noteRead(id, [read]),
    notices,
  })
  const permission = freeForMemory(createPermissionGate(options.mode, options.ask), location.memory)
  const ending = new AbortController()
  const agents = resolveAgents(
    findAgents([
      { directory: join(userHome(env), '.claude', 'agents'), source: 'user' },
      { directory: join(home, 'agents'), source: 'user' },
      { directory: join(root, '.claude', 'agents'), source: 'project' },
    ]).agents,
  )
  let told: InstructionLoad | undefined
  const firstMessage = async (): Promise<Message> => {
    const load = instructions.start()
    // Sub-agents get the same message: its files were told when they were loaded.
    const { events, warnings } = load === told ? NOTHING_LOADED : load
    told = load
    notices.push(...warnings)
    for (const event of events) await settingsOnly('InstructionsLoaded', { ...event }, ending.signal)
    const index = parts.loadIndex()
    return createFirstMessage({
      instructions,
      sections: index ? [{ heading: `${INDEX_FILE} (your memory's index)`, content: index.text }] : [],
      now: clock.now(),
    })
  }
  const agentTool = createDelegation({
    agents: () => agents,
    tools,
    model: choose,
    permission,
    hooks: settingsOnly,
    forkPoint: () => query.forkPoint(),
    firstMessage,
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
  const log = lazyLog(path, () => ({ id, project: location.identity.name, time: clock.now().toISOString() }))
  const query: QueryEngine = new QueryEngine({
    model,
    cwd,
    permission,
    hooks,
    clock,
    log,
    maxTurns: options.maxTurns,
    messages: resumed?.messages,
    tools: [...tools, agentTool],
    firstMessage,
    attachments: async () => [agentListing(agents)],
    system: createSystemPrompt({
      sections: [
        ...staticSections(),
        dynamicSection('memory', () => parts.loadMemoryPrompt()),
        environmentSection({
          cwd,
          platform: process.platform,
          isGit: location.identity.git !== undefined,
          model: model.name,
        }),
      ],
      keep: ['memory'],
      last: dynamicSection('git', () => (location.identity.git ? gitStatus(root, environment) : undefined)),
    }),
  })
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
    get messages() {
      return query.messages
    },
    get usage() {
      return query.usage
    },
    cost: (usage = query.usage) => costOf(price, usage),
    async *submit(text, signal) {
      await parts.register()
      yield* query.submit(text, { signal })
    },
    clear() {
      query.clear()
      instructions.compacted()
      parts.forgetShown(id)
    },
    context: async () => contextReport(await query.forkPoint()),
    takeSaved: () => [...new Set(saved.splice(0))],
    waitingIncludes: () => instructions.start().waiting,
    approveInclude(file) {
      approvals.approve(root, file)
      instructions.compacted()
    },
    untrustedHooks: () =>
      projectTrusted ? 0 : found.hooks.filter((hook) => hook.source === 'project').length,
    trustProject: () => trust.trust(root, found.committed, clock.now()),
    async close() {
      ending.abort()
      if (query.messages.length > (resumed?.messages.length ?? 0))
        await settingsOnly('SessionEnd', { reason: 'exit' }, new AbortController().signal)
      log.close()
    },
  }
}

const NOTHING_LOADED: Pick<InstructionLoad, 'events' | 'warnings'> = { events: [], warnings: [] }

async function resumeFrom(directory: string, which: string | true) {
  const facts = findSession(listSessions(directory), which === true ? undefined : which)
  const { messages } = await readSession(facts.path)
  return { id: facts.id, messages }
}

/** A model for what nobody asked for: every call is counted, and none is made over a cap. */
function ownModel({ settings, location }: ConversationParts, ledger: Ledger, model: Model): Model {
  const account = { purpose: 'hook', project: location.identity.name }
  const answer = checkSpend(ledger, readSpendCaps(settings.get('spend.caps')), account)
  if (answer.status === 'over_cap') throw new MemdirError('unavailable', answer.message)
  return meterModel(model, { ledger, ...account })
}

/** Memory has its own proof, history and undo: nobody is asked about it, but a plan writes nothing. */
function freeForMemory(gate: PermissionGate, memory: string): PermissionGate {
  return {
    get mode() {
      return gate.mode
    },
    set mode(mode) {
      gate.mode = mode
    },
    async decide(call, signal) {
      const writes = call.tool === 'Write' || call.tool === 'Edit'
      if (writes && gate.mode !== 'plan' && checkWritePath(call.input.file_path, rootsOf(memory)).ok)
        return { allowed: true }
      return gate.decide(call, signal)
    },
  }
}

function memoryAccess({ store, location }: ConversationParts, id: string, saved: string[]): FileAccess {
  const access = withMemoryWriter(nodeFileAccess, {
    directory: location.memory,
    writer: store.writer,
    context: { actor: 'memdir-chat', source: { origin: 'agent', conversation: id } },
  })
  return {
    ...access,
    async write(path, content, seen) {
      await access.write(path, content, seen)
      const within = rootsOf(location.memory).find((memory) => isInside(memory, path))
      if (within !== undefined && !path.endsWith(`/${INDEX_FILE}`)) saved.push(path.slice(within.length + 1))
    },
  }
}

/** What commands inherit: everything but the keys of models. */
function shellEnvironment(env: Environment): Record<string, string> {
  const keys = new Set<string>(Object.values(KEY_VARIABLES).flat())
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !keys.has(entry[0]),
    ),
  )
}
