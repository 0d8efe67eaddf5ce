import { mcpClientTexts } from '../../base/messages/mcp-client.ts'
import { listOf, type Message, message } from '../../base/messages/message.ts'
import { isObject } from '../../base/values/is-object.ts'
import { packageVersion } from '../../base/values/own-package.ts'
import { toolUsesOf } from '../../models/content.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { OwnServers } from '../agents/delegation.ts'
import type { McpServers, OpenServersOptions, ServerState } from '../mcp-client/open-servers.ts'
import type { Tool } from '../tools/tool.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface ConversationServers {
  /** Begins to start those that are configured; until then there are none. Waits for none of them. */
  start(): Promise<void>
  beginTurn(signal?: AbortSignal): Promise<void>
  /** A list of tools with those of the servers behind them; the same list as long as nothing changes. */
  behind(own: readonly Tool[]): () => readonly Tool[]
  /** In addition to the conversation's own tools. */
  toolsFor(agent: AgentDefinition): readonly Tool[]
  /** What an agent's definition asks for by `mcpServers`, for as long as it runs. */
  openFor(agent: AgentDefinition, signal: AbortSignal): Promise<OwnServers | undefined>
  listing(): string | undefined
  instructions(): string | undefined
  takeNotices(): Message[]
  states(): ServerState[]
  restart(name: string): Promise<boolean>
  close(): Promise<void>
}

/** Whoever types waits no longer; a server that takes longer joins with a later message. */
const WAIT_MS = 5_000

export function conversationServers(
  { env, settings, bare }: Pick<ProjectContext, 'env' | 'settings' | 'bare'>,
  plan: Pick<ConversationPlan, 'cwd' | 'environment' | 'messages' | 'model' | 'servers' | 'waitForServersMs'>,
): ConversationServers {
  const { cwd, environment, model, servers: written } = plan
  const startTimeoutMs = 1_000 * (settings.get('mcp.startTimeout') ?? 0)
  const callTimeoutMs = 1_000 * (settings.get('mcp.callTimeout') ?? 0)
  const open = async (more: Pick<OpenServersOptions, 'written' | 'used'>): Promise<McpServers> => {
    const { openServers } = await import('../mcp-client/open-servers.ts')
    return openServers({
      ...{ env, cwd, environment, startTimeoutMs, callTimeoutMs },
      ...{ version: packageVersion(), window: model.window, ...more },
    })
  }
  let servers: McpServers | undefined
  const told = new Set<AgentDefinition>()
  return {
    async start() {
      if (Object.keys(written).length === 0) return
      const used = plan.messages.flatMap((one) => toolUsesOf(one).map(({ name }) => name))
      servers = await open({ written, used })
    },
    beginTurn: async (signal) =>
      servers?.beginTurn(Math.min(plan.waitForServersMs ?? WAIT_MS, startTimeoutMs), signal),
    behind: (own) => joined(own, () => servers?.tools()),
    toolsFor: ({ tools }) => servers?.toolsFor(tools?.map(({ name }) => name)) ?? [],
    async openFor(agent, signal) {
      if (bare) return undefined
      const { names, inline, unreadable } = serversOfAgent(agent.mcpServers)
      const notices = told.has(agent)
        ? []
        : strayEntries(agent.name, { names, unreadable }, Object.keys(written))
      told.add(agent)
      const named = names.length > 0 ? (servers?.toolsFor(names.map((name) => `mcp__${name}`)) ?? []) : []
      if (Object.keys(inline).length === 0) {
        if (named.length === 0 && notices.length === 0) return undefined
        return { tools: named, notices, close: async () => {} }
      }
      const own = await open({ written: inline })
      await own.beginTurn(startTimeoutMs, signal)
      return {
        tools: [...named, ...own.tools()],
        prompt: own.instructions(),
        notices: [...notices, ...own.takeNotices()],
        close: own.close,
      }
    },
    listing: () => servers?.listing(),
    instructions: () => servers?.instructions(),
    takeNotices: () => servers?.takeNotices() ?? [],
    states: () => servers?.states() ?? [],
    restart: async (name) => servers?.restart(name) ?? false,
    close: async () => servers?.close(),
  }
}

function joined(own: readonly Tool[], more: () => readonly Tool[] | undefined): () => readonly Tool[] {
  let made: { more: readonly Tool[]; all: readonly Tool[] } | undefined
  return () => {
    const now = more()
    if (now === undefined) return own
    if (made?.more !== now) made = { more: now, all: [...own, ...now] }
    return made.all
  }
}

/** `[docs, {tracker: {…}}]` or `{docs: {…}}`. */
function serversOfAgent(written: unknown) {
  const parts: unknown[] = Array.isArray(written) ? written : written === undefined ? [] : [written]
  const names = parts.filter((part) => typeof part === 'string')
  const inline: Record<string, unknown> = Object.assign({}, ...parts.filter(isObject))
  return { names, inline, unreadable: parts.filter((part) => typeof part !== 'string' && !isObject(part)) }
}

/** What an agent asks for and cannot have. */
function strayEntries(
  agent: string,
  { names, unreadable }: Pick<ReturnType<typeof serversOfAgent>, 'names' | 'unreadable'>,
  configured: readonly string[],
): Message[] {
  const known =
    configured.length > 0
      ? message(mcpClientTexts.serversKnown, { names: listOf(configured) })
      : message(mcpClientTexts.serversNone)
  return [
    ...names
      .filter((name) => !configured.includes(name))
      .map((name) => message(mcpClientTexts.agentServerUnknown, { agent, name, known })),
    ...unreadable.map((entry) =>
      message(mcpClientTexts.agentServerUnreadable, { agent, entry: JSON.stringify(entry).slice(0, 80) }),
    ),
  ]
}
